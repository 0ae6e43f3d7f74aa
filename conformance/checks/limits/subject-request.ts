import type { Context, StepRequest } from '../../check/check.ts'
import { createdId } from '../../check/idioms.ts'
import type { JsonObject } from '../../http/json.ts'

export const NAME = {
  family_name: 'Testperson',
  given_names: ['Una'],
  email: 'una@applicant.example',
}
export const FOLLOWED = ['LIM-006', 'LIM-007']

/** Returns a data subject request about a new applicant, in the form of the target file (GAP-DSR). */
export async function subjectRequest(ctx: Context, key: string): Promise<StepRequest> {
  const made = await ctx.setUp('create an applicant', {
    method: 'POST',
    path: '/v1/applicants',
    as: { key },
    json: NAME,
  })
  const id = createdId(made, 'END-020')
  const body = JSON.parse(
    JSON.stringify(ctx.open.dataSubjectRequest).replaceAll('{applicant_id}', id),
  ) as JsonObject
  return { method: 'POST', path: '/v1/data_subject_requests', as: { key }, json: body }
}
