import type { Context } from '../../check/check.ts'
import { reach, withheldIn } from '../../check/states.ts'
import { at, reveals } from '../../http/json.ts'
import { verify } from '../verify/verify-request.ts'
import type { Plane } from './plane.ts'

/** Statuses of a document with a seal, each with its requirement. */
const STATUSES = [
  ['verified', 'VST-002'],
  ['unknown_key', 'VST-008'],
  ['revoked_key', 'VST-009'],
  ['bad_signature', 'VST-011'],
  ['claim_mismatch', 'VST-013'],
] as const

/** Requirements on names, addresses and numbers, which neither the response nor the claims have. */
const WITHHELD = ['VFR-023', 'VFR-024', 'VFR-025', 'VFR-026', 'VFR-027', 'VFR-028']

/** Judges the verdicts about seals in one region. Test mode may publish no keys (GAP-TEST-SEALS). */
export async function expectSealRules(ctx: Context, { region, mode }: Plane): Promise<void> {
  if (mode === 'test') return
  for (const [status, requirement] of STATUSES) {
    const bindings = await reach(ctx, 'signed_document', { region, mode, status }, 'sha256')
    const answer = await verify(ctx, bindings.sha256, region)
    const got = at(answer.json, 'status')
    ctx.expect(requirement, `the status ${status} in ${region}`, got === status, got)
    const texts = [answer.text, String(at(answer.json, 'seal', 'payload_json'))]
    const leaked = withheldIn(bindings).find((value) => texts.some((text) => reveals(text, value)))
    for (const withheld of WITHHELD)
      ctx.expect(
        withheld,
        `none of the withheld data in ${region}`,
        leaked === undefined,
        leaked ?? 'nothing',
      )
  }
}
