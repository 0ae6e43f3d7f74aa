import type { Command } from 'commander'

const USAGE = 2

/**
 * Ends a command and those below it with exit code 2 on wrong arguments. Commander would use 1, which is a verdict of some
 * commands, and in `vskit exec` a common result of the command that it runs.
 */
export function exitWithTwoOnUsageErrors(command: Command): void {
  command.exitOverride(({ exitCode, code, message }) => {
    // A command without its subcommand prints its help.
    const isUsage = message.startsWith('error: ') || code === 'commander.help'
    process.exit(exitCode !== 0 && isUsage ? USAGE : exitCode)
  })
  for (const one of command.commands) exitWithTwoOnUsageErrors(one)
}
