import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { resourceOf, statusAndCode } from '../../check/idioms.ts'
import { at } from '../../http/json.ts'

/** Rounds of requests at once: in one alone, requests may happen to follow each other. */
const ROUNDS = 3

const AMERICAN = '(201) 555-0123'

const NUMBERS: readonly [phone: string, language: string | undefined, e164: string | undefined][] =
  [
    ['020 7946 0018', 'en-GB', '+442079460018'],
    ['020 7946 0018', undefined, undefined],
    [AMERICAN, 'en-US', '+12015550123'],
    // The number before is valid only with the first country, this one only with the second.
    [AMERICAN, undefined, undefined],
    ['+442079460018', undefined, '+442079460018'],
  ]

/** The country of a national number, which each request names for itself. */
export const phonesAtOnceChecks: readonly Check[] = [
  {
    id: 'applicants.phones-at-once',
    area: 'applicants',
    requirements: ['APP-016', 'APP-017', 'APP-018'],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: 'A number with the country of another request belongs to a stranger.',
    async run(ctx) {
      for (let round = 1; round <= ROUNDS; round++) {
        const answers = await Promise.all(
          ctx.shuffle(NUMBERS).map(async ([phone, language, e164]) => ({
            label: `${phone} with ${language ?? 'no Accept-Language'}`,
            phone,
            e164,
            answer: await ctx.step('create applicants at once', {
              method: 'POST',
              path: '/v1/applicants',
              as: 'home.test',
              json: { family_name: 'Testperson', given_names: ['Una'], phone },
              ...(language !== undefined && { headers: { 'Accept-Language': language } }),
            }),
          })),
        )
        for (const { label, phone, e164, answer } of answers) {
          if (e164 === undefined) {
            ctx.expect(
              'APP-018',
              `${label}, beside requests that name a country: 422`,
              answer.status === 422,
              statusAndCode(answer),
            )
            continue
          }
          // A service may refuse a number from the range for fiction.
          if (phone === AMERICAN && answer.status === 422) continue
          const got = isAccepted(answer) ? at(resourceOf(ctx, answer), 'phone') : undefined
          for (const requirement of ['APP-016', 'APP-017'])
            ctx.expect(
              requirement,
              `${e164} for ${label}, beside requests that name another country`,
              got === e164,
              got ?? statusAndCode(answer),
            )
        }
      }
    },
  },
]
