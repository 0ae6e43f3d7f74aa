import { createHash, randomBytes } from 'node:crypto'
import { keyOf, signed } from '../../fixtures/esign/make.ts'
import { rateLimited, serviceError } from './errors.ts'
import type { Action, Rules } from './rules.ts'

/** Response of one region about a document; `down` is a 503, `gateway` a 502 without JSON, `limited` a 429, `reset` a connection reset. */
export type RegionAnswer =
  | 'down'
  | 'gateway'
  | 'limited'
  | 'reset'
  | {
      status: string
      match?: boolean
      mode?: 'live' | 'test'
      /** `true` for the seal of the document, one of its variants, or another one. */
      seal?: true | SealVariant | object
      /** Further fields of the response. */
      further?: object
    }

/**
 * `spelled-otherwise`: serializing the parsed claims again gives other bytes. `retired-key`: the key
 * seals no longer, and stays published.
 */
export type SealVariant = 'spelled-otherwise' | 'retired-key'

/** Responses of each region in order; the last one is repeated. */
export type DocumentAnswers = Record<'us' | 'eu', readonly RegionAnswer[]>

/** The seal keys of a run. Test-mode documents are sealed under a key absent from the published set. */
export class DocumentService {
  readonly #live = keyOf(randomBytes(32).toString('hex'), 'active')
  readonly #retired = keyOf(randomBytes(32).toString('hex'), 'retired')
  readonly #test = keyOf(randomBytes(32).toString('hex'), 'active')

  get keySet(): object {
    return { keys: [this.#live, this.#retired] }
  }

  /** Creates a document about which the regions respond as given. */
  add(rules: Rules, answers: DocumentAnswers): { bytes: Buffer; sha256: string } {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7 signed\n'), randomBytes(32)])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const region of ['us', 'eu'] as const) {
      let asked = 0
      rules.add({
        when: (request) =>
          request.region === region &&
          request.operation === 'verifySignedDocument' &&
          request.body.includes(sha256),
        action: () => {
          const answer = answers[region][Math.min(asked++, answers[region].length - 1)]!
          return this.#action(answer, sha256, region)
        },
      })
    }
    return { bytes, sha256 }
  }

  #action(answer: RegionAnswer, sha256: string, region: string): Action {
    if (answer === 'reset') return { lose: 'request' }
    if (answer === 'down')
      return { error: serviceError(503, 'internal_error', 'The service is not available.') }
    if (answer === 'gateway') return { gateway: 502 }
    // The limit of addresses answers before authentication.
    if (answer === 'limited') return { error: rateLimited('global', soon()) }
    const { status, match = false, mode = 'live', seal, further } = answer
    const identifiers = {
      agreement_id: `agr_${sha256.slice(0, 16)}`,
      document_id: `doc_${sha256.slice(0, 16)}`,
      final_hash: sha256,
      mode,
    }
    const liveKey = seal === 'retired-key' ? this.#retired : this.#live
    const key = mode === 'live' ? liveKey : this.#test
    const claims = { kid: key.kid, ...identifiers, region, sealed_at: '2026-11-02T09:14:02.777Z' }
    return {
      answer: {
        protocol_version: '1',
        match,
        status,
        ...(seal !== undefined && identifiers),
        mode,
        ...further,
        ...(seal !== undefined && {
          seal: typeof seal === 'object' ? seal : signed(payloadOf(claims, seal), key),
        }),
      },
    }
  }
}

/** The next full second but one, so that a client that waits for it takes 2 s at most. */
function soon(): number {
  return Math.ceil(Date.now() / 1000) + 1
}

function payloadOf(claims: object, seal: true | SealVariant): string {
  if (seal !== 'spelled-otherwise') return JSON.stringify(claims)
  return JSON.stringify({ ...claims, org_id: 'org/1' }, null, 1).replace(
    'org/1',
    String.raw`org\/\u0031`,
  )
}
