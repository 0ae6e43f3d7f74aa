import type { Command } from 'commander'

/** Error codes by failed command, for errors other than wrong arguments. */
const codes = new WeakMap<Command, string>()

/**
 * Ends a command with an error.
 * @param code for `--json`; the code of the API if it refused a request
 */
export function fail(
  command: Command,
  message: string,
  code: string | undefined,
  exitCode: number,
): never {
  if (code !== undefined) codes.set(command, code)
  return command.error(message, { exitCode })
}

/**
 * With `--json` an error is one line of JSON on stderr, `{"error":{"code","message"}}`: stdout holds results only. Applies to the
 * command and those below it.
 * @param args of the process
 */
export function printErrorsAsJson(command: Command, args: readonly string[]): void {
  for (const one of command.commands) printErrorsAsJson(one, args)
  if (!wantsJson(command, args)) return
  const outputError = (text: string): void => {
    process.stderr.write(`${JSON.stringify({ error: errorOf(command, text) })}\n`)
  }
  // Omits the help after an error: programs read this output.
  command.configureOutput({ outputError, writeErr: () => undefined })
}

function errorOf(command: Command, text: string): { code: string; message: string } {
  const isUsage = text.startsWith('error: ')
  return {
    code: isUsage ? 'usage' : (codes.get(command) ?? 'failed'),
    message: text.replace(/^(error|vskit( [a-z-]+)+): /, '').trim(),
  }
}

/** Whether `--json` was given without a file. `--json FILE` writes a report in addition to the text. */
function wantsJson(command: Command, args: readonly string[]): boolean {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const at = own.indexOf('--json')
  if (at < 0) return false
  const takes = (one: Command): boolean =>
    one.options.some(
      ({ long, optional }) =>
        long === '--json' && (!optional || (own[at + 1] ?? '-').startsWith('-')),
    ) || one.commands.some(takes)
  return takes(command)
}
