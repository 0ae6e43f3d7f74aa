/**
 * Faults that are derived from the contract, each judged by the checks that see the part it breaks.
 *
 *   node conformance/self-test/generated/run.ts                 all of them; exit 1 where one survives without a reason
 *   node conformance/self-test/generated/run.ts --share 20      every twentieth
 *   node conformance/self-test/generated/run.ts --only verify   those whose name fits
 *   node conformance/self-test/generated/run.ts --write         writes the score into conformance/README.md, too
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptArguments } from '../../../spec/script-arguments.ts'
import { startSimulator } from '../simulator.ts'
import type { Derived } from './derived.ts'
import { derive } from './derive.ts'
import { type Judged, judgeAll, observeChecks } from './judge-derived.ts'
import { loadReasons, reasonFor } from './reasons.ts'

const README = new URL('../../README.md', import.meta.url)
const SCORE = /(?<=<!-- generated: [^>]*-->\n)[^\n]*/

export interface Score {
  derived: number
  leftOpen: number
  killed: number
  survived: number
  unexplained: Judged[]
}

/** Faults that break something that the contract states, and how many more were derived. */
export function violatingMutants(): { mutants: Derived[]; derived: number } {
  const all = derive()
  const open = loadReasons('left-open')
  return { mutants: all.filter(({ name }) => !reasonFor(open, name)), derived: all.length }
}

export function scoreOf(judged: readonly Judged[], derived: number): Score {
  const reasons = loadReasons('survivors')
  const alive = judged.filter(({ verdict }) => verdict !== 'killed')
  return {
    derived,
    leftOpen: derived - judged.length,
    killed: judged.length - alive.length,
    survived: alive.length,
    unexplained: alive.filter(({ mutant }) => !reasonFor(reasons, mutant.name)),
  }
}

export function describeScore({ derived, leftOpen, killed, survived }: Score): string {
  return (
    `${killed} of ${killed + survived} faults derived from the contract are found. Each of the other ${survived} has a reason in ` +
    `\`survivors.yaml\`. ${derived} were derived, of which ${leftOpen} break nothing, as the contract leaves open what they change.`
  )
}

async function main(): Promise<void> {
  const { values } = scriptArguments(import.meta.filename, {
    options: {
      share: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      parallel: { type: 'string', default: '4' },
      write: { type: 'boolean', default: false },
    },
  })
  const { mutants, derived } = violatingMutants()
  const fits = new RegExp(values.only)
  const some = mutants.filter(({ name }, i) => i % Number(values.share) === 0 && fits.test(name))
  const folder = mkdtempSync(join(tmpdir(), 'vskit-generated-'))
  const simulator = await startSimulator(folder)
  const reasons = loadReasons('survivors')
  let done = 0
  const judged = await observeChecks(simulator)
    .then((seen) =>
      judgeAll(simulator, some, seen, Number(values.parallel), ({ mutant, verdict }) => {
        if (++done % 50 === 0) console.error(`${done} of ${some.length} judged`)
        if (verdict === 'killed') return
        const reason = reasonFor(reasons, mutant.name)?.reason ?? 'NO REASON'
        console.log(`${verdict}: ${mutant.name}\n    ${reason}`)
      }),
    )
    .finally(async () => {
      await simulator.stop()
      rmSync(folder, { recursive: true, force: true })
    })
  const whole = some.length === mutants.length
  const score = scoreOf(judged, whole ? derived : judged.length)
  console.log(describeScore(score))
  if (values.write) {
    const note = whole ? '' : ` One in ${values.share} was judged.`
    writeFileSync(README, readFileSync(README, 'utf8').replace(SCORE, describeScore(score) + note))
  }
  if (score.unexplained.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
