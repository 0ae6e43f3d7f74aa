import type { Check } from '../../check/check.ts'
import { idText } from '../../check/idioms.ts'
import { withheldIn } from '../../check/states.ts'
import { at, isObject, walk } from '../../http/json.ts'
import { utcTimeOf } from '../../utc-time.ts'
import { checkSeal } from '../../verify/seal.ts'
import { holdsHash } from '../verify/hash-text.ts'
import { verify } from '../verify/verify-request.ts'
import { NEEDS, sealed, claimsOf } from './sealed-document.ts'

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
    why: 'The seal must be verifiable with the published key alone, for years.',
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
      ctx.expect('SEA-003', 'the format as first part', parts[0] === format, parts[0])
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
        'payload_json as a string of JSON',
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
    why: 'A seal can be moved between documents that its claims do not identify, and everyone can read its claims.',
    async run(ctx) {
      const { seal, bindings, sha256 } = await sealed(ctx, {})
      const claims = claimsOf(seal['payload_json']) ?? {}
      const values = [...walk(claims)].map(({ value }) => value)
      // The contract leaves the names of all claims except kid open (GAP-VERIFY-IDENTIFIERS). Their
      // values are known, so search for those.
      for (const [requirement, what, value] of [
        ['SEA-009', 'the kid', bindings['kid'] ?? claims['kid']],
        ['SEA-010', 'the id of the agreement', bindings['agreement_id']],
        ['SEA-011', 'the id of the document', bindings['document_id']],
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
        'SEA-012',
        'the final hash',
        values.some((one) => holdsHash(one, sha256)),
        claims,
      )
      // The position is a number or a text, such as the hash of an entry. No other claim has its value.
      const known = [...Object.values(bindings), ctx.home, 'live']
      const isKnown = (value: unknown): boolean =>
        holdsHash(value, sha256) || known.some((one) => holdsText(value, one))
      const isFurther = (value: unknown): boolean =>
        (typeof value === 'string' || Number.isInteger(value)) &&
        !isRecentTime(value) &&
        !isKnown(value)
      ctx.expect('SEA-015', 'a position', values.some(isFurther), claims)
      ctx.expect(
        'SEA-016',
        'a time, in any format',
        values.some((one) => isRecentTime(one) && !isKnown(one)),
        claims,
      )
      const leaked = withheldIn(bindings).find((text) => JSON.stringify(claims).includes(text))
      for (const requirement of ['SEA-019', 'SEA-020'])
        ctx.expect(
          requirement,
          'none of the withheld data',
          leaked === undefined,
          leaked ?? 'nothing',
        )
    },
  },
  {
    id: 'seals.format-is-signed',
    area: 'seals',
    requirements: ['OFF-005', 'OFF-008'],
    level: 'must',
    needs: NEEDS,
    why: 'An unsigned format could be exchanged for one with weaker checks.',
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
          'another format as prefix',
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
          `a token that verifies, but not with ${what}`,
          whole.holds && !result.holds,
          `${whole.holds ? 'holds' : whole.cause}, then ${result.holds ? 'holds' : result.cause}`,
        )
      }
    },
  },
]

/**
 * Whether a claim is the value, ignoring case, or contains a long value, as `sha256:<hash>` does. An
 * id may be a number (GAP-RECORD-IDS).
 */
function holdsText(claim: unknown, value: unknown): boolean {
  const text = idText(claim)
  if (text === undefined) return false
  const [said, wanted] = [text.toLowerCase(), String(value).toLowerCase()]
  return said === wanted || (wanted.length >= 12 && said.includes(wanted))
}

const UNITS_PER_MS = [1 / 1000, 1, 1000, 1_000_000]

/**
 * Whether a value can be a time of this century. The contract names no format: any date text, or a
 * count of seconds to nanoseconds, as a number or as its digits.
 */
function isRecentTime(value: unknown): boolean {
  const isRecent = (ms: number): boolean => ms > Date.UTC(2020) && ms < Date.UTC(2100)
  const number =
    typeof value === 'string' && /^\d{10,19}(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') return UNITS_PER_MS.some((units) => isRecent(number / units))
  const text = String(value)
  return typeof value === 'string' && (isRecent(utcTimeOf(text)) || isRecent(Date.parse(text)))
}
