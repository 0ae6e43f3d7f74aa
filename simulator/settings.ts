import { Command, type Option } from 'commander'

/** Variables whose default names `vskit exec` already uses. */
const VARIABLES: Record<string, string> = {
  usUrl: 'VSKIT_US_PUBLIC_URL',
  euUrl: 'VSKIT_EU_PUBLIC_URL',
}
/** Flags that apply to one start only and have no variable. */
const ALONE = new Set(['config', 'repair'])
const NO = new Set(['', '0', 'false', 'no'])

/** A command that reads every flag from a variable too: `--data-dir` is `VSKIT_DATA_DIR`. */
export class CommandWithVariables extends Command {
  override addOption(option: Option): this {
    const variable = variableOf(option)
    // Commander turns a switch on if its variable is set, with any value.
    const isOff = option.isBoolean() && NO.has((process.env[variable] ?? '').toLowerCase())
    if (!ALONE.has(option.attributeName()) && !isOff) option.env(variable)
    return super.addOption(option)
  }
}

export function variableOf(option: Option): string {
  return (
    VARIABLES[option.attributeName()] ?? `VSKIT_${option.name().toUpperCase().replaceAll('-', '_')}`
  )
}
