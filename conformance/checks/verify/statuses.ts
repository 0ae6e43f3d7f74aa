import type { Check, Context } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { reach, withheldIn } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject, reveals } from '../../http/json.ts'
import type { Bindings } from '../../target/states.ts'
import { shown } from '../../text.ts'
import { NEEDS, verify } from './verify-request.ts'

/** The eleven statuses, each with its requirement. */
export const STATUSES = {
  verified: ['VST-002', 'VFR-003'],
  not_found: ['VST-003', 'VFR-008'],
  not_signed: ['VST-005', 'VFR-009'],
  unsealed: ['VST-006', 'VFR-010'],
  unknown_key: ['VST-008'],
  revoked_key: ['VST-009'],
  bad_signature: ['VST-011'],
  claim_mismatch: ['VST-013'],
  chain_unavailable: ['VST-018', 'VST-020'],
  unsupported_format: ['VST-022', 'VFR-011'],
  verification_unavailable: ['VST-024', 'VFR-012'],
} as const satisfies Record<string, readonly string[]>

export type Status = keyof typeof STATUSES

/** Statuses whose response has no seal. */
const SEALLESS: readonly string[] = [
  'not_found',
  'not_signed',
  'unsealed',
  'unsupported_format',
  'verification_unavailable',
]

/** A service may keep the result of a lookup; it has to be the same when it is asked again. */
export const TWICE: readonly string[] = ['', ' when asked again']
/** A client repeats the request after `verification_unavailable`, which may have ended. */
const TIMES: Partial<Record<Status, readonly string[]>> = { verification_unavailable: [''] }

/** Statuses with a record, whose mode the response must have (GAP-VERIFY-MODE-UNRESOLVED). */
const RESOLVED: readonly string[] = Object.keys(STATUSES).filter(
  (status) => status !== 'not_found' && status !== 'verification_unavailable',
)

/** Requirements on data that no response may contain; the binding `withheld` has the values. */
export const WITHHELD = ['VFR-023', 'VFR-024', 'VFR-025', 'VFR-026', 'VFR-027', 'VFR-028']

export const SEAL_FORM = ['SEA-001', 'SEA-002', 'SEA-007', 'SEA-008']

/** Judges the members of a seal, which each status has that has a seal. */
export function expectSealForm(ctx: Context, seal: unknown, status: string): void {
  const [format, token, payload] = ['format', 'token', 'payload_json'].map((name) => at(seal, name))
  const parts = typeof token === 'string' ? token.split('.') : []
  // A forged token may have any text.
  const isForged = status === 'bad_signature'
  for (const [requirement, expected, holds, got] of [
    ['SEA-001', 'the supported format', format === 'ed25519_detached_token_v1', format],
    [
      'SEA-002',
      'a token of three parts',
      isForged ? typeof token === 'string' : parts.length === 3,
      token,
    ],
    ['SEA-007', 'payload_json, a string', typeof payload === 'string', payload],
    [
      'SEA-008',
      'payload_json with the bytes of the second part',
      isForged ||
        (typeof payload === 'string' &&
          Buffer.from(parts[1] ?? '', 'base64url').equals(Buffer.from(payload))),
      payload,
    ],
  ] as const)
    ctx.expect(requirement, `${expected}, in a response with ${status}`, holds, got)
}

export function statusCheck(status: Status): Check {
  const seal = SEALLESS.includes(status) ? ['VFR-013'] : ['VFR-014']
  const resolved = RESOLVED.includes(status) ? ['VFY-023'] : []
  return {
    id: `verify.${status.replaceAll('_', '-')}`,
    area: 'verify',
    requirements: [
      ...new Set([
        ...STATUSES[status],
        ...seal,
        ...resolved,
        'VFY-001',
        'VFY-004',
        'VFR-001',
        'VFR-002',
        ...(status === 'verified' ? [] : ['VFR-004']),
        'VFR-005',
        'VFR-006',
        'VFR-007',
        'VRS-001',
        ...(SEALLESS.includes(status) ? [] : SEAL_FORM),
        ...WITHHELD,
      ]),
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Each status requires a different reaction of the holder.',
    async run(ctx) {
      const bindings = await reach(ctx, 'signed_document', { mode: 'live', status }, 'sha256')
      for (const when of TIMES[status] ?? TWICE) {
        const answer = await verify(ctx, bindings.sha256)
        for (const requirement of ['VFY-001', 'VFY-004']) {
          ctx.expect(
            requirement,
            '200 and JSON',
            answer.status === 200 && isObject(answer.json),
            statusAndCode(answer),
          )
        }
        const body = isObject(answer.json) ? answer.json : {}
        const wantsSeal = !SEALLESS.includes(status)
        for (const requirement of STATUSES[status]) {
          ctx.expect(
            requirement,
            `the status ${status}${when}${wantsSeal ? ', and a seal' : ', and no member seal'}`,
            body['status'] === status && wantsSeal === Object.hasOwn(body, 'seal'),
            `the status ${shown(body['status'])}${Object.hasOwn(body, 'seal') ? ', and a seal' : ', and no member seal'}`,
          )
        }
        expectWellFormed(ctx, body, status)
        ctx.expect(
          seal[0]!,
          SEALLESS.includes(status) ? 'no member seal' : 'a seal as an object',
          SEALLESS.includes(status) ? !Object.hasOwn(body, 'seal') : isObject(body['seal']),
          body['seal'],
        )
        if (wantsSeal) expectSealForm(ctx, body['seal'], status)
        for (const requirement of resolved)
          ctx.expect(requirement, 'the mode live', body['mode'] === 'live', body['mode'])
        expectWithheld(ctx, answer, bindings)
      }
    },
  }
}

/** Checks that neither the response nor the claims of its seal have the withheld data. */
export function expectWithheld(ctx: Context, answer: Answer, bindings: Bindings): void {
  const payload = at(answer.json, 'seal', 'payload_json')
  const leaked = withheldIn(bindings).find((text) =>
    [answer.text, String(payload)].some((response) => reveals(response, text)),
  )
  for (const requirement of WITHHELD)
    ctx.expect(requirement, 'none of the withheld data', leaked === undefined, leaked ?? 'nothing')
}

function expectWellFormed(ctx: Context, body: JsonObject, status: Status): void {
  for (const requirement of ['VFR-001', 'VRS-001']) {
    ctx.expect(
      requirement,
      'protocol_version',
      body['protocol_version'] !== undefined && body['protocol_version'] !== null,
      body['protocol_version'],
    )
  }
  const { match } = body
  ctx.expect('VFR-002', 'match as true or false', typeof match === 'boolean', match)
  ctx.expect('VFR-005', 'match as true or false', typeof match === 'boolean', match)
  if (status !== 'verified') ctx.expect('VFR-004', 'match false', match === false, match)
  else ctx.expect('VFR-003', 'match true', match === true, match)
  ctx.expect('VFR-006', 'a status as a string', typeof body['status'] === 'string', body['status'])
  ctx.expect(
    'VFR-007',
    'one of the eleven',
    Object.hasOwn(STATUSES, String(body['status'])),
    body['status'],
  )
}
