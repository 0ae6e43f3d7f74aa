import { Command, InvalidArgumentError } from 'commander'
import type { Io } from './actions.ts'
import { addDiffOptions, outputNamed } from './command-options.ts'
import { GateError } from './judgement.ts'
import { printable } from './report/printable.ts'

/** Imported when the command runs, so that its help does not load the gate. */
const actions = () => import('./actions.ts')

const processIo = (): Io => ({
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  get cwd() {
    return currentFolder()
  },
  day: () => new Date().toISOString().slice(0, 10),
  exit: (code) => {
    process.exitCode = code
  },
})

/** Read when a command runs, so that its help needs no folder. @throws {GateError} if it was deleted */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    throw new GateError('The current folder was deleted. Change to another folder.', { cause })
  }
}

/** `vskit spec`: exit 0 open, 1 closed, 2 could not run. */
export function specCommand(io: Io = processIo()): Command {
  const command = new Command('spec').description(
    'The gate: checks the contract and classifies its changes.',
  )
  const diff = addDiffOptions(
    new Command('diff').description(
      'Classifies each change of the contract for clients, webhook consumers and implementers.',
    ),
  )
  // Other programs name both files without options; the error says how.
  diff.allowExcessArguments()
  diff.action(
    guarded(io, diff, async () => {
      refuseSources(diff.opts().base, diff.args)
      await (await actions()).runDiff(io, diff.opts())
    }),
  )
  const check = new Command('check')
    .description(
      'Checks the contract of this checkout: validity, lint, examples, coverage, generated files.',
    )
    .option('--complete', 'count requirements that no test names yet as problems')
    .option('--json [file]', 'write JSON', outputNamed)
    .option(
      '--sarif [file]',
      'write SARIF, which code hosts show next to the lines of a pull request',
      outputNamed,
    )
    .addHelpText('after', '\nExit code 0: valid. 1: problems found. 2: could not run.')
  check.action(guarded(io, check, async () => (await actions()).runCheck(io, check.opts())))
  return command.addCommand(check).addCommand(diff)
}

/** @throws {InvalidArgumentError} if contracts are named without an option */
function refuseSources(given: string | undefined, sources: readonly string[]): void {
  if (sources.length === 0) return
  const [base, head, ...others] = given === undefined ? sources : [given, ...sources]
  const named = head === undefined ? `--base ${base}` : `--base ${base} --head ${head}`
  throw new InvalidArgumentError(
    others.length > 0
      ? 'too many arguments: name two contracts, with --base SOURCE and --head SOURCE'
      : `contracts are named by options: ${named}`,
  )
}

/** Prints the error in one line and exits with 2. */
function guarded(io: Io, command: Command, action: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      currentFolder()
      await action()
    } catch (error) {
      const line = error instanceof RangeError ? reasonOf(error) : (error as Error).message
      if (
        !(error instanceof GateError || error instanceof RangeError || 'code' in (error as object))
      )
        throw error
      const name = error instanceof InvalidArgumentError ? 'error' : `vskit spec ${command.name()}`
      const text = `${name}: ${printable(line.split('\n')[0]!)}\n`
      command.configureOutput().outputError?.(text, io.err)
      io.exit(2)
    }
  }
}

/** Endlessly nested input overflows the stack, and a report can be longer than the longest string. */
function reasonOf({ message }: RangeError): string {
  return message === 'Invalid string length'
    ? 'the report is longer than 512 MB; write it as JSON, which has no limit: --json FILE'
    : 'the contract is nested too deeply'
}
