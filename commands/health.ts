import { Command } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondsOf } from '../library/duration.ts'
import {
  type Health,
  type RunningFlags,
  action,
  connect,
  forRunningSimulator,
  healthOf,
} from './running-simulator.ts'

const LOOK_EVERY_MS = 100

/** `vskit health`: exit code 0 when the simulator serves, 1 when not. */
export function healthCommand(): Command {
  const command = new Command('health')
    .description(
      'Checks whether the simulator is running and can write its data. Exit code 0: yes. 1: no.',
    )
    .option('--wait <duration>', 'wait up to this time for it, such as 30s', '0s')
  return forRunningSimulator(command).action(action('health', run))
}

async function run(flags: RunningFlags & { wait: string }): Promise<void> {
  const health = await ask(flags, Date.now() + secondsOf(flags.wait) * 1000)
  if (health.status !== 'ok') process.exitCode = 1
  if (flags.json) {
    console.log(JSON.stringify(health))
    return
  }
  const { status, problems = [], version, clock, regions } = health
  console.log(`${status}: vskit ${version}, ${clock.now}${clock.frozen ? ' (frozen)' : ''}`)
  for (const problem of problems) console.log(`  ${problem}`)
  for (const [region, { base_url }] of Object.entries(regions))
    console.log(`  ${region}  ${base_url}`)
}

async function ask(flags: RunningFlags, until: number): Promise<Health> {
  for (;;)
    try {
      return await healthOf(await connect(flags))
    } catch (error) {
      if (Date.now() >= until) throw error
      await sleep(LOOK_EVERY_MS)
    }
}
