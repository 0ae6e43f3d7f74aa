import {
  type Case,
  expectEachRefused,
  expectEachAccepted,
  isAccepted,
  requirementsOf,
} from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { expectRefusal, issuesOf, paramsOf, resourceOf } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { type Place, PLACES } from './places.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

const REFUSED_NAMES: readonly Case[] = [
  { label: 'without family_name', send: { given_names: ['Una'] }, requirements: ['APP-002'] },
  { label: 'with only a name_suffix', send: { name_suffix: 'III' }, requirements: ['APP-002'] },
  {
    label: 'with a family_name that is null',
    send: { ...NAME, family_name: null },
    requirements: ['APP-002'],
  },
  {
    label: 'with an empty family_name',
    send: { ...NAME, family_name: '' },
    requirements: ['APP-004'],
  },
  {
    label: 'with a family_name that is not a string',
    send: { ...NAME, family_name: ['Testperson'] },
    requirements: ['APP-001'],
  },
  {
    label: 'with a family_name that is a number',
    send: { ...NAME, family_name: 7 },
    requirements: ['APP-001'],
  },
  {
    label: 'with a given name that is null',
    send: { ...NAME, given_names: ['Una', null] },
    requirements: ['APP-005'],
  },
  {
    label: 'with given_names that are a single string',
    send: { ...NAME, given_names: 'Una' },
    requirements: ['APP-005'],
  },
  {
    label: 'with a given name that is a number',
    send: { ...NAME, given_names: [7] },
    requirements: ['APP-005'],
  },
  {
    label: 'with legal_name',
    send: { ...NAME, legal_name: 'Una Testperson' },
    requirements: ['APP-028'],
  },
  {
    label: 'with localized_name',
    send: { ...NAME, localized_name: 'Уна' },
    requirements: ['APP-030'],
  },
]

/** Beyond any bound (GAP-GIVEN-NAMES-BOUNDS). */
export const TOO_LONG_NAMES: readonly Case[] = [
  {
    label: 'with a given name of 50,000 characters',
    send: { ...NAME, given_names: ['U'.repeat(50_000)] },
    requirements: ['APP-009'],
  },
  {
    label: 'with 10,000 given names',
    send: { ...NAME, given_names: Array.from({ length: 10_000 }, () => 'Una') },
    requirements: ['APP-010'],
  },
]

export const ACCEPTED_NAMES: readonly Case[] = [
  {
    label: 'with a single name',
    send: { family_name: 'Sukarno', given_names: [] },
    requirements: ['APP-008'],
  },
  {
    label: 'with two given names',
    send: { family_name: 'Testperson', given_names: ['Una', 'Maria'] },
    requirements: ['APP-007'],
  },
]

/**
 * Creation alone needs a family_name: a change keeps the one that there is, as null may count as omitted
 * (GAP-NULL-FIELDS).
 */
export const refusedNamesOf = (place: Place['name']): readonly Case[] =>
  REFUSED_NAMES.filter(({ send }) => place !== 'change' || (send['family_name'] ?? null) !== null)

/** An empty list may be left out of the response. */
function expectGivenNames(ctx: Context, { label, send, requirements }: Case, answer: Answer): void {
  const got = at(resourceOf(ctx, answer), 'given_names')
  for (const requirement of requirements) {
    ctx.expect(
      requirement,
      `${label}: given_names ${JSON.stringify(send['given_names'])}`,
      JSON.stringify(got ?? []) === JSON.stringify(send['given_names']),
      got,
    )
  }
}

const IDS = {
  creation: 'applicants.name-rules',
  change: 'applicants.name-rules-on-change',
  session: 'applicants.name-rules-in-sessions',
} as const

export const nameRuleChecks: readonly Check[] = PLACES.map(({ name, features, sender }): Check => ({
  id: IDS[name],
  area: 'applicants',
  requirements: [
    ...requirementsOf(refusedNamesOf(name), TOO_LONG_NAMES, ACCEPTED_NAMES),
    'VAL-006',
  ],
  level: 'must',
  needs: { features, credentials: ['home.test'] },
  why: 'People with one name, or five, must be accepted. A name without surname, or of unlimited length, must not.',
  async run(ctx) {
    const send = await sender(ctx, NAME)
    await expectEachAccepted(ctx, ACCEPTED_NAMES, async (one) => {
      const answer = await send(one.label, one.send)
      // The response to a session creation need not show the applicant.
      if (name !== 'session' && isAccepted(answer)) expectGivenNames(ctx, one, answer)
      return answer
    })
    await expectEachRefused(ctx, refusedNamesOf(name), async (one) => {
      const answer = await send(one.label, one.send)
      if (answer.status === 422 && one.send['family_name'] === '')
        ctx.expect(
          'VAL-006',
          'param with family_name, the one value that is wrong',
          paramsOf(answer).some((param) => /(^|[./])family_name$/.test(String(param))),
          issuesOf(answer),
        )
      return answer
    })
    for (const { label, send: applicant, requirements } of TOO_LONG_NAMES) {
      const answer = await send(label, applicant)
      // The body itself may exceed a limit (GAP-BODY-LIMITS).
      if (answer.status === 413) ctx.observe('GAP-BODY-LIMITS', `413 for an applicant ${label}`)
      else if (expectRefusal(ctx, answer, { status: 422, code: 'validation_error', requirements }))
        ctx.expect(
          'VAL-006',
          'param with given_names, the one value that is wrong',
          paramsOf(answer).some((param) => /(^|[./])given_names\b/.test(String(param))),
          issuesOf(answer),
        )
    }
  },
}))
