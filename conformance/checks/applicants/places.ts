import type { Context } from '../../check/check.ts'
import { createdId, newSession } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Sends an applicant. The label completes "create an applicant". */
type Send = (label: string, applicant: JsonObject) => Promise<Answer>

/** A request that takes the fields of an applicant. */
export interface Place {
  name: 'creation' | 'change' | 'session'
  features: readonly FeatureName[]
  /**
   * Returns how to send one.
   * @param valid is sent first, so that later errors are about the applicant
   */
  sender(ctx: Context, valid?: JsonObject): Promise<Send>
}

const create = { method: 'POST', path: '/v1/applicants', as: 'home.test' } as const

export const PLACES: readonly Place[] = [
  {
    name: 'creation',
    features: ['applicants'],
    async sender(ctx, valid) {
      if (valid) await ctx.setUp('create an applicant', { ...create, json: valid })
      return (label, json) => ctx.step(`create an applicant ${label}`, { ...create, json })
    },
  },
  {
    name: 'change',
    features: ['applicants'],
    async sender(ctx, valid = NAME) {
      const made = await ctx.setUp('create an applicant to change', { ...create, json: valid })
      const path = `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`
      const change = { method: 'PATCH', path, as: create.as } as const
      return (label, json) => ctx.step(`change an applicant to one ${label}`, { ...change, json })
    },
  },
  {
    name: 'session',
    features: ['sessions'],
    async sender(ctx, valid) {
      if (valid) await newSession(ctx, create.as, { applicant: valid })
      const fields = ctx.sessionFields(create.as)
      return (label, applicant) =>
        ctx.step(`create a session for an applicant ${label}`, {
          method: 'POST',
          path: '/v1/sessions',
          as: create.as,
          json: { ...fields, applicant },
        })
    },
  },
]
