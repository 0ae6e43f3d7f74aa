import type { Check } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { at, walk } from '../../http/json.ts'
import { nearHashChecks } from './near-hashes.ts'
import { holdsHash } from './hash-text.ts'
import { NEEDS, verify } from './verify-request.ts'

const WANTED = ['verified', 'not_signed', 'verified', 'not_found', 'bad_signature'] as const

/** Rounds of requests at once: a response that mixes two of them needs an unlucky moment. */
const ROUNDS = 4

export const verifyAtOnceChecks: readonly Check[] = [
  ...nearHashChecks,
  {
    id: 'verify.several-at-once',
    area: 'verify',
    requirements: ['ESG-002', 'VFR-018'],
    level: 'must',
    needs: NEEDS,
    why: 'Third parties verify at the same time; a response about the file of another one is believed.',
    async run(ctx) {
      const files: { sha256: string; status: string }[] = []
      for (const status of WANTED) {
        const { sha256 } = await reach(ctx, 'signed_document', { mode: 'live', status }, 'sha256')
        files.push({ sha256, status })
      }
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all(files.map(({ sha256 }) => verify(ctx, sha256)))
        for (const [i, { json }] of answers.entries()) {
          const { sha256, status } = files[i]!
          const got = at(json, 'status')
          ctx.expect('ESG-002', `${status}, among requests at once`, got === status, got)
          if (status !== 'verified') continue
          const values = [...walk(json, (key) => key !== 'seal')].map(({ value }) => value)
          ctx.expect(
            'VFR-018',
            'its own hash, among requests at once',
            values.some((one) => holdsHash(one, sha256)),
            values.filter((one) => typeof one === 'string'),
          )
        }
      }
    },
  },
]
