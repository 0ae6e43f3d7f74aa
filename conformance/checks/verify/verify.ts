import type { Check, Context, StepRequest } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { reach, withheldIn } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { StateUnavailable } from '../../target/states.ts'
import type { RegionName } from '../../target/target.ts'

/** The eleven, each with what says so. */
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

type Status = keyof typeof STATUSES

/** Without a seal in the answer. */
const SEALLESS: readonly string[] = [
  'not_found',
  'not_signed',
  'unsealed',
  'unsupported_format',
  'verification_unavailable',
]

/** Where a record was found, so that there is a mode to report (GAP-VERIFY-MODE-UNRESOLVED). */
const RESOLVED: readonly string[] = Object.keys(STATUSES).filter(
  (status) => status !== 'not_found' && status !== 'verification_unavailable',
)

const NEEDS = {
  features: ['document_verification'],
  credentials: [],
  states: ['signed_document'],
} as const

/** What no answer may hold; all of it is in the binding `withheld`. */
const WITHHELD = ['VFR-023', 'VFR-024', 'VFR-025', 'VFR-026', 'VFR-027', 'VFR-028']

const CLAIMS = {
  agreement: 'VST-013',
  document: 'VST-014',
  organization: 'VST-015',
  mode: 'VST-016',
  region: 'VST-017',
}

export const verifyChecks: readonly Check[] = [
  ...(Object.keys(STATUSES) as Status[]).map(foundSo),
  ...Object.entries(CLAIMS).map(([claim, requirement]) => mismatch(claim, requirement)),
  {
    id: 'verify.says-what-it-found',
    area: 'verify',
    requirements: [
      'VFR-015',
      'VFR-016',
      'VFR-017',
      'VFR-018',
      'VFR-019',
      'VFR-020',
      'VFR-021',
      'VFR-022',
      'VFY-023',
      'VFY-025',
      'ESG-002',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Whoever checks a paper must see that it is this one, of how many, and what was noted of it since.',
    async run(ctx) {
      const bindings = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'verified', documents: 17, attestations: 3 },
        'sha256',
        'agreement_id',
        'document_id',
      )
      const answer = await verify(ctx, bindings.sha256)
      const values = [...walk(answer.json, (key) => key !== 'seal')].map(({ value }) => value)
      ctx.expect(
        'ESG-002',
        'the status verified',
        at(answer.json, 'status') === 'verified',
        at(answer.json, 'status'),
      )
      // How identifiers are called is left open (GAP-VERIFY-IDENTIFIERS); their values are known.
      for (const [requirement, what, value] of [
        ['VFR-015', 'the id of the agreement', bindings.agreement_id],
        ['VFR-016', 'the id of the document', bindings.document_id],
        ['VFR-018', 'the hash', bindings.sha256],
        ['VFR-017', 'that there are 17 documents', 17],
      ] as const) {
        ctx.expect(
          requirement,
          what,
          values.some((one) => one === value || says(one, value)),
          values.filter((one) => typeof one !== 'object'),
        )
      }
      ctx.expect(
        'VFR-022',
        'three attestations',
        values.some((one) => Array.isArray(one) && one.length === 3),
        'no list of three',
      )
      const lists = values.filter((one) => Array.isArray(one) && one.length > 0 && one.length !== 3)
      ctx.expect(
        'VFR-019',
        'a list of methods, beside that of the attestations',
        lists.length > 0,
        `${lists.length} lists`,
      )
      // The chain has grown by the attestations since its position was pinned.
      const pinned = Math.max(
        ...positionsIn(JSON.parse(String(at(answer.json, 'seal', 'payload_json') ?? '{}'))),
        0,
      )
      ctx.expect(
        'VFR-021',
        `a position beyond ${pinned}, which the seal pins`,
        positionsIn(values).some((one) => one > pinned),
        positionsIn(values),
      )
      const mode = at(answer.json, 'mode')
      for (const requirement of ['VFR-020', 'VFY-023', 'VFY-025'])
        ctx.expect(requirement, 'the mode live', mode === 'live', mode)
    },
  },
  {
    id: 'verify.test-mode',
    area: 'verify',
    requirements: ['VFY-023', 'VFY-024', 'VFR-020'],
    level: 'must',
    needs: NEEDS,
    why: 'A test document looks like a signed one; only this word keeps somebody from moving in on it.',
    async run(ctx) {
      const { sha256 } = await testDocument(ctx)
      const mode = at((await verify(ctx, sha256)).json, 'mode')
      for (const requirement of ['VFY-023', 'VFY-024', 'VFR-020'])
        ctx.expect(requirement, 'the mode test', mode === 'test', mode)
    },
  },
  {
    id: 'verify.region-by-region',
    area: 'verify',
    requirements: ['ESG-003', 'VFY-014', 'VFY-015', 'VST-003'],
    level: 'must',
    needs: { ...NEEDS, regions: ['us', 'eu'] },
    why: 'A checker that is told "not found" by the wrong region must be able to trust that the right one would know.',
    async run(ctx) {
      const { sha256 } = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'verified' },
        'sha256',
      )
      for (const [region, wanted, requirements] of [
        [ctx.home, 'verified', ['ESG-003', 'VFY-014']],
        [ctx.other, 'not_found', ['ESG-003', 'VFY-014', 'VFY-015', 'VST-003']],
      ] as const) {
        const answer = await verify(ctx, sha256, region)
        const status = at(answer.json, 'status')
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            `200 and ${wanted} in ${region}`,
            answer.status === 200 && status === wanted,
            `${answer.status} ${status as string}`,
          )
        }
      }
    },
  },
  {
    id: 'verify.a-gone-record-excuses-nothing',
    area: 'verify',
    requirements: ['VST-021'],
    level: 'must',
    needs: NEEDS,
    why: 'If the missing record were looked at first, whoever forged a seal would only have to wait.',
    async run(ctx) {
      const { sha256 } = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'bad_signature', ceremony_gone: true },
        'sha256',
      )
      const status = at((await verify(ctx, sha256)).json, 'status')
      ctx.expect('VST-021', 'bad_signature', status === 'bad_signature', status)
    },
  },
]

/** Whole numbers that can be a position: neither the number of documents nor a time in epoch seconds. */
function positionsIn(value: unknown): number[] {
  return [...walk(value)]
    .map(({ value: one }) => (typeof one === 'string' && /^\d{1,9}$/.test(one) ? Number(one) : one))
    .filter((one): one is number => Number.isInteger(one) && one !== 17 && Number(one) < 1e9)
}

/** Whether a text such as `3 of 17` names a number. */
function says(text: unknown, number: unknown): boolean {
  return (
    typeof number === 'number' &&
    typeof text === 'string' &&
    text.length < 40 &&
    [...text.matchAll(/\d+/g)].some(([digits]) => digits === String(number))
  )
}

function foundSo(status: Status): Check {
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
        ...WITHHELD,
      ]),
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Each status sends the holder of a paper another way: to the police, to the other region, or home.',
    async run(ctx) {
      const bindings = await reach(ctx, 'signed_document', { mode: 'live', status }, 'sha256')
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
          `the status ${status}${wantsSeal ? ', and a seal' : ', and no member seal'}`,
          body['status'] === status && wantsSeal === Object.hasOwn(body, 'seal'),
          `the status ${shown(body['status'])}${Object.hasOwn(body, 'seal') ? ', and a seal' : ', and no member seal'}`,
        )
      }
      expectWellFormed(ctx, body, status)
      ctx.expect(
        seal[0]!,
        SEALLESS.includes(status) ? 'no member seal at all' : 'a seal, an object',
        SEALLESS.includes(status) ? !Object.hasOwn(body, 'seal') : isObject(body['seal']),
        body['seal'],
      )
      for (const requirement of resolved)
        ctx.expect(requirement, 'the mode live', body['mode'] === 'live', body['mode'])
      const told = withheldIn(bindings).find((text) => answer.text?.includes(text))
      for (const requirement of WITHHELD)
        ctx.expect(requirement, 'nothing that is withheld', told === undefined, told ?? 'nothing')
    },
  }
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
  ctx.expect('VFR-002', 'match, true or false', typeof match === 'boolean', match)
  ctx.expect('VFR-005', 'match, true or false', typeof match === 'boolean', match)
  if (status !== 'verified') ctx.expect('VFR-004', 'match false', match === false, match)
  else ctx.expect('VFR-003', 'match true', match === true, match)
  ctx.expect('VFR-006', 'a status, a text', typeof body['status'] === 'string', body['status'])
  ctx.expect(
    'VFR-007',
    'one of the eleven',
    Object.hasOwn(STATUSES, String(body['status'])),
    body['status'],
  )
}

function mismatch(claim: string, requirement: string): Check {
  return {
    id: `verify.mismatch-of-${claim}`,
    area: 'verify',
    requirements: [requirement, 'VFR-004'],
    level: 'must',
    needs: NEEDS,
    why: 'A good seal moved to another paper is the forgery that looks best.',
    async run(ctx) {
      const { sha256 } = await reach(
        ctx,
        'signed_document',
        { mode: 'live', status: 'claim_mismatch', claim },
        'sha256',
      )
      const { json } = await verify(ctx, sha256)
      ctx.expect(
        requirement,
        'claim_mismatch',
        at(json, 'status') === 'claim_mismatch',
        at(json, 'status'),
      )
      ctx.expect('VFR-004', 'match false', at(json, 'match') === false, at(json, 'match'))
    },
  }
}

/**
 * A document that was signed in test mode. A service that publishes no test keys finds each of them sealed by an unknown
 * one (GAP-TEST-SEALS), and so does its provider.
 */
export async function testDocument(ctx: Context) {
  const asked = (status: string) =>
    reach(ctx, 'signed_document', { mode: 'test', status }, 'sha256')
  try {
    return await asked('verified')
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error
    return asked('unknown_key')
  }
}

/** Asks about a hash as anybody would: without a credential. */
export function verify(
  ctx: Context,
  sha256: string,
  region: RegionName = ctx.home,
): Promise<Answer> {
  const request: StepRequest = {
    method: 'POST',
    path: '/v1/esign/verify',
    region,
    json: { sha256 },
  }
  return ctx.step(`verify the document in ${region}`, request)
}
