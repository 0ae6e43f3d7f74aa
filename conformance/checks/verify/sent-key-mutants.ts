import { answers, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { inVerifyResponse, isKeySet, verifies } from './verify-faults.ts'

const CHECK = 'verify.with-a-key'

const withKey =
  (which: Which, mode = ''): Which =>
  (request) =>
    which(request) && request.headers['authorization']?.includes(`_${mode}`) === true

const refuses = (which: Which) =>
  answers(which, (response) => {
    response.status = 401
  })

export const SENT_KEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'refuses a credential with a hash',
    killedBy: CHECK,
    breaks: ['AUT-023', 'ESG-011'],
    fault: refuses(withKey(verifies)),
  },
  {
    name: 'refuses a credential for the published keys',
    killedBy: CHECK,
    breaks: ['AUT-024', 'ESG-012'],
    fault: refuses(withKey(isKeySet)),
  },
  {
    name: 'refuses a test key with a hash',
    killedBy: CHECK,
    breaks: ['AUT-023', 'ESG-011'],
    fault: refuses(withKey(verifies, 'test_')),
  },
  {
    name: 'does not find a live document for a test key',
    killedBy: CHECK,
    breaks: 'ESG-002',
    fault: inVerifyResponse(
      (body) => {
        Object.assign(body, { status: 'not_found', match: false })
      },
      withKey(verifies, 'test_'),
    ),
  },
  {
    name: 'finds only documents of the organization whose key is sent',
    killedBy: CHECK,
    breaks: 'ESG-002',
    fault() {
      const owners = new Map<unknown, unknown>()
      return {
        bindings({ state }, { sha256, key }) {
          if (state === 'signed_document') owners.set(sha256, key)
        },
        ...inVerifyResponse((body, request) => {
          const { sha256 } = JSON.parse(request.body.toString()) as { sha256?: unknown }
          if (request.headers['authorization'] !== `Bearer ${String(owners.get(sha256))}`)
            Object.assign(body, { status: 'not_found', match: false })
        }, withKey(verifies))(),
      }
    },
  },
]
