import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { NEEDS } from './verify-request.ts'

export const sentKeyChecks: readonly Check[] = [
  {
    id: 'verify.with-a-key',
    area: 'verify',
    requirements: ['AUT-023', 'AUT-024', 'ESG-002', 'ESG-011', 'ESG-012'],
    level: 'must',
    needs: { ...NEEDS, states: [...NEEDS.states, 'organization'] },
    why: 'HTTP clients of integrators send their key with every request, also to the public routes.',
    async run(ctx) {
      const signed = { mode: 'live', status: 'verified' }
      const { sha256, key } = await reach(ctx, 'signed_document', signed, 'sha256')
      const other = await reach(ctx, 'organization', { mode: 'live' })
      const test = await reach(ctx, 'organization', { mode: 'test' })
      for (const [whose, sent] of [
        ['of the sending organization', key],
        ['of another organization', other.key],
        ['of test mode', test.key],
      ] as const) {
        const as = { key: sent, region: ctx.home }
        const answer = await ctx.step(`verify the document with a key ${whose}`, {
          method: 'POST',
          path: '/v1/esign/verify',
          as,
          json: { sha256 },
        })
        for (const requirement of ['AUT-023', 'ESG-011'])
          ctx.expect(
            requirement,
            `200 with a key ${whose}`,
            answer.status === 200,
            statusAndCode(answer),
          )
        if (answer.status === 200)
          ctx.expect(
            'ESG-002',
            `the status verified with a key ${whose}`,
            at(answer.json, 'status') === 'verified',
            at(answer.json, 'status'),
          )
        const keys = await ctx.step(`read the published keys with a key ${whose}`, {
          method: 'GET',
          path: '/.well-known/esign-keys',
          as,
        })
        for (const requirement of ['AUT-024', 'ESG-012'])
          ctx.expect(
            requirement,
            `200 with a key ${whose}`,
            keys.status === 200,
            statusAndCode(keys),
          )
      }
    },
  },
]
