import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import {
  creates,
  isImage,
  isSession,
  lists,
  type Mutant,
  type Which,
} from '../../self-test/wire-faults.ts'

const AUTHORIZATION = 'authorization'

/** Accepts a key that once worked, on these requests. */
const remembers =
  (isMeant: Which): (() => Fault) =>
  () => {
    const admitted = new Map<string, ProxiedResponse>()
    const keyOf = ({ method, path, headers }: ProxiedRequest) =>
      [method, path, headers[AUTHORIZATION]].join(' ')
    return {
      response(request, response) {
        if (!isMeant(request)) return
        const before = admitted.get(keyOf(request))
        if (response.status < 300)
          admitted.set(
            keyOf(request),
            structuredClone({ ...response, body: Buffer.from(response.body) }),
          )
        else if (before && response.status === 401)
          Object.assign(response, { ...before, body: Buffer.from(before.body) })
      },
    }
  }

const USE = 'scopes.revoked-after-use'
const EVIDENCE = 'scopes.revoked-after-evidence'

/** Authentication that is cached. */
export const REVOKED_AFTER_USE_MUTANTS: readonly Mutant[] = (
  [
    [USE, 'lists sessions with', remembers(lists)],
    [USE, 'creates sessions with', remembers(creates)],
    [USE, 'lists applicants with', remembers(({ path }) => path.startsWith('/v1/applicants'))],
    [EVIDENCE, 'serves images to', remembers(isImage)],
    [EVIDENCE, 'serves reports to', remembers(({ path }) => path.endsWith('/report.pdf'))],
    [EVIDENCE, 'shows sessions to', remembers(isSession)],
    [
      USE,
      'revokes all keys of the organization, not only',
      (): Fault => {
        let isRevoked = false
        return {
          state({ state }) {
            isRevoked ||= state === 'revoked_key'
          },
          request(request) {
            if (isRevoked && request.path.startsWith('/v1/'))
              request.headers[AUTHORIZATION] = 'Bearer ah_sk_us_test_no-such-key-0000000'
          },
        }
      },
    ],
  ] as const
).map(([killedBy, what, fault]) => ({
  name: `${what} a key that was revoked after its use`,
  killedBy,
  breaks: 'AUT-007',
  fault,
}))
