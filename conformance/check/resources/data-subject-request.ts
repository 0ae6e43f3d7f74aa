import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import type { OpenChoices } from '../../target/open-choices.ts'
import { resourceIn } from '../idioms.ts'

/**
 * Returns the body of a data subject request about an applicant, as the target file describes it
 * (GAP-DSR). An id that is a number stays one where it is a whole value, unless the target file asks
 * for its text (GAP-RECORD-IDS).
 * @param created the response to the creation of the applicant
 */
export function dataSubjectRequest(open: OpenChoices, created: Answer): JsonObject {
  const id = (created.status < 300 && resourceIn(created)?.['id']) || ''
  return JSON.parse(
    JSON.stringify(open.dataSubjectRequest)
      .replaceAll('"{applicant_id}"', JSON.stringify(id))
      .replaceAll(/\{applicant_id(:text)?\}/g, JSON.stringify(String(id)).slice(1, -1)),
  ) as JsonObject
}
