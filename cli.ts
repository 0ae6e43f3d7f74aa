import { Command } from 'commander'
import { simulatorCommand } from './simulator/command.ts'
import packageJson from './package.json' with { type: 'json' }

/** The `vskit` command; each subcommand lives in its own part. */
const program = new Command('vskit')
  .description('The verification-service kit: simulator, conformance suite and benchmarks for one contract.')
  .version(packageJson.version)
  .showHelpAfterError('(vskit --help lists the commands)')
  .addCommand(simulatorCommand())

await program.parseAsync()
