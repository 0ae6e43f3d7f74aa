import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { createdId, resourceOf, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'

/** Rounds of changes at once: in one alone, requests may happen to follow each other. */
const ROUNDS = 3

const NEEDS: Check['needs'] = { features: ['applicants'], credentials: ['home.test'] }

/** Changes of one phone, one after the other. */
const PHONES: readonly {
  label: string
  phone: string
  language?: string
  /** Undefined if the number names no country, so that it is refused. */
  e164?: string
}[] = [
  {
    label: 'a national number and its country',
    phone: '020 7946 0019',
    language: 'en-GB',
    e164: '+442079460019',
  },
  // A cache by the text of the number has its country.
  { label: 'the same national number and no country', phone: '020 7946 0019' },
  { label: 'a number with its country', phone: '+44 20 7946 0020', e164: '+442079460020' },
  { label: 'a national number and no country', phone: '020 7946 0021' },
  {
    label: 'another national number and its country',
    phone: '020 7946 0022',
    language: 'en-GB',
    e164: '+442079460022',
  },
]

async function create(
  ctx: Context,
  more: JsonObject,
): Promise<(request: Change) => Promise<Answer>> {
  const made = await ctx.setUp('create an applicant', {
    method: 'POST',
    path: '/v1/applicants',
    as: 'home.test',
    json: { family_name: 'Testperson', given_names: ['Una'], ...more },
  })
  const path = `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`
  return ({ label, json, language }) =>
    ctx.step(label, {
      method: 'PATCH',
      path,
      as: 'home.test',
      json,
      ...(language !== undefined && { headers: { 'Accept-Language': language } }),
    })
}

interface Change {
  label: string
  json: JsonObject
  language?: string | undefined
}

/** Several changes of one applicant, one after the other and at once. */
export const repeatedChangeChecks: readonly Check[] = [
  {
    id: 'applicants.phone-changed-again',
    area: 'applicants',
    requirements: ['APP-016', 'APP-017', 'APP-018', 'APP-020', 'END-021'],
    level: 'must',
    needs: NEEDS,
    why: 'An applicant who corrects a number twice must be called at the last one.',
    async run(ctx) {
      const change = await create(ctx, { phone: '+442079460018' })
      let stored = '+442079460018'
      for (const { label, phone, language, e164 } of PHONES) {
        const changed = await change({
          label: `change the phone to ${label}`,
          json: { phone },
          language,
        })
        // Some services normalize the response and store the text as it was sent: the next change shows it.
        const later = await change({ label: 'change another field', json: { name_suffix: 'Jr.' } })
        if (e164 === undefined) {
          for (const rule of ['APP-018', 'APP-020'])
            ctx.expect(rule, `${label}: 422`, changed.status === 422, statusAndCode(changed))
          expectPhone(ctx, ['APP-020'], `${stored}, unchanged by ${label}`, stored, later)
          continue
        }
        stored = e164
        const rules = [
          'APP-016',
          'APP-020',
          'END-021',
          ...(language === undefined ? [] : ['APP-017']),
        ]
        for (const answer of [changed, later])
          expectPhone(ctx, rules, `${e164} after a change to ${label}`, e164, answer)
      }
    },
  },
  {
    id: 'applicants.changed-at-once',
    area: 'applicants',
    requirements: ['END-021'],
    level: 'must',
    needs: NEEDS,
    why: 'A backend and an operator who correct different fields in the same moment must both be heard.',
    async run(ctx) {
      const change = await create(ctx, {})
      for (let round = 1; round <= ROUNDS; round++) {
        const changes = ctx.shuffle<[string, string]>([
          ['email', `una.${ctx.unique()}@applicant.example`],
          ['phone', `+44207946001${round}`],
          ['date_of_birth', `198${round}-02-28`],
        ])
        const answers = await Promise.all(
          changes.map(([field, value]) =>
            change({ label: `change the ${field}, and others at once`, json: { [field]: value } }),
          ),
        )
        const after = await change({
          label: 'change another field after that',
          json: { name_suffix: round === 2 ? 'Sr.' : 'Jr.' },
        })
        const applicant = resourceOf(ctx, after)
        for (const [i, [field, value]] of changes.entries()) {
          // A service may refuse a change that another one overtook.
          if (!isAccepted(answers[i]!)) continue
          const got = at(applicant, field)
          ctx.expect(
            'END-021',
            `the ${field} of an accepted change, ${value}, after changes of other fields at once`,
            got === value,
            got ?? statusAndCode(after),
          )
        }
      }
    },
  },
]

function expectPhone(
  ctx: Context,
  rules: readonly string[],
  label: string,
  wanted: string,
  answer: Answer,
): void {
  const phone = at(resourceOf(ctx, answer), 'phone')
  for (const rule of rules)
    ctx.expect(rule, label, phone === wanted, phone ?? statusAndCode(answer))
}
