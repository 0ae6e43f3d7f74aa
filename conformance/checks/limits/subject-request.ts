import type { Context, StepRequest } from '../../check/check.ts'
import { dataSubjectRequest } from '../../check/resources/data-subject-request.ts'
import { createdId } from '../../check/idioms.ts'

export const NAME = {
  family_name: 'Testperson',
  given_names: ['Una'],
  email: 'una.{unique}@applicant.example',
}
export const COUNTER_REQUIREMENTS = ['LIM-006', 'LIM-007']

/**
 * Returns a data subject request about a new applicant, in the form of the target file. A service may
 * refuse a second one for the same applicant (GAP-DSR).
 * @param maker key that creates the applicant, in place of the key of the request
 */
export async function subjectRequest(
  ctx: Context,
  key: string,
  maker: string = key,
): Promise<StepRequest> {
  return (await subjectRequestOf(ctx, key, maker)).request
}

/** Returns such a request, and the id of the applicant. */
export async function subjectRequestOf(
  ctx: Context,
  key: string,
  maker: string = key,
): Promise<{ request: StepRequest; applicant: string }> {
  const made = await ctx.setUp('create an applicant', {
    method: 'POST',
    path: '/v1/applicants',
    as: { key: maker },
    json: NAME,
  })
  const applicant = createdId(made, 'END-020')
  const json = dataSubjectRequest(ctx.open, made)
  return {
    request: { method: 'POST', path: '/v1/data_subject_requests', as: { key }, json },
    applicant,
  }
}
