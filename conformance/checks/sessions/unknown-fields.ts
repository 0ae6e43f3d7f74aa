import type { Check, Context } from '../../check/check.ts'
import { hasCode } from '../../check/error-body.ts'
import { createdId, expectRefusal, issuesOf, newSession } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

interface Case {
  label: string
  body: JsonObject
  /** Keys that the service cannot know. */
  unknown: string[]
  /** Key that the message must propose, if the given one is similar to a real one. */
  suggests?: string
  /** Requirement of this case, beside the rules on issues. */
  requirement: string
}

/** A field without a value is unknown all the same. */
const EMPTY = [
  ['null', null],
  ['an empty text', ''],
] as const

/**
 * Names that servers often let pass: as internal ones, as extensions, since every object has one, or
 * since they are no identifiers.
 */
const LET_PASS: JsonObject = {
  _vskit_zebra: 1,
  'x-vskit-zebra': 1,
  constructor: 1,
  '': 1,
  vskit_žebra: 1,
}

const SESSION_CASES: readonly Case[] = [
  {
    label: 'unknown fields with unusual names',
    body: LET_PASS,
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-009',
  },
  {
    label: 'unknown fields of the applicant with unusual names',
    body: { applicant: { ...NAME, ...LET_PASS } },
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-010',
  },
  ...EMPTY.flatMap(([label, value]) => [
    {
      label: `an unknown field that is ${label}`,
      body: { vskit_zebra: value },
      unknown: ['vskit_zebra'],
      requirement: 'VAL-009',
    },
    {
      label: `an unknown field of the applicant that is ${label}`,
      body: { applicant: { ...NAME, vskit_gnu: value } },
      unknown: ['vskit_gnu'],
      requirement: 'VAL-010',
    },
  ]),
  {
    label: 'an unknown field',
    body: { vskit_zebra: 1 },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-009',
  },
  {
    label: 'expected_outcome in camelCase',
    body: { expectedOutcome: 'pass' },
    unknown: ['expectedOutcome'],
    suggests: 'expected_outcome',
    requirement: 'END-008',
  },
  {
    label: 'an inline applicant with familyName',
    body: {
      applicant: { given_names: ['Una'], family_name: 'Testperson', familyName: 'Testperson' },
    },
    unknown: ['familyName'],
    suggests: 'family_name',
    requirement: 'VAL-010',
  },
  {
    label: 'Metadata with a capital letter',
    body: { Metadata: {} },
    // Whether a field with other capitals is near enough for a suggestion is left open.
    unknown: ['Metadata'],
    requirement: 'VAL-009',
  },
  {
    label: 'an inline applicant with givenNames',
    body: { applicant: { ...NAME, givenNames: ['Una'] } },
    unknown: ['givenNames'],
    suggests: 'given_names',
    requirement: 'VAL-010',
  },
  {
    label: 'an inline applicant with Family_Name',
    body: { applicant: { ...NAME, Family_Name: 'Testperson' } },
    unknown: ['Family_Name'],
    requirement: 'VAL-010',
  },
  {
    label: 'an inline applicant whose address is in camelCase',
    body: { applicant: { ...NAME, address: { postalCode: '12345', placeId: 'vskit' } } },
    unknown: ['postalCode', 'placeId'],
    suggests: 'postal_code',
    requirement: 'VAL-010',
  },
  {
    label: 'two unknown fields, one of them in the applicant',
    body: { vskit_zebra: 1, applicant: { ...NAME, vskit_gnu: 1 } },
    unknown: ['vskit_zebra', 'vskit_gnu'],
    requirement: 'VAL-001',
  },
]

const APPLICANT_CASES: readonly Case[] = [
  {
    label: 'unknown fields with unusual names',
    body: { ...NAME, ...LET_PASS },
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-007',
  },
  ...EMPTY.map(([label, value]) => ({
    label: `an unknown field that is ${label}`,
    body: { ...NAME, vskit_zebra: value },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-007',
  })),
  {
    label: 'an unknown field',
    body: { ...NAME, vskit_zebra: 1 },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-007',
  },
  {
    label: 'givenNames',
    body: { ...NAME, givenNames: ['Una'] },
    unknown: ['givenNames'],
    suggests: 'given_names',
    requirement: 'VAL-014',
  },
  {
    label: 'familyName',
    body: { ...NAME, familyName: 'Testperson' },
    unknown: ['familyName'],
    suggests: 'family_name',
    requirement: 'VAL-014',
  },
  {
    label: 'Family_Name',
    body: { ...NAME, Family_Name: 'Testperson' },
    unknown: ['Family_Name'],
    requirement: 'VAL-014',
  },
  {
    label: 'dateOfBirth',
    body: { ...NAME, dateOfBirth: '1990-02-28' },
    unknown: ['dateOfBirth'],
    suggests: 'date_of_birth',
    requirement: 'VAL-014',
  },
  {
    label: 'an address with postalCode',
    body: { ...NAME, address: { postalCode: '12345' } },
    unknown: ['postalCode'],
    suggests: 'postal_code',
    requirement: 'VAL-014',
  },
  {
    label: 'an address with placeId',
    body: { ...NAME, address: { placeId: 'vskit' } },
    unknown: ['placeId'],
    suggests: 'place_id',
    requirement: 'VAL-014',
  },
]

const RULES = ['ERR-001', 'VAL-002', 'VAL-003', 'VAL-004', 'VAL-005', 'VAL-011']
const WHY =
  'If a field is dropped silently, nobody notices for weeks, for example a missing date of birth.'

export const unknownFieldChecks: readonly Check[] = [
  ...(
    [
      ['sessions.unknown-fields', 'home.test', 'a session'],
      ['sessions.live-unknown-fields', 'home.live', 'a live session'],
    ] as const
  ).map(([id, as, what]): Check => ({
    id,
    area: 'sessions',
    requirements: ['END-008', 'VAL-001', 'VAL-009', 'VAL-010', ...RULES],
    level: 'must',
    needs: { features: ['sessions'], credentials: [as] },
    why: WHY,
    async run(ctx) {
      // Shows that the unknown fields cause the refusals below. Live mode drops the outcome.
      await newSession(ctx, as, { applicant: NAME, expected_outcome: 'pass' })
      for (const one of SESSION_CASES) {
        const answer = await ctx.step(`create ${what} with ${one.label}`, {
          method: 'POST',
          path: '/v1/sessions',
          as,
          json: { ...ctx.sessionFields(as), ...one.body },
        })
        judge(ctx, answer, one)
      }
    },
  })),
  {
    id: 'applicants.unknown-fields',
    area: 'applicants',
    requirements: ['END-022', 'VAL-007', 'VAL-008', 'VAL-014', ...RULES],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: WHY,
    async run(ctx) {
      const created = await ctx.setUp('create an applicant', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json: NAME,
      })
      for (const one of APPLICANT_CASES) {
        const answer = await ctx.step(`create an applicant with ${one.label}`, {
          method: 'POST',
          path: '/v1/applicants',
          as: 'home.test',
          json: one.body,
        })
        judge(ctx, answer, one)
      }
      const id = createdId(created, 'END-020')
      for (const { body, ...one } of APPLICANT_CASES) {
        const { family_name: _family, given_names: _given, ...change } = body
        const answer = await ctx.step(`change an applicant by ${one.label}`, {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: 'home.test',
          json: change,
        })
        judge(ctx, answer, { ...one, body, requirement: 'VAL-008' })
        ctx.expect('END-022', 'the change is refused', answer.status === 422, answer.status)
      }
    },
  },
]

function judge(ctx: Context, answer: Answer, { unknown, suggests, requirement }: Case): void {
  if (
    !expectRefusal(ctx, answer, {
      status: 422,
      code: 'validation_error',
      requirements: [requirement, 'ERR-001'],
    })
  ) {
    return
  }
  const issues = issuesOf(answer)
  ctx.expect('VAL-002', 'a code on each issue', issues.length > 0 && issues.every(hasCode), issues)
  ctx.expect(
    'VAL-003',
    'a path as an array on each issue',
    issues.length > 0 && issues.every(({ path }) => Array.isArray(path)),
    issues,
  )
  ctx.expect(
    'VAL-004',
    'a message as a string on each issue',
    issues.length > 0 && issues.every(({ message }) => typeof message === 'string'),
    issues,
  )
  const named = issues.flatMap(({ keys }) => (Array.isArray(keys) ? (keys as unknown[]) : []))
  const ignored = unknown.filter((key) => !named.includes(key))
  ctx.expect(
    unknown.length > 1 ? requirement : 'VAL-005',
    `the issues name ${unknown.join(' and ')} in keys`,
    ignored.length === 0,
    issues,
  )
  if (suggests === undefined) return
  const messages = [at(answer.json, 'error', 'message'), ...issues.map(({ message }) => message)]
  ctx.expect(
    'VAL-011',
    `a message that proposes ${suggests}`,
    messages.some((message) => String(message).includes(suggests)),
    messages,
  )
}
