import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { verifies } from '../verify/verify-faults.ts'

/** Claims the hash of the first document of an agreement in the seal of each of them. */
const sealsFirst = (): Fault => {
  const first = new Map<unknown, unknown>()
  return {
    response(request, response) {
      if (!verifies(request)) return
      changeJson(response, (body) => {
        const { agreement_id: agreement, final_hash: hash, seal } = body as unknown as JsonObject
        if (!isObject(seal)) return
        if (!first.has(agreement)) first.set(agreement, hash)
        const claims = String(seal['payload_json'])
        seal['payload_json'] = claims.replace(String(hash), String(first.get(agreement)))
      })
    },
  }
}

/** Names the first document of an agreement in the responses about each of them, or only in their claims. */
const namesFirst = (places: 'response' | 'claims'): (() => Fault) => {
  return () => {
    const first = new Map<unknown, string>()
    return {
      response(request, response) {
        if (!verifies(request)) return
        changeJson(response, (body) => {
          const one = body as unknown as JsonObject
          const { agreement_id: agreement, document_id: own, seal } = one
          if (typeof own !== 'string' || !isObject(seal)) return
          if (!first.has(agreement)) first.set(agreement, own)
          const named = first.get(agreement)!
          if (places === 'response') one['document_id'] = named
          else seal['payload_json'] = String(seal['payload_json']).replace(own, named)
        })
      },
    }
  }
}

/** Services that take the first document of an agreement for each of them. */
export const FIRST_DOCUMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'seals the first document of an agreement for each of them',
    killedBy: 'esign.signed',
    breaks: 'SEA-012',
    fault: sealsFirst,
  },
  {
    name: 'returns the id of the first document of an agreement for each of them',
    killedBy: 'esign.signed',
    breaks: 'VFR-016',
    fault: namesFirst('response'),
  },
  {
    name: 'seals the id of the first document of an agreement for each of them',
    killedBy: 'esign.signed',
    breaks: 'SEA-011',
    fault: namesFirst('claims'),
  },
]
