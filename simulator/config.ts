import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { ErrorObject } from 'ajv'
import { InputFileError, notJson, textOf, unreadable } from '../library/file-errors.ts'
import { newAjv } from './http/ajv.ts'
import { toIssues } from './http/validate.ts'
import configSchema from './config.schema.json' with { type: 'json' }

/**
 * Applies settings from a file that neither a flag nor a variable has set.
 * @throws {Error} that names the file and every invalid place
 */
export function applyConfig(command: Command, file: string): void {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
  const text = textOf(file, bytes)
  let config: Record<string, unknown>
  try {
    config = JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw notJson(file, text, error, 'Expected an object of flags, such as { "usPort": 4101 }.')
  }
  const validate = newAjv().compile(configSchema)
  if (!validate(config)) {
    const lines = toIssues((validate.errors ?? []) as ErrorObject[]).map(
      ({ path, message }) => `  ${path.join('.') || '(whole file)'}: ${message}`,
    )
    throw new InputFileError(`${file} is not a valid configuration:\n${lines.join('\n')}`)
  }
  for (const [name, value] of Object.entries(config)) {
    if (name === '$schema') continue
    const source = command.getOptionValueSource(name)
    if (source === undefined || source === 'default')
      command.setOptionValueWithSource(name, value, 'config')
  }
}
