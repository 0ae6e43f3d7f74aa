import { Command, InvalidArgumentError, Option } from 'commander'
import { startOwn } from '../../library/create.ts'
import { withoutProxy } from '../../library/environment/no-proxy.ts'
import type { SimulatorOptions } from '../../library/types/options.ts'
import type { Simulator } from '../../library/types/simulator.ts'
import type { ForwardedWebhook } from '../../library/types/webhooks.ts'
import { httpUrl } from '../http-url.ts'
import { action } from '../running-simulator.ts'
import { environmentOf } from './environment.ts'
import { runChild } from './child.ts'
import { trustIn } from './trust.ts'

interface Flags {
  world?: string
  snapshot?: string
  seed?: string
  journal?: boolean
  budgets: 'contract' | 'roomy'
  loopbackReceivers?: boolean
  https?: boolean
  forwardTo?: string
  quiet?: boolean
}

/** `vskit exec -- npm test`: runs a command with its own simulator. */
export function execCommand(): Command {
  return new Command('exec')
    .description(
      'Runs a command with its own simulator on free ports, and exits with its exit code.',
    )
    .argument('<command...>', 'after --, such as: vskit exec -- npm test')
    .option('--world <file>', 'organizations and keys to start with, instead of the demo world')
    .option(
      '--snapshot <file>',
      'state to start with, from vskit snapshot export; its keys are known if --world contains them',
    )
    .option('--seed <text>', 'generate the same ids, secrets and jitter at each run')
    .option('--journal', 'record requests from the start')
    .addOption(
      new Option(
        '--budgets <which>',
        "rate-limit budgets: the contract's, or roomy (too large for tests to use up)",
      )
        .choices(['contract', 'roomy'])
        .default('roomy'),
    )
    .option('--loopback-receivers', 'also deliver webhooks to HTTPS receivers on this machine')
    .option('--https', 'serve HTTPS; sets variables so that the command trusts the certificate')
    .option(
      '--forward-to <url>',
      'deliver webhooks of the first organization to this URL',
      httpUrl('a URL such as http://localhost:3000/webhooks'),
    )
    .option('--quiet', 'print nothing about the simulator')
    .passThroughOptions()
    .action(action('exec', run))
}

async function run(command: string[], flags: Flags): Promise<void> {
  if (command[0]?.trim() === '')
    throw new InvalidArgumentError(
      'the command is empty; expected one such as: vskit exec -- npm test (a variable of your shell may be unset)',
    )
  const options: SimulatorOptions = {
    budgets: flags.budgets,
    journal: flags.journal ?? false,
    ...(flags.world !== undefined && { world: flags.world }),
    ...(flags.seed !== undefined && { seed: flags.seed }),
    ...(flags.loopbackReceivers && { loopbackReceivers: true }),
    ...(flags.https && { https: true }),
  }
  const { simulator } = await startOwn(options, flags.snapshot)
  if (flags.snapshot !== undefined && simulator.keys.length === 0)
    console.error(
      `vskit exec: ${flags.snapshot} contains no key of ${flags.world ?? 'the demo world'}, so VSKIT_KEY is not set. Name the world file that contains its keys with --world.`,
    )
  const trust = simulator.ca === undefined ? undefined : trustIn(simulator.ca, process.env)
  let code: number
  try {
    if (flags.forwardTo !== undefined)
      await simulator.listen({ forwardTo: flags.forwardTo, onDelivery: tellFailure() })
    const environment = {
      ...(await environmentOf(simulator)),
      ...withoutProxy(process.env),
      ...trust?.variables,
    }
    if (!flags.quiet) announce(simulator, environment)
    code = await runChild(command, environment)
  } finally {
    trust?.remove()
    await simulator.close()
  }
  process.exit(code)
}

/**
 * Reports the first webhook that did not reach the application, also with `--quiet`, because a test
 * would wait for it until its timeout.
 */
function tellFailure(): (delivery: ForwardedWebhook) => void {
  let isTold = false
  return ({ webhook, url, result }) => {
    if (isTold || !result || !('error' in result)) return
    isTold = true
    console.error(
      `vskit exec: ${webhook.type} was not delivered to ${url}: ${result.reason}. The simulator sends it again by its own clock; further failures are not shown here.`,
    )
  }
}

function announce({ console: page }: Simulator, environment: Record<string, string>): void {
  const { VSKIT_US_URL: us, VSKIT_EU_URL: eu } = environment
  console.error(`vskit exec: region us ${us}, region eu ${eu}, console ${page}`)
}
