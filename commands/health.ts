import { Command } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataOf } from '../library/connection.ts'
import { secondsOf } from '../library/duration.ts'
import { SimulatorError } from '../library/errors.ts'
import { type RunningFlags, action, connect, forRunningSimulator } from './running-simulator.ts'

interface Health {
  status: string
  version: string
  clock: { now: string; frozen: boolean }
  regions: Record<string, { base_url: string }>
}

const LOOK_EVERY_MS = 100
/** Limit of one attempt: another program at the port may accept the connection and stay silent. */
const ANSWER_MS = 5000

/** `vskit health`: exit code 0 when the simulator serves, 1 when not. */
export function healthCommand(): Command {
  const command = new Command('health')
    .description('Checks whether the simulator is running. Exit code 0: yes. 1: no.')
    .option('--wait <duration>', 'wait up to this time for it, such as 30s', '0s')
  return forRunningSimulator(command).action(action('health', run))
}

async function run(flags: RunningFlags & { wait: string }): Promise<void> {
  const health = await ask(flags, Date.now() + secondsOf(flags.wait) * 1000)
  if (flags.json) {
    console.log(JSON.stringify(health))
    return
  }
  const { status, version, clock, regions } = health
  console.log(`${status}: vskit ${version}, ${clock.now}${clock.frozen ? ' (frozen)' : ''}`)
  for (const [region, { base_url }] of Object.entries(regions))
    console.log(`  ${region}  ${base_url}`)
}

async function ask(flags: RunningFlags, until: number): Promise<Health> {
  for (;;)
    try {
      const connection = await connect(flags)
      return await Promise.race([
        dataOf<Health>(connection, 'GET', '/health'),
        silence(connection.controlUrl),
      ])
    } catch (error) {
      if (Date.now() >= until) throw error
      await sleep(LOOK_EVERY_MS)
    }
}

async function silence(url: string): Promise<never> {
  await sleep(ANSWER_MS, undefined, { ref: false })
  throw new SimulatorError(
    `${url} did not answer within ${ANSWER_MS / 1000} s. Check that a simulator listens there, or name its control API with --control or in VSKIT_CONTROL_URL.`,
  )
}
