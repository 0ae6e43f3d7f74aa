import type { Check } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { NEEDS, verify } from './verify-request.ts'

/** Positions of a changed digit: an index may hold only the beginning or the end of a hash. */
const POSITIONS = [0, 15, 31, 32, 47, 63]

export const nearHashChecks: readonly Check[] = [
  {
    id: 'verify.hash-that-differs-by-one-digit',
    area: 'verify',
    requirements: ['VST-003', 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'A search by a part of the hash confirms files that nobody has signed.',
    async run(ctx) {
      const params = { mode: 'live', status: 'verified' }
      const { sha256 } = await reach(ctx, 'signed_document', params, 'sha256')
      await verify(ctx, sha256)
      for (const position of POSITIONS) {
        const digit = sha256[position] === '0' ? '1' : '0'
        const near = sha256.slice(0, position) + digit + sha256.slice(position + 1)
        const { json } = await verify(ctx, near)
        const [status, match] = [at(json, 'status'), at(json, 'match')]
        const which = `a hash whose digit ${position + 1} differs from that of a sealed document`
        ctx.expect('VST-003', `not_found for ${which}`, status === 'not_found', status)
        ctx.expect('VFR-004', `match false for ${which}`, match === false, match)
      }
    },
  },
]
