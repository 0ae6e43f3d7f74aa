import { readFileSync } from 'node:fs'
import { Command, type Option } from 'commander'
import type { ErrorObject } from 'ajv'
import { newAjv } from './http/ajv.ts'
import { toIssues } from './http/validate.ts'
import configSchema from './config.schema.json' with { type: 'json' }

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
    // Commander turns a switch on if its variable is set, whatever the value.
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

/**
 * Applies settings from a file that neither a flag nor a variable has set.
 * @throws {Error} that names the file and every invalid place
 */
export function applyConfig(command: Command, file: string): void {
  let config: Record<string, unknown>
  try {
    config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
  const validate = newAjv().compile(configSchema)
  if (!validate(config)) {
    const lines = toIssues((validate.errors ?? []) as ErrorObject[]).map(
      ({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`,
    )
    throw new Error(`${file} is no configuration:\n${lines.join('\n')}`)
  }
  for (const [name, value] of Object.entries(config)) {
    if (name === '$schema') continue
    const source = command.getOptionValueSource(name)
    if (source === undefined || source === 'default')
      command.setOptionValueWithSource(name, value, 'config')
  }
}
