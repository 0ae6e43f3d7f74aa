import type { Command } from 'commander'

const COULD_NOT_RUN = 2

/**
 * Ends a command and those below it with exit code 2 on wrong arguments: the exit code 1 of commander would be a
 * verdict on the tested service, contract or file.
 */
export function exitWithTwoOnUsageErrors(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : COULD_NOT_RUN))
  for (const one of command.commands) exitWithTwoOnUsageErrors(one)
}
