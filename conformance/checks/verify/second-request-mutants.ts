import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { verifies } from './verify-faults.ts'

/** Changes each response about a hash except the first, as a service that keeps wrong results does. */
const fromTheSecondOn = (change: (body: JsonObject) => void) => (): Fault => {
  const known = new Set<string>()
  return {
    response(request, response) {
      if (!verifies(request)) return
      const hash = request.body.toString()
      if (known.has(hash)) changeJson(response, (body) => change(body as unknown as JsonObject))
      known.add(hash)
    },
  }
}

const WRONG: readonly [status: string, shown: string, breaks: readonly string[]][] = [
  ['verified', 'not_found', ['VST-002', 'VFR-003']],
  ['not_found', 'verification_unavailable', ['VST-003', 'VFR-008']],
  ['not_signed', 'not_found', ['VST-005', 'VFR-009']],
  ['revoked_key', 'verified', ['VST-009', 'VFR-004']],
  ['bad_signature', 'verified', ['VST-011', 'VFR-004']],
  ['chain_unavailable', 'verified', ['VST-018', 'VFR-004']],
]

const BY_CLAIM = {
  agreement: 'VST-013',
  document: 'VST-014',
  organization: 'VST-015',
  mode: 'VST-016',
  region: 'VST-017',
}

/** Shows another status, with the value of match that belongs to it. */
const showing = (status: string) => (body: JsonObject) => {
  body['status'] = status
  body['match'] = status === 'verified'
}

/** Finds sealed documents by a part of their hash. */
const findsBy = (part: string, of: (hash: string) => string): Mutant => ({
  name: `finds a sealed document by ${part} of its hash`,
  killedBy: 'verify.hash-that-differs-by-one-digit',
  breaks: ['VST-003', 'VFR-004'],
  fault: () => {
    const found = new Map<string, Buffer>()
    return {
      response(request, response) {
        if (!verifies(request)) return
        const { sha256 } = JSON.parse(request.body.toString()) as { sha256?: unknown }
        if (typeof sha256 !== 'string') return
        const known = found.get(of(sha256))
        if (known) response.body = known
        else if (response.body.includes('"match":true')) found.set(of(sha256), response.body)
      },
    }
  },
})

export const SECOND_REQUEST_MUTANTS: readonly Mutant[] = [
  findsBy('the first 32 digits', (hash) => hash.slice(0, 32)),
  findsBy('the last 32 digits', (hash) => hash.slice(32)),
  findsBy('all digits but the last', (hash) => hash.slice(0, -1)),
  ...WRONG.map(([status, shown, breaks]): Mutant => ({
    name: `returns ${shown} for ${status} at the second request`,
    killedBy: `verify.${status.replaceAll('_', '-')}`,
    breaks,
    fault: fromTheSecondOn(showing(shown)),
  })),
  ...Object.entries(BY_CLAIM).map(([claim, breaks]): Mutant => ({
    name: `does not check the claim of the ${claim} at the second request`,
    killedBy: `verify.mismatch-of-${claim}`,
    breaks: [breaks, 'VFR-004'],
    fault: fromTheSecondOn(showing('verified')),
  })),
]
