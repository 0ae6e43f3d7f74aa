import { Command } from 'commander'
import packageJson from './package.json' with { type: 'json' }

/** Each subcommand lives in its own part, and only the one that is called is loaded: the simulator must start at once. */
const SUBCOMMANDS: Record<string, () => Promise<Command>> = {
  simulator: async () => (await import('./simulator/command.ts')).simulatorCommand(),
  conformance: async () => (await import('./conformance/command.ts')).conformanceCommand(),
  spec: async () => (await import('./spec/gate/command.ts')).specCommand(),
  verify: async () => (await import('./conformance/verify/command.ts')).verifyCommand(),
  receiver: async () => (await import('./conformance/receiver/command.ts')).receiverCommand(),
  bench: async () => (await import('./benchmarks/command.ts')).benchCommand(),
}

const program = new Command('vskit')
  .description(
    'The verification-service kit: simulator, conformance suite, gate and benchmarks for one contract.',
  )
  .version(packageJson.version)
  .showHelpAfterError('(vskit --help lists the commands)')

const called = SUBCOMMANDS[process.argv[2] ?? '']
const loaded = called ? [called] : Object.values(SUBCOMMANDS)
for (const load of loaded) program.addCommand(await load())

await program.parseAsync()
