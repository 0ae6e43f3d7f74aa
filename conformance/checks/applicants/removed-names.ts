import type { Check, Context } from '../../check/check.ts'
import {
  createdId,
  expectRefusal,
  issuesOf,
  newSession,
  statusAndCode,
} from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Removed fields, the requirements on each, and their replacements. */
const REMOVED = [
  { field: 'first_name', refused: 'APP-031', named: 'VAL-016', replacements: ['given_names'] },
  { field: 'middle_name', refused: 'APP-032', named: 'VAL-017', replacements: ['given_names'] },
  { field: 'last_name', refused: 'APP-033', named: 'VAL-018', replacements: ['family_name'] },
  {
    field: 'legal_name',
    refused: 'APP-034',
    named: 'VAL-019',
    replacements: ['family_name', 'given_names'],
  },
  {
    field: 'full_name',
    refused: 'APP-035',
    named: 'VAL-020',
    replacements: ['family_name', 'given_names'],
  },
] as const

/** Words that a sentence about a list of names almost always contains. */
const LIST_WORDS =
  /\[|\b(array|list|sequence|entr(y|ies)|elements?|items?|strings|several|multiple|each)\b/i

export const removedNameChecks: readonly Check[] = [
  {
    id: 'applicants.removed-names',
    area: 'applicants',
    requirements: [
      ...REMOVED.flatMap(({ refused, named }) => [refused, named]),
      'VAL-012',
      'VAL-013',
      'VER-013',
    ],
    level: 'must',
    needs: { features: ['applicants', 'sessions'], credentials: ['home.test'] },
    why: 'Integrators migrate from the old fields; the refusal must name the new ones.',
    async run(ctx) {
      for (const [where, send] of await placesFor(ctx)) {
        for (const { field, refused, named, replacements } of REMOVED) {
          const answer = await send(`${where} with ${field}`, { ...NAME, [field]: 'Una' })
          expectRefusal(ctx, answer, {
            status: 422,
            code: 'validation_error',
            requirements: [refused, 'VER-013'],
          })
          const said = messages(answer).join('; ')
          const names = replacements.some((replacement) => said.includes(replacement))
          ctx.expect(
            named,
            `422 with a message that names ${replacements.join(' or ')}, ${where}`,
            answer.status === 422 && names,
            said || statusAndCode(answer),
          )
          ctx.expect('VAL-012', `a message that names ${replacements.join(' or ')}`, names, said)
          if (field !== 'first_name') continue
          const about = messages(answer).filter((message) => message.includes('given_names'))
          ctx.expect(
            'VAL-013',
            'a message that says given_names is a list',
            about.some((message) => LIST_WORDS.test(message)),
            said,
          )
        }
      }
    },
  },
]

type Send = (label: string, applicant: JsonObject) => Promise<Answer>

/** Requests that take an applicant, once a valid one has shown that errors are about the removed field. */
async function placesFor(ctx: Context): Promise<[where: string, send: Send][]> {
  const as = 'home.test'
  const create = { method: 'POST', path: '/v1/applicants', as } as const
  const label = 'create an applicant with the current fields'
  const made = await ctx.setUp(label, { ...create, json: NAME })
  const path = `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`
  await newSession(ctx, as, { applicant: NAME })
  const fields = ctx.sessionFields(as)
  return [
    ['create an applicant', (what, json) => ctx.step(what, { ...create, json })],
    ['change an applicant', (what, json) => ctx.step(what, { method: 'PATCH', path, as, json })],
    [
      'create a session for an applicant',
      (what, applicant) =>
        ctx.step(what, {
          method: 'POST',
          path: '/v1/sessions',
          as,
          json: { ...fields, applicant },
        }),
    ],
  ]
}

function messages(answer: Answer): string[] {
  return [
    at(answer.json, 'error', 'message'),
    ...issuesOf(answer).map(({ message }) => message),
  ].filter((text) => typeof text === 'string')
}
