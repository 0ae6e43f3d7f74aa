import { Command, InvalidArgumentError, type Option } from 'commander'

/** Variables whose default names `vskit exec` already uses. */
const VARIABLES: Record<string, string> = {
  usUrl: 'VSKIT_US_PUBLIC_URL',
  euUrl: 'VSKIT_EU_PUBLIC_URL',
}
/** Flags that apply to one start only and have no variable. */
const ALONE = new Set(['config', 'repair'])
const YES = new Set(['1', 'true', 'yes', 'on'])
const NO = new Set(['0', 'false', 'no', 'off'])

/**
 * A command that reads every flag from a variable too: `--data-dir` is `VSKIT_DATA_DIR`. An empty variable counts as not
 * set: `VSKIT_DATA_DIR: ${DATA_DIR}` in a compose file sets one.
 */
export class CommandWithVariables extends Command {
  readonly #problems: string[] = []

  override addOption(option: Option): this {
    const variable = variableOf(option)
    const value = process.env[variable]
    const applies = value === undefined || (value !== '' && this.#isOn(option, variable, value))
    if (applies && !ALONE.has(option.attributeName())) option.env(variable)
    return super.addOption(option)
  }

  /** @throws {InvalidArgumentError} when the variable of a switch is neither on nor off */
  checkVariables(): void {
    if (this.#problems.length > 0) throw new InvalidArgumentError(this.#problems.join('\n'))
  }

  /** Commander turns a switch on if its variable is set, with any value. */
  #isOn(option: Option, variable: string, value: string): boolean {
    if (!option.isBoolean() || YES.has(value.toLowerCase())) return true
    if (!NO.has(value.toLowerCase()))
      this.#problems.push(`${variable}: expected 1 or 0, got '${value}'.`)
    return false
  }
}

export function variableOf(option: Option): string {
  return (
    VARIABLES[option.attributeName()] ?? `VSKIT_${option.name().toUpperCase().replaceAll('-', '_')}`
  )
}
