import { createHash, randomBytes } from 'node:crypto'
import { keyOf, signed } from '../../fixtures/esign/make.ts'
import { serviceError } from './errors.ts'
import type { Action, Rules } from './rules.ts'

/** Response of one region about a document; `down` is a 503, `reset` a connection reset. */
export type RegionAnswer =
  | 'down'
  | 'reset'
  | {
      status: string
      match?: boolean
      mode?: 'live' | 'test'
      /** `true` for the seal of the document, or another one. */
      seal?: true | object
    }

/** Responses of each region in order; the last one is repeated. */
export type DocumentAnswers = Record<'us' | 'eu', readonly RegionAnswer[]>

/** The seal keys of a run. Test-mode documents are sealed under a key absent from the published set. */
export class DocumentService {
  readonly #live = keyOf(randomBytes(32).toString('hex'), 'active')
  readonly #test = keyOf(randomBytes(32).toString('hex'), 'active')

  get keySet(): object {
    return { keys: [this.#live] }
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
    const { status, match = false, mode = 'live', seal } = answer
    const identifiers = {
      agreement_id: `agr_${sha256.slice(0, 16)}`,
      document_id: `doc_${sha256.slice(0, 16)}`,
      final_hash: sha256,
      mode,
    }
    const key = mode === 'live' ? this.#live : this.#test
    const claims = { kid: key.kid, ...identifiers, region, sealed_at: '2026-11-02T09:14:02.777Z' }
    return {
      answer: {
        protocol_version: '1',
        match,
        status,
        ...(seal !== undefined && identifiers),
        mode,
        ...(seal !== undefined && {
          seal: seal === true ? signed(JSON.stringify(claims), key) : seal,
        }),
      },
    }
  }
}
