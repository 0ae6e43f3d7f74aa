/**
 * Tests servers that make every choice at random from a seed, in front of one simulator: none of
 * them may fail.
 *
 *   node conformance/self-test/seeds.ts                     200 seeds; exit 1 if one fails
 *   node conformance/self-test/seeds.ts --from 7 --count 1  one of them
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptArguments } from '../../spec/script-arguments.ts'
import { dice } from '../../fixtures/draw/pen.ts'
import { runAll } from '../run/pool.ts'
import { repeatedId } from '../checks/planes/repeated/repeated-check.ts'
import { readSignature } from '../target/signature-file.ts'
import type { Draw } from './permissive-server/preferences.ts'
import { permissiveServer } from './permissive-server/permissive-server.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { type StartedSimulator, startSimulator } from './simulator.ts'

export function drawOf(seed: number): Draw {
  const number = dice(`permissive server ${seed}`)
  return {
    number,
    chance: (probability) => number() < probability,
    pick: (among) => among[Math.floor(number() * among.length)]!,
  }
}

/** A server may show the applicant of a session nowhere (GAP-LISTS); any other check has to judge. */
const FIELDS = 'applicants.fields-in-sessions'
const MAY_BE_HIDDEN = [FIELDS, repeatedId(FIELDS)]

/** Returns the findings of the suite in the server of a seed; any finding is a false positive. */
export async function falseAlarms(
  simulator: StartedSimulator,
  seed: number,
  only?: readonly string[],
): Promise<string[]> {
  const { fault, openChoices, sessionFields, signature, isOffered } = permissiveServer(drawOf(seed))
  const proxies = await startProxies(
    simulator,
    { ...fault, isOffered },
    {
      webhooks: true,
      signature: readSignature(signature),
      // Every delivery arrives, however busy the machine is.
      patienceSeconds: 30,
    },
  )
  try {
    const target = simulator.targetFile(proxies.baseUrls)
    for (const region of Object.values(target.regions)) {
      for (const credential of Object.values(region.credentials!))
        credential.session_fields = sessionFields
    }
    const report = await judge(
      {
        ...simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
        ...target,
        open_choices: openChoices,
      },
      simulator.env,
      // Generous limits, so that a busy machine causes no false positive.
      { hooks: proxies.hooks!, patience: 100, timeLimit: 1200, ...(only && { only }) },
    )
    const checks = report.checks.filter(
      ({ id, outcome }) => !(outcome === 'info' && MAY_BE_HIDDEN.includes(id)),
    )
    return failures({ ...report, checks }).map((one) => one.split('\n', 1)[0]!)
  } finally {
    await proxies.close()
  }
}

async function main(): Promise<void> {
  const { values } = scriptArguments(import.meta.filename, {
    options: {
      from: { type: 'string', default: '1' },
      count: { type: 'string', default: '200' },
      parallel: { type: 'string', default: '2' },
      only: { type: 'string', multiple: true },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'vskit-seeds-'))
  const simulator = await startSimulator(folder)
  const seeds = Array.from({ length: Number(values.count) }, (_, i) => ({
    seed: Number(values.from) + i,
  }))
  let wrong = 0
  await runAll(seeds, Number(values.parallel), async ({ seed }) => {
    const found = await falseAlarms(simulator, seed, values.only)
    if (found.length > 0) wrong++
    console.log(`seed ${seed}: ${found.length === 0 ? 'no false alarm' : found.join('\n  ')}`)
  }).finally(async () => {
    await simulator.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  console.log(`${seeds.length} seeds, ${wrong} with a false alarm`)
  if (wrong > 0) process.exitCode = 1
}

if (import.meta.main) await main()
