import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

const USAGE = 2

/** Result of `parseArgs`. */
type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>

/**
 * Parses the arguments of a script. `--help` prints the comment at the head of the script, unless `help` is one of the options. A wrong argument ends the
 * script with exit code 2 and one message.
 * @param script path of the script, whose first doc comment describes its arguments
 */
export function scriptArguments<T extends ParseArgsConfig>(script: string, config: T): Parsed<T> {
  const asksForHelp = process.argv.slice(2).some((one) => one === '--help' || one === '-h')
  if (asksForHelp && config.options?.help === undefined) {
    console.log(usageOf(readFileSync(script, 'utf8')))
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuseArgument((error as Error).message)
  }
}

/** Ends the script, because an argument is wrong. */
export function refuseArgument(message: string): never {
  console.error(`${message}\n--help lists the arguments.`)
  process.exit(USAGE)
}

/** Returns the text of the first doc comment of a source. */
export function usageOf(source: string): string {
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()
}
