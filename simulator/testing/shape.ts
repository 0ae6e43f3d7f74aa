import type { ValidateFunction } from 'ajv/dist/2020.js'

/** What the last value lacked, as a failed test says it. */
export function lacks({ errors }: ValidateFunction): string {
  return errors!.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')
}
