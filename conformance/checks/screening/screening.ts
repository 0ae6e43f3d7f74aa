import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { rule } from '../../check/resources/templates.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import { inSnakeCase } from '../../text.ts'
import { SCREENED, type ScreenedParams } from './screened-verifications.ts'
import type { ConditionCase } from './screening-cases.ts'

type NamedCase = Case<ConditionCase> & { name: string }

export const screeningChecks: readonly Check[] = SCREENED.map(
  ({ id, why, params, cases }) =>
    ({
      id,
      area: 'screening',
      level: 'must',
      why,
      requirements: requirementsOf(cases),
      needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
      async run(ctx: Context) {
        // Short names, because the contract leaves their maximum length open (GAP-TEXT-BOUNDS).
        const named = cases
          .map((one, i) => ({ ...one, name: ruleName(i) }))
          .filter(({ send }) => !isFilledIn(ctx, params.applicant, send.condition))
        const required = named.filter(({ send }) => send.refusedBy === undefined)
        const refusable = named.filter(({ send }) => send.refusedBy !== undefined)
        // A rule that is refused alone leaves the others judged.
        for (const together of [required, ...refusable.map((one) => [one])])
          if (together.length > 0) await expectRules(ctx, params, together)
      },
    }) satisfies Check,
)

/** Expects that the rules of one template hold, or do not, as their cases say. */
async function expectRules(
  ctx: Context,
  params: ScreenedParams,
  cases: readonly NamedCase[],
): Promise<void> {
  const rules = cases.map(({ name, send: { condition, change } }) =>
    rule({ name, condition, ...change }),
  )
  const tags = await tagsOf(ctx, params, rules)
  if (!tags) {
    for (const { label, send } of cases)
      if (send.refusedBy !== undefined)
        ctx.observe(send.refusedBy, `the rule "${label}" is refused`)
    for (const one of requirementsOf(cases.filter(({ send }) => send.refusedBy === undefined)))
      ctx.expect(one, 'a template with rules of the stated form', false, 'refused')
    return
  }
  for (const { name, label, send, requirements } of cases) {
    for (const requirement of requirements) {
      const expected = `the rule "${label}" ${send.holds ? 'to hold' : 'not to hold'}`
      ctx.expect(
        requirement,
        expected,
        tags.has(name) === send.holds,
        tags.has(name) ? 'it held' : 'it did not hold',
      )
    }
  }
}

export function ruleName(index: number): string {
  return `case ${index + 1}`
}

/**
 * Returns an applicant as this service expects it: with the fields that it requires
 * (GAP-APPLICANT-REQUIRED), and its name of the country (GAP-ADDRESS-FIELDS).
 */
export function asRequested(ctx: Context, applicant: JsonObject): JsonObject {
  const whole = { ...ctx.open.applicantFields, ...applicant }
  if (!isObject(applicant['address'])) return whole
  const { country, ...others } = applicant['address']
  return { ...whole, address: { ...others, [ctx.open.countryField]: country } }
}

/** Whether a condition is about a field that the applicant of the case lacks and the service requires. */
function isFilledIn(ctx: Context, applicant: JsonObject, { field }: JsonObject): boolean {
  const [of, name = ''] = String(field).split('.')
  const inRequests = name === 'age' ? 'date_of_birth' : inSnakeCase(name)
  const isRequired = Object.hasOwn(ctx.open.applicantFields, inRequests)
  return of === 'applicant' && isRequired && !Object.hasOwn(applicant, inRequests)
}

/** Returns the tags that the rules set on a verification; undefined if the rules are refused. */
async function tagsOf(
  ctx: Context,
  params: ScreenedParams,
  rules: JsonObject[],
): Promise<ReadonlySet<unknown> | undefined> {
  const { tags, refused } = await ctx.state('screened_session', {
    ...params,
    applicant: asRequested(ctx, params.applicant),
    screening_rules: rules,
  })
  if (refused === true) return undefined
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return new Set(tags)
}
