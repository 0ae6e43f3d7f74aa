import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import {
  ABSENT_CASES,
  applicantCases,
  ARRAY_CASES,
  CAPTURED_CASES,
  METADATA,
  OPERATOR_CASES,
  SESSION_METADATA,
  STRING_LIST_CASES,
  TEMPLATE_METADATA_CASES,
  type ConditionCase,
} from './screening-cases.ts'
import { FINDING_CASES, FINDINGS, NO_FINDING_CASES } from './finding-cases.ts'
import { GROUP_CASES } from './group-cases.ts'
import { inSnakeCase } from '../../text.ts'
import { SIGNALS } from '../templates/template-fields.ts'

/** An applicant with only a name. */
const NAMED = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'María'] }

/** Half a year after a birthday, so that time zone and time of day do not change the age. */
const BORN = new Date(Date.now() - (36 * 365.25 + 183) * 86_400_000).toISOString().slice(0, 10)

const WHOLE = {
  family_name: 'Okafor Lindqvist',
  given_names: ['Ana', 'María Luz', 'Inés'],
  name_suffix: 'Jr.',
  email: 'ana.okafor@post.mail.example',
  phone: '+442079460018',
  date_of_birth: BORN,
  address: { postal_code: 'N1 9GU', country: 'GB' },
}

const SIGNAL_ROWS = SIGNALS.flatMap(([sample, fields]) =>
  Object.entries(fields).map(([field, requirement], i) => ({
    field,
    requirement,
    value: typeof sample === 'number' ? i + 1 : sample,
  })),
)

const ALL_SIGNALS = Object.fromEntries(SIGNAL_ROWS.map(({ field, value }) => [field, value]))

/** Signals that were collected and found nothing. */
const HONEST: readonly [field: string, value: boolean | number, requirement: string][] = [
  ['fraud.threatScore', 0, 'DEV-006'],
  ['fraud.asnIsDatacenter', false, 'DEV-010'],
  ['fraud.ipIsTorExit', false, 'DEV-015'],
  ['fraud.impossibleTravel', false, 'DEV-023'],
  ['device.behavior.pasteCount', 0, 'DEV-031'],
  ['device.behavior.headless', false, 'DEV-034'],
]

const signalCases = (collected: boolean): Case<ConditionCase>[] =>
  SIGNAL_ROWS.map(({ field, requirement, value }) => ({
    label: `${field} eq ${JSON.stringify(value)}`,
    requirements: collected ? [requirement, 'DEV-001'] : ['DEV-001', 'DEV-002'],
    send: { condition: comparing({ field, value }), holds: collected },
  }))

type ScreenedParams = JsonObject & { applicant: JsonObject }
type NamedCase = Case<ConditionCase> & { name: string }

/** Tested verifications: the input of the provider state, and the conditions that are tested together. */
export const SCREENED: readonly {
  id: string
  why: string
  params: ScreenedParams
  cases: readonly Case<ConditionCase>[]
}[] = [
  {
    id: 'screening.operators',
    params: { applicant: NAMED, metadata: METADATA },
    cases: OPERATOR_CASES,
    why: 'Rules decide about people, so each operator must have the stated meaning.',
  },
  {
    id: 'screening.what-is-not-there',
    params: { applicant: NAMED, metadata: METADATA, device_intelligence: false },
    cases: ABSENT_CASES,
    why: 'An absent answer must not match a rule, negative operators included.',
  },
  {
    id: 'screening.arrays',
    params: { applicant: NAMED, metadata: METADATA },
    cases: ARRAY_CASES,
    why: 'Comparisons with lists must have the same semantics everywhere.',
  },
  {
    id: 'screening.groups',
    params: { applicant: NAMED, metadata: METADATA },
    cases: GROUP_CASES,
    why: 'Confusing AND with OR declines the wrong people.',
  },
  {
    id: 'screening.applicant-fields',
    params: { applicant: WHOLE },
    cases: applicantCases(BORN),
    why: 'Rules must see the same values as the applicant record.',
  },
  {
    id: 'screening.captured-name',
    params: { applicant: { legal_name: 'Ana María OKAFOR-Lindqvist', email: 'Ana@Mail.Example' } },
    cases: CAPTURED_CASES,
    why: 'Block lists compare with the name as captured.',
  },
  {
    id: 'screening.findings',
    params: { applicant: NAMED, findings: FINDINGS },
    cases: FINDING_CASES,
    why: 'Rules read the findings of checks by these paths only.',
  },
  {
    id: 'screening.no-findings',
    params: { applicant: NAMED, findings: [] },
    cases: NO_FINDING_CASES,
    why: 'A rule about a clean verification compares with the number zero.',
  },
  {
    id: 'screening.signals-on',
    params: {
      applicant: NAMED,
      device_intelligence: true,
      signals: ALL_SIGNALS,
    },
    cases: signalCases(true),
    why: 'Rules must receive the signals that they name.',
  },
  {
    id: 'screening.signals-of-an-honest-visitor',
    params: {
      applicant: NAMED,
      device_intelligence: true,
      signals: Object.fromEntries(HONEST.map(([field, value]) => [field, value])),
    },
    cases: HONEST.flatMap(([field, value, requirement]) => [
      {
        label: `${field} eq ${value}`,
        requirements: [requirement, 'DEV-001'],
        send: { condition: comparing({ field, value }), holds: true },
      },
      {
        label: `${field} exists`,
        requirements: [requirement, 'OPR-017'],
        send: { condition: comparing({ field, operator: 'exists' }), holds: true },
      },
    ]),
    why: 'A signal of false or 0 was collected; rules on it must not be skipped.',
  },
  {
    id: 'screening.signals-off',
    params: { applicant: NAMED, device_intelligence: false, signals: ALL_SIGNALS },
    cases: signalCases(false),
    why: 'With device intelligence off, rules on device fields must not fire.',
  },
  {
    id: 'screening.ordinary-visitor',
    params: { applicant: NAMED, device_intelligence: true },
    cases: [
      {
        label: 'a bot category',
        requirements: ['DEV-012'],
        send: {
          condition: comparing({ field: 'fraud.verifiedBotCategory', operator: 'exists' }),
          holds: false,
        },
      },
    ],
    why: 'A category that is always present flags every applicant.',
  },
  {
    id: 'screening.metadata-of-the-template',
    cases: TEMPLATE_METADATA_CASES,
    params: { applicant: NAMED, metadata: METADATA, session_metadata: SESSION_METADATA },
    why: 'Metadata must not change the verdict, unless a rule reads it by its own path.',
  },
  {
    id: 'screening.lists-that-are-none',
    params: { applicant: NAMED, metadata: METADATA },
    cases: STRING_LIST_CASES,
    why: 'A list written as a string must match no applicant, not every applicant.',
  },
]

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
  const rules = cases.map(({ name, send: { condition, isOff, priority } }) =>
    rule({
      name,
      condition,
      ...(isOff && { isActive: false }),
      ...(priority !== undefined && { priority }),
    }),
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
  const inRequests = inSnakeCase(name)
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
    region: ctx.home,
    mode: 'test',
    ...params,
    applicant: asRequested(ctx, params.applicant),
    screening_rules: rules,
  })
  if (refused === true) return undefined
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return new Set(tags)
}
