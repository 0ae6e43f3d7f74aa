import type { Check, Context } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { Blocked, Broken } from '../../check/outcome.ts'
import { reach, withheldIn } from '../../check/states.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { checkSeal } from '../../verify/seal.ts'
import { testDocument, verify } from '../verify/verify.ts'

const KEYS = { method: 'GET' as const, path: '/.well-known/esign-keys' }
const NEEDS = {
  features: ['document_verification'],
  credentials: [],
  states: ['signed_document'],
} as const

export const sealChecks: readonly Check[] = [
  {
    id: 'seals.verified-offline',
    area: 'seals',
    requirements: [
      'ESG-004',
      'OFF-001',
      'OFF-002',
      'OFF-003',
      'OFF-004',
      'OFF-006',
      'SEA-001',
      'SEA-002',
      'SEA-003',
      'SEA-004',
      'SEA-005',
      'SEA-006',
      'SEA-007',
      'SEA-008',
      'SEA-009',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'The seal has to convince somebody who trusts nothing but the published key, in ten years as well.',
    async run(ctx) {
      const { seal, sha256, keySet } = await sealed(ctx, {})
      const { format, token, payload_json: payload } = seal
      ctx.expect(
        'SEA-001',
        'the format ed25519_detached_token_v1',
        format === 'ed25519_detached_token_v1',
        format,
      )
      const parts = typeof token === 'string' ? token.split('.') : []
      for (const requirement of ['SEA-002', 'OFF-002']) {
        ctx.expect(
          requirement,
          'a token of three parts',
          parts.length === 3,
          `${parts.length} parts`,
        )
      }
      ctx.expect('SEA-003', 'the format in front', parts[0] === format, parts[0])
      for (const [requirement, part] of [
        ['SEA-004', parts[1]],
        ['SEA-005', parts[2]],
      ] as const) {
        ctx.expect(
          requirement,
          'base64url',
          part !== undefined && /^[A-Za-z0-9_-]+$/.test(part),
          part?.slice(0, 40),
        )
      }
      ctx.expect(
        'SEA-005',
        'a signature of 64 bytes',
        Buffer.from(parts[2] ?? '', 'base64url').length === 64,
        parts[2]?.length,
      )
      ctx.expect(
        'SEA-007',
        'payload_json, a text of JSON',
        typeof payload === 'string' && isObject(claimsOf(payload)),
        typeof payload,
      )
      ctx.expect(
        'SEA-008',
        'the decoded second part, byte for byte',
        typeof payload === 'string' &&
          Buffer.from(parts[1] ?? '', 'base64url').equals(Buffer.from(payload)),
        payload,
      )
      ctx.expect(
        'SEA-009',
        'a kid among the claims',
        typeof claimsOf(payload)?.['kid'] === 'string',
        claimsOf(payload)?.['kid'],
      )
      const result = await checkSeal(seal, keySet)
      const got = result.holds ? 'it holds' : `${result.cause}: ${result.detail}`
      for (const requirement of ['ESG-004', 'OFF-001', 'OFF-003', 'OFF-004', 'OFF-006']) {
        ctx.expect(
          requirement,
          'a signature of the published key over format and payload',
          result.holds,
          got,
        )
      }
      const again = at((await verify(ctx, sha256)).json, 'seal', 'token')
      ctx.expect(
        'SEA-006',
        'the same token again',
        again === token,
        again === token ? 'the same' : 'another',
      )
    },
  },
  {
    id: 'seals.claims',
    area: 'seals',
    requirements: [
      'SEA-009',
      'SEA-010',
      'SEA-011',
      'SEA-012',
      'SEA-013',
      'SEA-014',
      'SEA-015',
      'SEA-016',
      'SEA-017',
      'SEA-019',
      'SEA-020',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'What the claims do not name, a seal can be moved to; and what they name, everybody reads.',
    async run(ctx) {
      const { seal, bindings, sha256 } = await sealed(ctx, {})
      const claims = claimsOf(seal['payload_json']) ?? {}
      const values = [...walk(claims)].map(({ value }) => value)
      // How claims are called is left open, but for kid (GAP-VERIFY-IDENTIFIERS); their values are known.
      for (const [requirement, what, value] of [
        ['SEA-009', 'the kid', bindings['kid']],
        ['SEA-010', 'the id of the agreement', bindings['agreement_id']],
        ['SEA-011', 'the id of the document', bindings['document_id']],
        ['SEA-012', 'the final hash', sha256],
        ['SEA-013', 'the region', ctx.home],
        ['SEA-014', 'the mode', 'live'],
        ['SEA-017', 'the organization', bindings['organization_id']],
      ] as const) {
        ctx.expect(
          requirement,
          what,
          value !== undefined && values.some((one) => holdsText(one, value)),
          claims,
        )
      }
      ctx.expect(
        'SEA-015',
        'a position, a number',
        values.some((value) => Number.isInteger(value) || /^\d+$/.test(String(value))),
        claims,
      )
      ctx.expect('SEA-016', 'a time', values.some(isRecentTime), claims)
      const told = withheldIn(bindings).find((text) => JSON.stringify(claims).includes(text))
      for (const requirement of ['SEA-019', 'SEA-020'])
        ctx.expect(requirement, 'nothing that is withheld', told === undefined, told ?? 'nothing')
    },
  },
  {
    id: 'seals.format-is-signed',
    area: 'seals',
    requirements: ['OFF-005', 'OFF-008'],
    level: 'must',
    needs: NEEDS,
    why: 'A format that is not under the signature can be exchanged for one that is checked less strictly.',
    async run(ctx) {
      const { seal, keySet } = await sealed(ctx, {})
      const [format, payload, signature] = String(seal['token']).split('.') as [
        string,
        string,
        string,
      ]
      const whole = await checkSeal(seal, keySet)
      const flipped = Buffer.from(signature ?? '', 'base64url')
      flipped[5]! ^= 1
      for (const [requirement, what, changed] of [
        [
          'OFF-005',
          'another format in front',
          { ...seal, token: `${format}x.${payload}.${signature}`, format },
        ],
        [
          'OFF-008',
          'an altered signature',
          { ...seal, token: `${format}.${payload}.${flipped.toString('base64url')}` },
        ],
      ] as const) {
        const result = await checkSeal(changed, keySet)
        ctx.expect(
          requirement,
          `a token that holds, and does not with ${what}`,
          whole.holds && !result.holds,
          `${whole.holds ? 'holds' : whole.cause}, then ${result.holds ? 'holds' : result.cause}`,
        )
      }
    },
  },
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
    why: 'Libraries read the set as it stands; a member that is missing makes every seal unverifiable for them.',
    async run(ctx) {
      // So that there is a key at all.
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
          'an object with keys, a list with some',
          Array.isArray(keys) && list.length === keys.length && list.length > 0,
          typeof keys,
        )
        for (const [requirement, member, holds] of MEMBERS) {
          const wrong = list.find((key) => !holds(key[member]))
          ctx.expect(
            requirement,
            `${member} as stated on each`,
            wrong === undefined,
            wrong?.[member],
          )
        }
        const secret = list.find((key) => Object.hasOwn(key, 'd'))
        ctx.expect(
          'JWK-013',
          'no private part',
          secret === undefined,
          secret === undefined ? 'none' : 'a member d',
        )
      }
    },
  },
  {
    id: 'keys.retired-still-verifies',
    area: 'keys',
    requirements: ['JWK-010', 'JWK-011'],
    level: 'must',
    needs: NEEDS,
    why: 'Papers outlive keys: a lease that was signed under the old one is as good as before.',
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
      const key = (Array.isArray(keys) ? keys : []).find(
        (one) => at(one, 'kid') === bindings['kid'],
      )
      ctx.expect(
        'JWK-011',
        'its key in the set, retired',
        at(key, 'status') === 'retired',
        at(key, 'status') ?? 'not there',
      )
    },
  },
  {
    id: 'keys.test-keys-apart',
    area: 'keys',
    requirements: ['JWK-012'],
    level: 'must',
    needs: NEEDS,
    why: 'Test keys are handled lightly; one among the live keys could seal what passes for real.',
    async run(ctx) {
      const { sha256, kid } = await testDocument(ctx)
      const payload = at((await verify(ctx, sha256)).json, 'seal', 'payload_json')
      const named = [kid, claimsOf(payload)?.['kid']].filter((one) => typeof one === 'string')
      if (named.length === 0)
        throw new Blocked('neither the state nor the seal names the key of the test document')
      const { json } = await ctx.setUp('read the keys', KEYS)
      const keys = at(json, 'keys')
      const live = (Array.isArray(keys) ? keys : []).map((key) => at(key, 'kid'))
      ctx.expect(
        'JWK-012',
        'none of them the key of a test document',
        !named.some((one) => live.includes(one)),
        named,
      )
    },
  },
]

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
  // Which form a time has is left open (GAP-NOT-BEFORE).
  [
    'JWK-009',
    'notBefore',
    (value) =>
      typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value))),
  ],
]

/** A verified live document, its seal, and the keys of the region. @throws {Blocked} */
async function sealed(ctx: Context, params: JsonObject) {
  const bindings = await reach(
    ctx,
    'signed_document',
    { mode: 'live', status: 'verified', ...params },
    'sha256',
  )
  const answer = await verify(ctx, bindings.sha256)
  const seal = at(answer.json, 'seal')
  if (!isObject(seal)) {
    throw new Broken({
      requirement: 'VFR-014',
      expected: 'a seal in the answer about a sealed document',
      got: `${statusAndCode(answer)} with ${shown(seal)}`,
    })
  }
  const { json: keySet } = await ctx.setUp('read the keys', KEYS)
  return { bindings, sha256: bindings.sha256, seal, keySet, status: at(answer.json, 'status') }
}

function claimsOf(payload: unknown): JsonObject | undefined {
  try {
    const claims: unknown = JSON.parse(String(payload))
    return isObject(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/** Whether a claim is the value, in capitals or not, or holds a long one, as `sha256:<hash>` does. */
function holdsText(claim: unknown, value: unknown): boolean {
  if (typeof claim !== 'string') return false
  const [said, wanted] = [claim.toLowerCase(), String(value).toLowerCase()]
  return said === wanted || (wanted.length >= 12 && said.includes(wanted))
}

/** A time of this century, in words or as a number of seconds or milliseconds. */
function isRecentTime(value: unknown): boolean {
  const time =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value < 1e11
          ? value * 1000
          : value
        : Number.NaN
  return time > Date.UTC(2020) && time < Date.UTC(2100)
}
