import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'
import { isKeySet, inVerifyResponse, keys } from '../verify/verify-faults.ts'

type Seal = Record<'token' | 'payload_json' | 'format', string>
const sealed = (change: (seal: Seal) => void): (() => Fault) =>
  inVerifyResponse(({ seal }) => {
    if (seal) change(seal as Seal)
  })
const claims = (change: (claims: JsonObject) => void): (() => Fault) =>
  sealed((seal) => {
    const payload = JSON.parse(seal.payload_json) as JsonObject
    change(payload)
    seal.payload_json = JSON.stringify(payload)
  })

const MEMBERS: [requirement: string, member: string, value: unknown][] = [
  ['JWK-002', 'kty', 'EC'],
  ['JWK-003', 'crv', 'Ed448'],
  ['JWK-004', 'alg', 'Ed25519ph'],
  ['JWK-005', 'use', 'enc'],
  ['JWK-006', 'x', 'AAAA'],
  ['JWK-007', 'kid', 7],
  ['JWK-008', 'status', 'new'],
  ['JWK-009', 'notBefore', 'soon'],
  ['JWK-013', 'd', 'c2VjcmV0'],
]

const CLAIMS: [requirement: string, claim: string][] = [
  ['SEA-009', 'kid'],
  ['SEA-010', 'agreement_id'],
  ['SEA-011', 'document_id'],
  ['SEA-012', 'final_hash'],
  ['SEA-013', 'region'],
  ['SEA-014', 'mode'],
  ['SEA-015', 'chain_position'],
  ['SEA-016', 'sealed_at'],
  ['SEA-017', 'org_id'],
]

export const SEALS_MUTANTS: readonly Mutant[] = [
  {
    name: 'alters the token',
    killedBy: 'seals.verified-offline',
    breaks: ['OFF-001', 'OFF-004', 'OFF-006'],
    fault: sealed((seal) => {
      seal.token =
        seal.token.slice(0, -8) + (seal.token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA')
    }),
  },
  {
    name: 'seals with a key that it does not publish',
    killedBy: 'seals.verified-offline',
    breaks: ['ESG-004', 'OFF-003'],
    fault: inVerifyResponse((body) => {
      body['keys'] = []
    }, isKeySet),
  },
  {
    name: 'omits the format from the token',
    killedBy: 'seals.verified-offline',
    breaks: ['SEA-002', 'SEA-003', 'OFF-002'],
    fault: sealed((seal) => {
      seal.token = seal.token.split('.').slice(1).join('.')
    }),
  },
  {
    name: 'pads base64url',
    killedBy: 'seals.verified-offline',
    breaks: ['SEA-004', 'SEA-005'],
    fault: sealed((seal) => {
      seal.token = seal.token
        .split('.')
        .map((part, i) => (i === 0 ? part : `${part}==`))
        .join('.')
    }),
  },
  {
    name: 'names another format',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-001',
    fault: sealed((seal) => {
      seal.format = 'ed25519'
    }),
  },
  {
    name: 'serializes the payload again',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-008',
    fault: sealed((seal) => {
      seal.payload_json = JSON.stringify(JSON.parse(seal.payload_json), null, 1)
    }),
  },
  {
    name: 'sends the payload as an object',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-007',
    fault: inVerifyResponse(({ seal }) => {
      if (seal) (seal as JsonObject)['payload_json'] = JSON.parse((seal as Seal).payload_json)
    }),
  },
  {
    name: 'creates a new token for each response',
    killedBy: 'seals.verified-offline',
    breaks: 'SEA-006',
    fault: () => {
      let times = 0
      return inVerifyResponse(({ seal }) => {
        if (seal && times++ > 0) (seal as Seal).token += 'A'
      })()
    },
  },
  ...CLAIMS.map(([breaks, claim]): Mutant => ({
    name: `does not sign the ${claim}`,
    killedBy: 'seals.claims',
    breaks,
    fault: claims((payload) => {
      delete payload[claim]
    }),
  })),
  {
    name: 'does not sign the format',
    killedBy: 'seals.format-is-signed',
    breaks: ['OFF-005', 'OFF-008'],
    fault: sealed((seal) => {
      seal.token = `x${seal.token}`
      seal.format = `x${seal.format}`
    }),
  },
  ...MEMBERS.map(([breaks, member, value]): Mutant => ({
    name: `publishes keys with ${member} ${String(value)}`,
    killedBy: 'keys.published',
    breaks,
    fault: keys((key) => {
      key[member] = value
    }),
  })),
  {
    name: 'publishes the time of the request as notBefore',
    killedBy: 'keys.published',
    breaks: 'JWK-009',
    fault: () => {
      let reads = 0
      return keys((key) => {
        key['notBefore'] = new Date(Date.UTC(2026, 0, 1, 0, 0, ++reads)).toISOString()
      })()
    },
  },
  {
    name: 'publishes another public key at each read',
    killedBy: 'keys.published',
    breaks: 'JWK-006',
    fault: () => {
      let reads = 0
      return keys((key) => {
        key['x'] = Buffer.alloc(32, ++reads).toString('base64url')
      })()
    },
  },
  {
    name: 'publishes keys as a list',
    killedBy: 'keys.published',
    breaks: 'JWK-001',
    fault: answers(isKeySet, (response) =>
      changeJson(response, (body) => (body as unknown as { keys: unknown }).keys),
    ),
  },
  {
    name: 'requires a key to read the key set',
    killedBy: 'keys.published',
    breaks: ['AUT-024', 'ESG-012', 'VFY-028'],
    fault: answers(isKeySet, (response) => {
      response.status = 401
    }),
  },
  {
    name: 'removes retired keys from the set',
    killedBy: 'keys.retired-still-verifies',
    breaks: 'JWK-011',
    fault: inVerifyResponse((body) => {
      body['keys'] = (body['keys'] as JsonObject[]).filter(({ status }) => status === 'active')
    }, isKeySet),
  },
  {
    name: 'lists only the last three retired keys',
    killedBy: 'keys.all-retired-stay',
    breaks: 'JWK-011',
    fault: inVerifyResponse((body) => {
      const list = body['keys'] as JsonObject[]
      const kept = list.filter(({ status }) => status === 'retired').slice(-3)
      body['keys'] = list.filter((key) => key['status'] !== 'retired' || kept.includes(key))
    }, isKeySet),
  },
  ...(['retired', 'revoked'] as const).flatMap((status) =>
    MEMBERS.filter(([, member]) => !['kid', 'status', 'd'].includes(member)).map(
      ([breaks, member]): Mutant => ({
        name: `omits ${member} of ${status} keys`,
        killedBy:
          status === 'retired' ? 'keys.all-retired-stay' : 'keys.revoked-not-shown-as-valid',
        breaks,
        fault: keys((key) => {
          if (key['status'] === status) delete key[member]
        }),
      }),
    ),
  ),
  {
    name: 'lists revoked keys as active',
    killedBy: 'keys.revoked-not-shown-as-valid',
    breaks: ['JWK-008', 'VST-009'],
    fault: keys((key) => {
      if (key['status'] === 'revoked') key['status'] = 'active'
    }),
  },
  {
    name: 'forgets retired keys',
    killedBy: 'keys.retired-still-verifies',
    breaks: 'JWK-010',
    fault: inVerifyResponse((body) => {
      body['status'] = 'unknown_key'
    }),
  },
  {
    name: 'publishes test keys with the others',
    killedBy: 'keys.test-keys-apart',
    breaks: 'JWK-012',
    fault: () => {
      let kid: unknown
      return {
        bindings(_, bindings) {
          kid = bindings['kid']
        },
        ...(inVerifyResponse((body) => {
          ;(body['keys'] as JsonObject[]).push({ kid })
        }, isKeySet)() as Required<Pick<Fault, 'response'>>),
      }
    },
  },
]
