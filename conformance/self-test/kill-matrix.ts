/**
 * Which check finds which fault.
 *
 *   node conformance/self-test/kill-matrix.ts            runs every mutant, prints the matrix; exit 1 where one survives
 *   node conformance/self-test/kill-matrix.ts --json     the same for machines
 *   node conformance/self-test/kill-matrix.ts --write    and writes the figures into the README of the suite
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from '../checks/all.ts'
import { columns, count } from '../text.ts'
import { complaint, type Kill, killAll } from './kill.ts'
import { MUTANTS } from './mutants/all.ts'
import { startSimulator } from './simulator.ts'

export const README = new URL('../README.md', import.meta.url)
const FIGURES = /(?<=<!-- figures: [^>]*-->\n)[^\n]*/

/** One sentence; it holds as long as no mutant survives, which the tests see to. */
export function figures(): string {
  const requirements = new Set(MUTANTS.flatMap(({ breaks }) => breaks)).size
  return `${MUTANTS.length} of ${MUTANTS.length} mutants killed; they break ${requirements} requirements, which ` +
    `${count(CHECKS.length, 'check')} judge.`
}

/** The figures that the README gives. */
export function writtenFigures(): string | undefined {
  return FIGURES.exec(readFileSync(README, 'utf8'))?.[0]
}

/** A row for each requirement that mutants break: how many, how many of them were killed, and by which checks. */
export function matrix(kills: readonly Kill[]): string[][] {
  const byRequirement = Map.groupBy(kills.flatMap((kill) => [kill.mutant.breaks].flat().map((id) => ({ id, kill }))),
    ({ id }) => id)
  return [['requirement', 'mutants', 'killed', 'by'], ...[...byRequirement].sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, of]) => [id, String(of.length), String(of.filter(({ kill }) => kill.verdict === 'killed').length),
      [...new Set(of.map(({ kill }) => kill.mutant.killedBy))].join(' ')])]
}

async function main(flags: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-kill-'))
  const simulator = await startSimulator(folder)
  const kills = await killAll(simulator, MUTANTS).finally(async () => {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const alive = kills.filter(({ verdict }) => verdict !== 'killed')
  if (flags.includes('--json')) {
    console.log(JSON.stringify(kills.map(({ mutant: { name, killedBy, breaks }, verdict, named, reason }) =>
      ({ name, killedBy, breaks: [breaks].flat(), verdict, named, reason })), undefined, 2))
  } else {
    console.log(columns(matrix(kills)).join('\n'))
    for (const kill of alive) console.log(`NOT KILLED  ${complaint(kill)}`)
    console.log(`\n${kills.length - alive.length} of ${count(kills.length, 'mutant')} killed`)
  }
  if (alive.length > 0) process.exitCode = 1
  else if (flags.includes('--write')) {
    writeFileSync(README, readFileSync(README, 'utf8').replace(FIGURES, figures()))
  }
}

if (import.meta.main) await main(process.argv.slice(2))
