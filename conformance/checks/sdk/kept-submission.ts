import { blockIfAssumed } from '../../check/advice.ts'
import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { idText, resourceOf, statusAndCode } from '../../check/idioms.ts'
import { blockIfMoreIsNeeded, submittedApplicant } from '../../check/resources/applicant-fields.ts'
import { applicantRetrieval } from '../../check/resources/applicant-retrieval.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'
import { inCamelCase } from '../../text.ts'

const TYPED = {
  givenNames: ['Ana', 'María'],
  nameSuffix: 'Jr.',
  phone: '+442079460018',
  dateOfBirth: '1988-02-29',
}
const ADDRESS = { postalCode: 'N1 9GU', placeId: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' }

/** Each submitted field: its path in the applicant, the value, and the requirement of the applicant. */
const KEPT: readonly [path: readonly string[], value: unknown, requirement: string][] = [
  [['given_names'], TYPED.givenNames, 'APP-006'],
  [['name_suffix'], TYPED.nameSuffix, 'APP-012'],
  [['phone'], TYPED.phone, 'APP-016'],
  [['date_of_birth'], TYPED.dateOfBirth, 'APP-022'],
  [['address', 'postal_code'], ADDRESS.postalCode, 'APP-024'],
  [['address', 'place_id'], ADDRESS.placeId, 'APP-025'],
]

const NEEDS: Check['needs'] = {
  features: ['browser_tokens', 'applicants'],
  credentials: [],
  states: ['open_session'],
}

/** Fields of an SDK submission in the applicant that it creates. */
export const keptSubmissionChecks: readonly Check[] = [
  {
    id: 'sdk.submission-is-kept',
    area: 'sdk',
    requirements: ['SDK-006', ...KEPT.map(([, , requirement]) => requirement), 'APP-013'],
    level: 'must',
    needs: NEEDS,
    why: 'A field that is lost between the page and the record is never asked for again.',
    async run(ctx) {
      const email = `ana.${ctx.unique()}@applicant.example`
      const familyName = `Testperson ${ctx.unique()}`
      const address = { ...ADDRESS, [inCamelCase(ctx.open.countryField)]: 'GB' }
      await expectKept(ctx, {
        check: 'background_check',
        typed: { ...TYPED, email, familyName, address },
        isRecord: (one) => at(one, 'family_name') === familyName,
        kept: [...KEPT, [['email'], email, 'APP-013']],
      })
    },
  },
  {
    id: 'sdk.legal-name-is-kept',
    area: 'sdk',
    requirements: ['SDK-006', 'APP-027'],
    level: 'must',
    needs: NEEDS,
    why: 'Rules and reviewers compare the name as the person typed it; it is in no other field.',
    async run(ctx) {
      const legalName = `Ana-MARI\u0301A  Testperson ${ctx.unique()}`
      // Only a background check needs the parts of a name. The organization has no other applicant.
      await expectKept(ctx, {
        check: 'credit_history',
        typed: { legalName },
        isRecord: (one) => idText(at(one, 'id')) !== undefined,
        kept: [[['legal_name'], legalName, 'APP-027']],
      })
    },
  },
]

/** Submits an applicant, and judges the record of it. */
async function expectKept(
  ctx: Context,
  {
    check,
    typed,
    isRecord,
    kept,
  }: {
    /** One without a document: a service may prefer the data that a document shows. */
    check: string
    typed: JsonObject
    isRecord: (value: unknown) => boolean
    kept: typeof KEPT
  },
): Promise<void> {
  const open = await reach(ctx, 'open_session', { checks: [check] }, 'browser_token')
  const whole = submittedApplicant(ctx.open, typed)
  const answer = await ctx.step(
    'submit every field',
    submissionOf(ctx, open['submission'], open.browser_token, whole),
  )
  blockIfMoreIsNeeded(answer, whole, at(open['submission'], 'applicant'))
  if ('address' in typed) blockIfAssumed(ctx, 'country_field', 'submit an address', answer)
  if (!ctx.expect('SDK-006', '2xx', isAccepted(answer), statusAndCode(answer))) return
  const records = await recordsOf(ctx, open.key, isRecord)
  if (records.length === 0) ctx.observe('GAP-LISTS', 'the list of applicants does not show it')
  for (const { where, applicant, changed } of records) {
    for (const [path, value, requirement] of kept) {
      const [name, part] = path as [string, string?]
      if (name === changed) continue
      const holder = part === undefined ? applicant : at(applicant, name)
      const isShown = isObject(holder) && Object.hasOwn(holder, part ?? name)
      // Only the response to a change must have every field (GAP-LISTS).
      if (!isShown && changed === undefined) continue
      const got = at(applicant, ...path)
      const holds = JSON.stringify(got) === JSON.stringify(value)
      for (const rule of ['SDK-006', requirement])
        ctx.expect(rule, `${path.join('.')} ${where} as submitted`, holds, got ?? null)
    }
  }
}

interface SeenRecord {
  where: string
  applicant: unknown
  /** In the response to a change: the field that it changed. */
  changed?: string
}

/** Returns the applicant from the list, and from other responses about it. */
async function recordsOf(
  ctx: Context,
  key: string,
  isRecord: (value: unknown) => boolean,
): Promise<SeenRecord[]> {
  const as = { key }
  const found = await pollUntil(
    async () =>
      walk(
        (await ctx.setUp('list applicants', { method: 'GET', path: '/v1/applicants', as })).json,
      ).find(({ value }) => isRecord(value)),
    (one) => one !== undefined,
  )
  if (!found) return []
  const listed = { where: 'in the list', applicant: found.value }
  const id = idText(at(found.value, 'id'))
  if (id === undefined) return [listed]
  const retrieval = applicantRetrieval(ctx, id, as)
  const retrieved = retrieval && (await ctx.setUp('retrieve the applicant', retrieval))
  const after = await ctx.setUp('change another field', {
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(id)}`,
    as,
    json: { email: 'ana.maria.{unique}@applicant.example' },
  })
  return [
    listed,
    ...(retrieved ? [{ where: 'when retrieved', applicant: resourceOf(ctx, retrieved) }] : []),
    {
      where: 'in the response to a change',
      applicant: resourceOf(ctx, after),
      changed: 'email',
    },
  ]
}
