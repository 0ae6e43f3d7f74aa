import { identities } from '../../../fixtures/identities.ts'
import { CHECK_ERROR } from './capture.ts'
import type { Call } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'

/** Header by which a test chooses the scanned document. Specific to this simulator. */
export const SPECIMEN_HEADER = 'X-Simulator-Specimen'

/** Undefined when the header is missing. `givenSpecimenIssues` has already validated it. */
export function givenSpecimen({ headers }: Call): string | undefined {
  return headers[SPECIMEN_HEADER.toLowerCase()] as string | undefined
}

export function givenSpecimenIssues(call: Call): Issue[] {
  const given = givenSpecimen(call)
  const ids = [...identities.map(({ id }) => id), CHECK_ERROR]
  if (given === undefined || ids.includes(given)) return []
  const message = `Expected one of ${ids.join(', ')}`
  return [{ code: 'invalid_enum_value', path: [SPECIMEN_HEADER], message, param: SPECIMEN_HEADER }]
}
