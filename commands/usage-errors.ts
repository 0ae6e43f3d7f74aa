import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '../spec/similar-names.ts'

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

/** Adds the choice that was probably meant to the error of each option and argument with choices. */
export function suggestChoices(command: Command): void {
  for (const one of [...command.options, ...command.registeredArguments]) suggestChoice(one)
  for (const one of command.commands) suggestChoices(one)
}

function suggestChoice(one: Option | Argument): void {
  const { argChoices, parseArg } = one
  if (argChoices === undefined || parseArg === undefined) return
  one.argParser((value: string, previous: unknown) => {
    try {
      // Commander's types say that the previous value has the type of the result.
      return parseArg.call(one, value, previous as never) as unknown
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      throw new InvalidArgumentError(`${error.message}${didYouMean(value, argChoices)}`)
    }
  })
}
