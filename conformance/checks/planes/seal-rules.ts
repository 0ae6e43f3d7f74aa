import type { Context } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { expectWithheld, STATUSES } from '../verify/statuses.ts'
import { verify } from '../verify/verify-request.ts'
import type { Plane } from './plane.ts'

/** Statuses of a document with a seal. */
const SEALED = [
  'verified',
  'unknown_key',
  'revoked_key',
  'bad_signature',
  'claim_mismatch',
] as const

/** Judges the verdicts about seals in one region. Test mode may publish no keys (GAP-TEST-SEALS). */
export async function expectSealRules(ctx: Context, { region, mode }: Plane): Promise<void> {
  if (mode === 'test') return
  for (const status of SEALED) {
    const bindings = await reach(ctx, 'signed_document', { region, mode, status }, 'sha256')
    const answer = await verify(ctx, bindings.sha256, region)
    const got = at(answer.json, 'status')
    ctx.expect(STATUSES[status][0], `the status ${status} in ${region}`, got === status, got)
    expectWithheld(ctx, answer, bindings)
  }
}
