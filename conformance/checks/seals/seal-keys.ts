import type { Check, Context } from '../../check/check.ts'
import { Blocked, Unreachable } from '../../check/outcome.ts'
import { reach, reachIfPossible } from '../../check/states.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import { isUtcTime, utcTimeOf } from '../../utc-time.ts'
import { checkSeal } from '../../verify/seal.ts'
import { testDocument, verify } from '../verify/verify-request.ts'
import { KEYS, NEEDS, sealed, claimsOf } from './sealed-document.ts'

/** Members of a key that never change. The contract leaves the format of the time open (GAP-NOT-BEFORE). */
const STABLE: readonly (readonly [
  requirement: string,
  member: string,
  isSame: (first: unknown, next: unknown) => boolean,
])[] = [
  ['JWK-006', 'x', (first, next) => first === next],
  ['JWK-009', 'notBefore', (first, next) => first === next || timeOf(first) === timeOf(next)],
]

/** Number of rotations: a service that lists only the newest few keys has to lose one. */
const RETIRED = 4

const MEMBERS: readonly (readonly [
  requirement: string,
  member: string,
  holds: (value: unknown) => boolean,
])[] = [
  ['JWK-002', 'kty', (value) => value === 'OKP'],
  ['JWK-003', 'crv', (value) => value === 'Ed25519'],
  ['JWK-004', 'alg', (value) => value === 'EdDSA'],
  ['JWK-005', 'use', (value) => value === 'sig'],
  ['JWK-006', 'x', (value) => typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)],
  ['JWK-007', 'kid', (value) => typeof value === 'string' && value !== ''],
  [
    'JWK-008',
    'status',
    (value) => value === 'active' || value === 'retired' || value === 'revoked',
  ],
  ['JWK-009', 'notBefore', (value) => typeof value === 'number' || !Number.isNaN(timeOf(value))],
]

export const sealKeyChecks: readonly Check[] = [
  {
    id: 'keys.published',
    area: 'keys',
    requirements: [
      'AUT-024',
      'ESG-012',
      'JWK-001',
      'JWK-002',
      'JWK-003',
      'JWK-004',
      'JWK-005',
      'JWK-006',
      'JWK-007',
      'JWK-008',
      'JWK-009',
      'JWK-013',
      'VFY-028',
    ],
    level: 'must',
    needs: {
      features: ['document_verification'],
      credentials: [],
      regions: ['us', 'eu'],
      states: ['signed_document'],
    },
    why: 'Libraries need every member of the key set to verify seals.',
    async run(ctx) {
      // The first sealed document makes sure that a key exists.
      for (const region of ['us', 'eu'])
        await reach(ctx, 'signed_document', { region, mode: 'live', status: 'verified' })
      for (const region of ['us', 'eu'] as const) {
        const answer = await ctx.step(`read the keys of ${region}`, { ...KEYS, region })
        for (const requirement of ['AUT-024', 'ESG-012', 'VFY-028']) {
          ctx.expect(requirement, '200 without a credential', answer.status === 200, answer.status)
        }
        const keys = at(answer.json, 'keys')
        const list = Array.isArray(keys) ? keys.filter(isObject) : []
        ctx.expect(
          'JWK-001',
          'an object with a non-empty array keys',
          Array.isArray(keys) && list.length === keys.length && list.length > 0,
          typeof keys,
        )
        expectMembers(ctx, list, 'each')
        const secret = list.find((key) => Object.hasOwn(key, 'd'))
        ctx.expect(
          'JWK-013',
          'no private part',
          secret === undefined,
          secret === undefined ? 'none' : 'a member d',
        )
        const { json: again } = await ctx.setUp(`read the keys of ${region} again`, {
          ...KEYS,
          region,
        })
        const later = at(again, 'keys')
        for (const [requirement, member, isSame] of STABLE) {
          const changes = list.flatMap((key) => {
            const same = (Array.isArray(later) ? later : []).find(
              (one) => at(one, 'kid') === key['kid'],
            )
            if (!isObject(same) || isSame(key[member], same[member])) return []
            return [{ kid: key['kid'], first: key[member], next: same[member] }]
          })
          ctx.expect(
            requirement,
            `the same ${member} of each key at the next read`,
            changes.length === 0,
            changes[0],
          )
        }
      }
    },
  },
  {
    id: 'keys.retired-still-verifies',
    area: 'keys',
    requirements: ['JWK-010', 'JWK-011'],
    level: 'must',
    needs: NEEDS,
    why: 'Documents outlive keys: seals of a retired key must stay valid.',
    async run(ctx) {
      const { seal, keySet, bindings, status } = await sealed(ctx, { retired_key: true })
      ctx.expect('JWK-010', 'verified', status === 'verified', status)
      const { holds } = await checkSeal(seal, keySet)
      ctx.expect(
        'JWK-010',
        'a seal that checks against the published set',
        holds,
        holds ? 'holds' : 'does not',
      )
      const keys = at(keySet, 'keys')
      const kid = bindings['kid'] ?? claimsOf(seal['payload_json'])?.['kid']
      const key = (Array.isArray(keys) ? keys : []).find((one) => at(one, 'kid') === kid)
      ctx.expect(
        'JWK-011',
        'its key in the set, retired',
        at(key, 'status') === 'retired',
        at(key, 'status') ?? 'not there',
      )
    },
  },
  {
    id: 'keys.all-retired-stay',
    area: 'keys',
    requirements: ['JWK-011', ...MEMBERS.map(([requirement]) => requirement)],
    level: 'must',
    needs: NEEDS,
    why: 'Each rotation retires a key; the seals of all earlier keys must stay valid.',
    async run(ctx) {
      const kids: unknown[] = []
      let keys: unknown
      for (let retired = 0; retired < RETIRED; retired++) {
        const { seal, keySet, bindings } = await sealed(ctx, { retired_key: true })
        kids.push(bindings['kid'] ?? claimsOf(seal['payload_json'])?.['kid'])
        keys = at(keySet, 'keys')
      }
      const listed = new Set((Array.isArray(keys) ? keys : []).map((key) => at(key, 'kid')))
      const missing = kids.filter((kid) => !listed.has(kid))
      ctx.expect(
        'JWK-011',
        `the keys of ${RETIRED} documents, each retired after sealing`,
        missing.length === 0,
        missing.length === 0 ? 'all' : `${missing.length} are not there`,
      )
      const entries = (Array.isArray(keys) ? keys : []).filter((key) =>
        kids.includes(at(key, 'kid')),
      )
      expectMembers(ctx, entries.filter(isObject), 'each retired key')
    },
  },
  {
    id: 'keys.revoked-not-shown-as-valid',
    area: 'keys',
    requirements: [...MEMBERS.map(([requirement]) => requirement), 'VST-009'],
    level: 'must',
    needs: NEEDS,
    why: 'A library that verifies offline learns only from the set that a key is revoked.',
    async run(ctx) {
      const { seal, keySet, bindings, status } = await sealed(ctx, { status: 'revoked_key' })
      ctx.expect('VST-009', 'revoked_key', status === 'revoked_key', status)
      const keys = at(keySet, 'keys')
      const kid = bindings['kid'] ?? claimsOf(seal['payload_json'])?.['kid']
      const key = (Array.isArray(keys) ? keys : []).find((one) => at(one, 'kid') === kid)
      ctx.observe(
        'GAP-KEY-TRANSITIONS',
        `a revoked key is ${key === undefined ? 'not ' : ''}in the key set`,
      )
      if (!isObject(key)) return
      expectMembers(ctx, [key], 'a revoked key')
      for (const requirement of ['JWK-008', 'VST-009'])
        ctx.expect(
          requirement,
          'the status revoked for a key in the set whose seals get revoked_key',
          at(key, 'status') === 'revoked',
          at(key, 'status'),
        )
    },
  },
  {
    id: 'keys.test-keys-apart',
    area: 'keys',
    requirements: ['JWK-012'],
    level: 'must',
    needs: NEEDS,
    why: 'A test key among the live keys could seal documents that look real.',
    async run(ctx) {
      const { sha256, kid } = await testDocument(ctx)
      const { status, seal } = (await verify(ctx, sha256)).json as JsonObject
      const named = [kid, claimsOf(at(seal, 'payload_json'))?.['kid']]
      try {
        const params = { mode: 'test', status: String(status), retired_key: true }
        named.push((await reachIfPossible(ctx, 'signed_document', params)).kid)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
      }
      const known = named.filter((one) => typeof one === 'string')
      if (known.length === 0)
        throw new Blocked('neither the state nor the seal has the key id of the test document')
      const { json } = await ctx.setUp('read the keys', KEYS)
      const keys = at(json, 'keys')
      const live = (Array.isArray(keys) ? keys : []).map((key) => at(key, 'kid'))
      ctx.expect(
        'JWK-012',
        'no key of a test document, in use or retired',
        !known.some((one) => live.includes(one)),
        known,
      )
    },
  },
]

/** Returns a time in milliseconds since the epoch; NaN for anything but the text of a time. */
function timeOf(value: unknown): number {
  if (isUtcTime(value)) return utcTimeOf(value)
  return typeof value === 'string' ? Date.parse(value) : NaN
}

/** Judges the members of keys that a set lists. */
function expectMembers(ctx: Context, keys: readonly JsonObject[], which: string): void {
  for (const [requirement, member, holds] of MEMBERS) {
    const wrong = keys.find((key) => !holds(key[member]))
    ctx.expect(requirement, `${member} as stated on ${which}`, wrong === undefined, wrong?.[member])
  }
}
