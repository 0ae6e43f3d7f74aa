import type { Check } from '../../check/check.ts'
import { Unreachable } from '../../check/outcome.ts'
import { idText } from '../../check/idioms.ts'
import { reachIfPossible } from '../../check/states.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'
import { expectWithheld, WITHHELD } from './statuses.ts'
import { countOf } from './verify.ts'
import { NEEDS, testDocument, verify } from './verify-request.ts'

/** Test documents beyond the plain one: the contract has no exception for them. */
export const testDocumentChecks: readonly Check[] = [
  {
    id: 'verify.test-documents-in-full',
    area: 'verify',
    requirements: ['JWK-010', 'VFR-015', 'VFR-016', 'VFR-022', 'VFY-023', ...WITHHELD],
    level: 'must',
    needs: NEEDS,
    why: 'Integrators build their checks with test documents, and would learn of the rest in live mode.',
    async run(ctx) {
      const plain = await testDocument(ctx)
      // `unknown_key` if the service publishes no test keys (GAP-TEST-SEALS).
      const status = at((await verify(ctx, plain.sha256)).json, 'status')
      const found = async (more: JsonObject) => {
        const params = { mode: 'test', status: String(status), ...more }
        try {
          const bindings = await reachIfPossible(ctx, 'signed_document', params, 'sha256')
          const answer = await verify(ctx, bindings.sha256)
          expectWithheld(ctx, answer, bindings)
          return { bindings, json: answer.json }
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error
          ctx.observe('GAP-TEST-SEALS', error.message)
          return undefined
        }
      }
      const retired = await found({ retired_key: true })
      if (retired) {
        const got = at(retired.json, 'status')
        ctx.expect('JWK-010', `${String(status)} after its key was retired`, got === status, got)
      }
      const attested = await found({ attestations: 3 })
      if (!attested) return
      const { bindings, json } = attested
      const values = [...walk(json, (key) => key !== 'seal')].map(({ value }) => value)
      ctx.expect(
        'VFR-022',
        'three attestations of a test document',
        values.some((one) => countOf(one) === 3),
        'no collection of three',
      )
      for (const [requirement, name] of [
        ['VFR-015', 'agreement_id'],
        ['VFR-016', 'document_id'],
      ] as const) {
        const id = idText(bindings[name])
        if (id === undefined) continue
        ctx.expect(
          requirement,
          `the ${name} of a test document`,
          values.some((one) => idText(one) === id),
          values.filter((one) => typeof one !== 'object'),
        )
      }
      ctx.expect('VFY-023', 'the mode test', at(json, 'mode') === 'test', at(json, 'mode'))
    },
  },
]
