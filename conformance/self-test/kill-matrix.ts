/**
 * Shows which check finds which fault.
 *
 *   node conformance/self-test/kill-matrix.ts            runs every mutant, prints the matrix; exit 1 if one survives
 *   node conformance/self-test/kill-matrix.ts ID...      only the mutants of these checks
 *   node conformance/self-test/kill-matrix.ts --json     the same for machines
 *   node conformance/self-test/kill-matrix.ts --write    runs none: updates the figures of the READMEs and known-faults.json
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KNOWN_FAULTS, type KnownFaults, loadKnownFaults } from '../check/known-faults.ts'
import { CHECKS } from '../checks/all.ts'
import { refuseArgument, scriptArguments } from '../../spec/script-arguments.ts'
import { didYouMean } from '../../spec/similar-names.ts'
import { columns, count } from '../text.ts'
import { describeKill, type Kill, killAll } from './kill.ts'
import { MUTANTS } from '../checks/mutants.ts'
import { startSimulator } from './simulator.ts'
import type { Mutant } from './wire-faults.ts'
import { CHANGED_ROWS } from './permissive-server/permissive-server.ts'
import { UNOBSERVABLE } from './permissive-server/unobservable.ts'

const README = new URL('../README.md', import.meta.url)
const ROOT_README = new URL('../../README.md', import.meta.url)
const FIGURES = /(?<=<!-- figures: [^>]*-->\n)[^\n]*/

/** True as long as the permissive server passes, which its test ensures. */
export function permissiveServerFigures(): string {
  const rows = CHANGED_ROWS.size + Object.keys(UNOBSERVABLE).length
  return (
    'Tested for false positives against a second server that makes a different choice on ' +
    `${CHANGED_ROWS.size} of the ${rows} points that the contract leaves open.`
  )
}

/** True as long as no mutant survives, which the tests ensure. */
export function figures(): string {
  const requirements = new Set(MUTANTS.flatMap(({ breaks }) => breaks)).size
  return (
    `${MUTANTS.length} of ${MUTANTS.length} mutants killed; they break ${requirements} requirements, which ` +
    `${count(CHECKS.length, 'check')} judge. ${permissiveServerFigures()}`
  )
}

/** Faults that each check is known to find: the reports show them. */
export function knownFaults(): KnownFaults {
  const faults: Record<string, KnownFaults[string]> = {}
  for (const { id } of CHECKS) {
    const own = MUTANTS.filter(({ killedBy }) => killedBy === id)
    if (own.length > 0)
      faults[id] = own.map(({ name, breaks }) => ({ fault: name, breaks: [breaks].flat() }))
  }
  return faults
}

/** Content of the generated files that people and reports read. */
export function generatedFiles(): {
  figures: string | undefined
  permissive: string | undefined
  knownFaults: unknown
} {
  const [figures, permissive] = [README, ROOT_README].map(
    (file) => FIGURES.exec(readFileSync(file, 'utf8'))?.[0],
  )
  return { figures, permissive, knownFaults: loadKnownFaults() }
}

function write(): void {
  for (const [file, text] of [
    [README, figures()],
    [ROOT_README, permissiveServerFigures()],
  ] as const) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(FIGURES, text))
  }
  writeFileSync(KNOWN_FAULTS, `${JSON.stringify(knownFaults(), undefined, 1)}\n`)
}

/** Returns a row for each requirement that mutants break: their number, the number killed, and the checks. */
export function matrix(kills: readonly Kill[]): string[][] {
  const byRequirement = Map.groupBy(
    kills.flatMap((kill) => [kill.mutant.breaks].flat().map((id) => ({ id, kill }))),
    ({ id }) => id,
  )
  return [
    ['requirement', 'mutants', 'killed', 'by'],
    ...[...byRequirement]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, of]) => [
        id,
        String(of.length),
        String(of.filter(({ kill }) => kill.verdict === 'killed').length),
        [...new Set(of.map(({ kill }) => kill.mutant.killedBy))].join(' '),
      ]),
  ]
}

/** Returns the mutants of these checks; all of them if none is named. @throws {Error} for a check without a mutant */
export function mutantsOf(ids: readonly string[]): readonly Mutant[] {
  const known = [...new Set(MUTANTS.map(({ killedBy }) => killedBy))]
  for (const id of ids)
    if (!known.includes(id))
      throw new Error(
        `no mutant names the check '${id}'.${didYouMean(id, known)} Add one to conformance/checks/<area>/*mutants.ts.`,
      )
  return ids.length === 0 ? MUTANTS : MUTANTS.filter(({ killedBy }) => ids.includes(killedBy))
}

function chosenMutants(ids: readonly string[]): readonly Mutant[] {
  try {
    return mutantsOf(ids)
  } catch (error) {
    return refuseArgument((error as Error).message)
  }
}

async function main(mutants: readonly Mutant[], asJson: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-kill-'))
  const simulator = await startSimulator(folder)
  const kills = await killAll(simulator, mutants).finally(async () => {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const alive = kills.filter(({ verdict }) => verdict !== 'killed')
  if (asJson) {
    console.log(
      JSON.stringify(
        kills.map(({ mutant: { name, killedBy, breaks }, verdict, named, reason }) => ({
          name,
          killedBy,
          breaks: [breaks].flat(),
          verdict,
          named,
          reason,
        })),
        undefined,
        2,
      ),
    )
  } else {
    console.log(columns(matrix(kills)).join('\n'))
    for (const kill of alive) console.log(`NOT KILLED  ${describeKill(kill)}`)
    console.log(`\n${kills.length - alive.length} of ${count(kills.length, 'mutant')} killed`)
  }
  if (alive.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  // Refuses other options: the run takes minutes.
  const { values, positionals } = scriptArguments(import.meta.filename, {
    allowPositionals: true,
    options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  })
  if (values.write) write()
  else await main(chosenMutants(positionals), values.json ?? false)
}
