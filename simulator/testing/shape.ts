import type { ValidateFunction } from 'ajv/dist/2020.js'

/** Returns the errors of the last validated value, for a test's failure message. */
export function validationErrors({ errors }: ValidateFunction): string {
  return errors!.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')
}
