import { Command } from 'commander'
import { endWhenOutputCloses } from './commands/closed-output.ts'
import { printErrorsAsJson } from './commands/json-errors.ts'
import { exitWithTwoOnUsageErrors, suggestChoices } from './commands/usage-errors.ts'
import packageJson from './package.json' with { type: 'json' }

/** Each subcommand is loaded only when it is called, so that the simulator starts quickly. */
const SUBCOMMANDS: Record<string, () => Promise<Command>> = {
  simulator: async () => (await import('./simulator/command.ts')).simulatorCommand(),
  exec: async () => (await import('./commands/exec/command.ts')).execCommand(),
  listen: async () => (await import('./commands/listen.ts')).listenCommand(),
  trigger: async () => (await import('./commands/trigger.ts')).triggerCommand(),
  events: async () => (await import('./commands/events.ts')).eventsCommand(),
  logs: async () => (await import('./commands/logs.ts')).logsCommand(),
  clock: async () => (await import('./commands/clock.ts')).clockCommand(),
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand(),
  store: async () => (await import('./simulator/store/command.ts')).storeCommand(),
  health: async () => (await import('./commands/health.ts')).healthCommand(),
  conformance: async () => (await import('./conformance/command.ts')).conformanceCommand(),
  spec: async () => (await import('./spec/gate/command.ts')).specCommand(),
  verify: async () => (await import('./conformance/verify/command.ts')).verifyCommand(),
  'check-integration': async () =>
    (await import('./integration/command.ts')).checkIntegrationCommand(),
  receiver: async () => (await import('./conformance/receiver/command.ts')).receiverCommand(),
  bench: async () => (await import('./benchmarks/command.ts')).benchCommand(),
  completion: async () =>
    (await import('./commands/completion.ts')).completionCommand(() =>
      Promise.all(
        Object.entries(SUBCOMMANDS)
          .filter(([name]) => name !== 'completion')
          .map(([, load]) => load()),
      ),
    ),
}

endWhenOutputCloses()
const program = new Command('vskit')
  .description(
    'The verification-service kit: simulator, conformance suite, gate and benchmarks for one contract.',
  )
  .version(packageJson.version)
  .enablePositionalOptions()
  .addHelpText('after', '\nEvery command exits with 2 if its arguments are wrong.')
  .showHelpAfterError('(vskit --help lists the commands)')

const argument = process.argv[2] ?? ''
const called = Object.hasOwn(SUBCOMMANDS, argument) ? SUBCOMMANDS[argument] : undefined
const isVersion = ['-V', '--version'].includes(argument)
const loaded = called ? [called] : isVersion ? [] : Object.values(SUBCOMMANDS)
for (const load of loaded) program.addCommand(await load())
exitWithTwoOnUsageErrors(program)
suggestChoices(program)
printErrorsAsJson(program, process.argv.slice(2))

await program.parseAsync()
