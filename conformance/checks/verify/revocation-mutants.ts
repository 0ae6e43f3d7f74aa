import type { Mutant } from '../../self-test/wire-faults.ts'
import { inVerifyResponse, verifies } from './verify-faults.ts'

/** Faults of a service that looks at revocations too late or too early. */
export const REVOCATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'caches the results of verifications by hash',
    killedBy: 'verify.revoked-after-it-verified',
    breaks: ['VST-009', 'VFR-004'],
    fault: () => {
      const cached = new Map<string, Buffer>()
      return {
        response(request, response) {
          if (!verifies(request)) return
          const hash = request.body.toString()
          response.body = cached.get(hash) ?? response.body
          cached.set(hash, response.body)
        },
      }
    },
  },
  {
    name: 'verifies no seal of a retired key',
    killedBy: 'verify.revoked-after-it-verified',
    breaks: 'VST-002',
    fault: inVerifyResponse((body) => {
      body['status'] = 'unknown_key'
    }),
  },
  {
    name: 'looks at revocations before the signature',
    killedBy: 'verify.bad-signature-of-a-revoked-key',
    breaks: 'VST-011',
    fault: () => {
      let revoked: unknown
      return {
        bindings({ params }, bindings) {
          if (params['revoked_key'] === true) revoked = bindings['sha256']
        },
        ...inVerifyResponse((body, { body: sent }) => {
          if (sent.includes(String(revoked))) body['status'] = 'revoked_key'
        })(),
      }
    },
  },
]
