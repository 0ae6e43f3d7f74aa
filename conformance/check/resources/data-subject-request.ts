import type { Answer } from '../../http/answer.ts'
import { exactNumber, type JsonObject } from '../../http/json.ts'
import type { OpenChoices } from '../../target/open-choices.ts'
import { resourceIn } from '../idioms.ts'

/**
 * Returns the body of a data subject request about an applicant, as the target file describes it
 * (GAP-DSR). An id that is a number stays one where it is a whole value, unless the target file asks
 * for its text (GAP-RECORD-IDS).
 * @param created the response to the creation of the applicant; undefined if there is none
 */
export function dataSubjectRequest(open: OpenChoices, created: Answer | undefined): JsonObject {
  const id = (created && created.status < 300 && resourceIn(created)?.['id']) || ''
  const text = String(id)
  const whole = typeof id === 'string' && created?.isLargeNumber(id) ? exactNumber(id) : id
  return JSON.parse(JSON.stringify(open.dataSubjectRequest), (_name, value: unknown) => {
    if (value === '{applicant_id}') return whole
    return typeof value === 'string'
      ? value.replaceAll(/\{applicant_id(:text)?\}/g, () => text)
      : value
  }) as JsonObject
}
