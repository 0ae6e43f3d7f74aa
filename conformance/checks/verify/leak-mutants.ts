import type { JsonObject } from '../../http/json.ts'
import { changeJson } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'
import { verifies } from './verify-faults.ts'

const isTestWithoutSeal = ({ mode, status }: JsonObject): boolean =>
  mode === 'test' && (status === 'not_signed' || status === 'unsealed')

const isAttested = ({ attestations }: JsonObject): boolean =>
  Array.isArray(attestations) && attestations.length > 0

const SIGNER = 'Okafor Lindqvist'

function nameIf(leaks: (body: JsonObject) => boolean, body: JsonObject): void {
  if (leaks(body)) body['about'] = SIGNER
}

/** Faults that add data of the signing to the public verification or to the seal. */
export const LEAK_MUTANTS: readonly Mutant[] = [
  ...[
    ['names the signer', 'VFR-023', 'Okafor Lindqvist'],
    ['gives the address', 'VFR-024', 'ana@example.com'],
    ['gives the number', 'VFR-025', '+442071838750'],
    ['gives the title', 'VFR-026', 'Lease of the flat at Kings Place'],
    ['gives the agreement reference', 'VFR-027', 'Lease of the flat at Kings Place'],
  ].map(([does, breaks, text]): Mutant => ({
    name: `${does!} in the public check`,
    killedBy: 'verify.not-signed',
    breaks: breaks!,
    fault: answers(verifies, (response) =>
      changeJson(response, (body) => {
        ;(body as unknown as JsonObject)['about'] = text
      }),
    ),
  })),
  {
    name: 'returns the title of the signed document',
    killedBy: 'verify.verified',
    breaks: 'VFR-028',
    fault: answers(verifies, (response) =>
      changeJson(response, (body) => {
        ;(body as unknown as JsonObject)['about'] = 'Lease of the flat at Kings Place'
      }),
    ),
  },
  {
    name: 'names the signer of a document of test mode without a seal',
    killedBy: 'verify.bad-seals-in-test-mode',
    breaks: 'VFR-023',
    fault: answers(verifies, (response) =>
      changeJson(response, (body) => {
        nameIf(isTestWithoutSeal, body as unknown as JsonObject)
      }),
    ),
  },
  ...(
    [
      ['of test mode', 'verify.test-documents-in-full'],
      ['of live mode', 'verify.says-what-it-found'],
    ] as const
  ).map(([which, killedBy]): Mutant => ({
    name: `names the signer of a document ${which} with an attestation`,
    killedBy,
    breaks: 'VFR-023',
    fault: () => ({
      // The simulator makes these documents without a signer.
      bindings({ params }, bindings) {
        if (params['attestations'] !== undefined) bindings['withheld'] = [SIGNER]
      },
      response(request, response) {
        if (verifies(request))
          changeJson(response, (body) => {
            nameIf(isAttested, body as unknown as JsonObject)
          })
      },
    }),
  })),
  ...[
    ['SEA-019', 'Okafor Lindqvist'],
    ['SEA-020', 'ana@example.com'],
  ].map(([breaks, text]): Mutant => ({
    name: `seals ${text!}`,
    killedBy: 'seals.claims',
    breaks: breaks!,
    fault: answers(verifies, (response) =>
      changeJson(response, (body) => {
        const { seal } = body as unknown as { seal?: { payload_json: string } }
        if (seal)
          seal.payload_json = JSON.stringify({
            ...(JSON.parse(seal.payload_json) as object),
            signer: text,
          })
      }),
    ),
  })),
]
