import type { Check } from '../../check/check.ts'
import { reach, reachIfPossible } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { NEEDS, verify } from './verify-request.ts'

/** Revocations that meet another fact about the same document. */
export const revocationChecks: readonly Check[] = [
  {
    id: 'verify.revoked-after-it-verified',
    area: 'verify',
    requirements: ['VST-002', 'VST-009', 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'A key is revoked after its documents are in use; a cached result would still accept them.',
    async run(ctx) {
      const params = { mode: 'live', status: 'verified', retired_key: true }
      const { sha256 } = await reach(ctx, 'signed_document', params, 'sha256')
      const bystander = await reach(ctx, 'signed_document', params, 'sha256')
      const before = at((await verify(ctx, sha256)).json, 'status')
      if (!ctx.expect('VST-002', 'verified', before === 'verified', before)) return
      const revoked = { mode: 'live', status: 'revoked_key', sha256 }
      await reachIfPossible(ctx, 'signed_document', revoked)
      const { json } = await verify(ctx, sha256)
      const [status, match] = [at(json, 'status'), at(json, 'match')]
      ctx.expect(
        'VST-009',
        'revoked_key once the key of a verified document is revoked',
        status === 'revoked_key',
        status,
      )
      ctx.expect('VFR-004', 'match false', match === false, match)
      const other = at((await verify(ctx, bystander.sha256)).json, 'status')
      ctx.expect(
        'VST-002',
        'verified with a retired key, once another key is revoked',
        other === 'verified',
        other,
      )
    },
  },
  {
    id: 'verify.a-retired-key-excuses-nothing',
    area: 'verify',
    requirements: ['VST-011', 'VST-013', 'VST-018', 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'Most documents have a seal of a retired key; a forgery of one must not pass.',
    async run(ctx) {
      for (const [wanted, requirement] of [
        ['bad_signature', 'VST-011'],
        ['claim_mismatch', 'VST-013'],
        ['chain_unavailable', 'VST-018'],
      ] as const) {
        const params = { mode: 'live', status: wanted, retired_key: true }
        const { sha256 } = await reachIfPossible(ctx, 'signed_document', params, 'sha256')
        const { json } = await verify(ctx, sha256)
        const [status, match] = [at(json, 'status'), at(json, 'match')]
        ctx.expect(requirement, `${wanted} with a retired key`, status === wanted, status)
        ctx.expect('VFR-004', 'match false', match === false, match)
      }
    },
  },
  {
    id: 'verify.bad-signature-of-a-revoked-key',
    area: 'verify',
    requirements: ['VST-011', 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'revoked_key tells the holder to ask for a new copy; a forgery must not be reported as such.',
    async run(ctx) {
      const params = { mode: 'live', status: 'bad_signature', revoked_key: true }
      const { sha256 } = await reachIfPossible(ctx, 'signed_document', params, 'sha256')
      const { json } = await verify(ctx, sha256)
      const [status, match] = [at(json, 'status'), at(json, 'match')]
      ctx.expect(
        'VST-011',
        'bad_signature, because revoked_key describes a seal that verifies',
        status === 'bad_signature',
        status,
      )
      ctx.expect('VFR-004', 'match false', match === false, match)
    },
  },
]
