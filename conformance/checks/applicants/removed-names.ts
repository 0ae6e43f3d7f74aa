import type { Check } from '../../check/check.ts'
import { expectRefusal, issuesOf, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { PLACES } from './places.ts'

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
  /\[|\b(array|list\w*|sequence|entr(y|ies)|elements?|items?|strings|several|multiple|each)\b/i

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
      for (const { name: where, sender } of PLACES) {
        const send = await sender(ctx, NAME)
        const both = await send('with first_name and last_name', {
          ...NAME,
          first_name: 'Una',
          last_name: 'Testperson',
        })
        for (const [requirement, replacement] of [
          ['VAL-016', 'given_names'],
          ['VAL-018', 'family_name'],
        ] as const)
          ctx.expect(
            requirement,
            `422 with messages that name ${replacement}, with first_name and last_name on a ${where}`,
            both.status === 422 && messages(both).some((text) => text.includes(replacement)),
            statusAndMessages(both),
          )
        for (const { field, refused, named, replacements } of REMOVED) {
          const answer = await send(`with ${field}`, { ...NAME, [field]: 'Una' })
          expectRefusal(ctx, answer, {
            status: 422,
            code: 'validation_error',
            requirements: [refused, 'VER-013'],
          })
          const text = messages(answer).join('; ')
          const names = replacements.every((replacement) => text.includes(replacement))
          ctx.expect(
            named,
            `422 with a message that names ${replacements.join(' and ')}, on a ${where}`,
            answer.status === 422 && names,
            statusAndMessages(answer),
          )
          ctx.expect('VAL-012', `a message that names ${replacements.join(' and ')}`, names, text)
          // A field without a value was removed all the same.
          for (const [what, value] of [
            ['null', null],
            ['an empty text', ''],
          ] as const) {
            const empty = await send(`with ${field} that is ${what}`, { ...NAME, [field]: value })
            expectRefusal(ctx, empty, {
              status: 422,
              code: 'validation_error',
              requirements: [refused],
            })
          }
          if (!replacements.some((replacement) => replacement === 'given_names')) continue
          const about = messages(answer).filter((message) => message.includes('given_names'))
          ctx.expect(
            'VAL-013',
            `a message that says given_names is a list, for ${field} on a ${where}`,
            about.some((message) => LIST_WORDS.test(message)),
            text,
          )
        }
      }
    },
  },
]

function messages(answer: Answer): string[] {
  return [
    at(answer.json, 'error', 'message'),
    ...issuesOf(answer).map(({ message }) => message),
  ].filter((text) => typeof text === 'string')
}

function statusAndMessages(answer: Answer): string {
  return [statusAndCode(answer), ...messages(answer)].join('; ')
}
