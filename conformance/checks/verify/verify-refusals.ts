import type { Check, StepRequest } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { at } from '../../http/json.ts'

const HASH = 'a'.repeat(64)

/** A request that the endpoint must refuse. */
interface Refused {
  label: string
  request: Pick<StepRequest, 'json' | 'body' | 'headers'>
  status: number
  requirements: readonly string[]
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
// Shorter than a valid body: a service may check the size before the type (GAP-VERIFY-BODY-SIZE).
const FORM = Buffer.from(
  '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
)

const REFUSED: readonly Refused[] = [
  {
    label: 'the file itself',
    request: { body: Buffer.from('%PDF-1.7\n'), headers: { 'Content-Type': 'application/pdf' } },
    status: 415,
    requirements: ['VFY-003', 'VFY-005', 'VFY-006', 'VFY-007'],
  },
  {
    label: 'the file in a form',
    request: { body: FORM, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    status: 415,
    requirements: ['VFY-005', 'VFY-006', 'VFY-007'],
  },
  {
    label: 'the hash as plain text',
    request: { body: Buffer.from(HASH), headers: { 'Content-Type': 'text/plain' } },
    status: 415,
    requirements: ['VFY-003', 'VFY-007'],
  },
  {
    label: 'the hash in a form',
    request: {
      body: Buffer.from(`sha256=${HASH}`),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
    status: 415,
    requirements: ['VFY-003', 'VFY-007'],
  },
  {
    label: 'the file as a member',
    request: { json: { file: Buffer.from('%PDF-1.7\n').toString('base64') } },
    status: 422,
    requirements: ['VFY-005', 'VFY-006'],
  },
  {
    label: 'upper case',
    request: { json: { sha256: HASH.toUpperCase() } },
    status: 422,
    requirements: ['VFY-002', 'VFY-008'],
  },
  {
    label: '63 characters',
    request: { json: { sha256: HASH.slice(1) } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: '65 characters',
    request: { json: { sha256: `${HASH}a` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'a letter that is not a hex digit',
    request: { json: { sha256: `${HASH.slice(1)}g` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-010'],
  },
  {
    label: '0x before 62 digits',
    request: { json: { sha256: `0x${HASH.slice(2)}` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-010'],
  },
  {
    label: '0x before the hash',
    request: { json: { sha256: `0x${HASH}` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'the name of the hash function before the hash',
    request: { json: { sha256: `sha256:${HASH}` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'a full-width digit',
    request: { json: { sha256: `${HASH.slice(1)}\uff11` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-010'],
  },
  {
    label: 'a hash with a trailing space',
    request: { json: { sha256: `${HASH} ` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'a hash with a trailing line feed',
    request: { json: { sha256: `${HASH}\n` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'a hash with a leading space',
    request: { json: { sha256: ` ${HASH}` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-009'],
  },
  {
    label: 'a hash with one capital letter',
    request: { json: { sha256: `${HASH.slice(1)}A` } },
    status: 422,
    requirements: ['VFY-002', 'VFY-008'],
  },
  {
    label: 'a number',
    request: { json: { sha256: 42 } },
    status: 422,
    requirements: ['VFY-002', 'VFY-011'],
  },
  ...[
    ['an empty text', '', 'VFY-009'],
    ['128 characters', HASH.repeat(2), 'VFY-009'],
    ['40 characters, as SHA-1 has', HASH.slice(0, 40), 'VFY-009'],
    ['a leading line feed', `\n${HASH}`, 'VFY-009'],
    ['a line before the hash', `x\n${HASH}`, 'VFY-009'],
    ['the hash in base64', Buffer.from(HASH, 'hex').toString('base64'), 'VFY-009'],
    ['false', false, 'VFY-011'],
    ['an object', { hex: HASH }, 'VFY-011'],
  ].map(([label, sha256, requirement]): Refused => ({
    label: String(label),
    request: { json: { sha256 } },
    status: 422,
    requirements: ['VFY-002', String(requirement)],
  })),
  {
    label: 'the hash under a name in capitals',
    request: { json: { SHA256: HASH } },
    status: 422,
    requirements: ['VFY-011'],
  },
  // Neither a prefix nor a parameter makes a type application/json.
  ...[
    ['application/json-seq', `\u{1e}{"sha256":"${HASH}"}\n`],
    ['text/plain; note=application/json', HASH],
  ].map(([type, body]): Refused => ({
    label: `the hash as ${type}`,
    request: { body: Buffer.from(body!), headers: { 'Content-Type': type! } },
    status: 415,
    requirements: ['VFY-003', 'VFY-007'],
  })),
  ...['application/octet-stream', 'application/xml'].map((type): Refused => ({
    label: `the file as ${type}`,
    request: { body: Buffer.from('%PDF-1.7\n'), headers: { 'Content-Type': type } },
    status: 415,
    requirements: ['VFY-003', 'VFY-007'],
  })),
  { label: 'null', request: { json: { sha256: null } }, status: 422, requirements: ['VFY-011'] },
  {
    label: 'a list of hashes',
    request: { json: { sha256: [HASH] } },
    status: 422,
    requirements: ['VFY-011'],
  },
  { label: 'nothing', request: { json: {} }, status: 422, requirements: ['VFY-011'] },
  {
    label: 'a body of 1 MiB',
    request: {
      body: Buffer.from(JSON.stringify({ sha256: HASH, padding: 'x'.repeat(1 << 20) })),
      headers: JSON_TYPE,
    },
    status: 413,
    requirements: ['VFY-012'],
  },
]

export const verifyRefusalChecks: readonly Check[] = [
  {
    id: 'verify.what-it-takes',
    area: 'verify',
    requirements: [
      'AUT-023',
      'ESG-011',
      'VFY-001',
      'VFY-004',
      ...new Set(REFUSED.flatMap(({ requirements }) => requirements)),
    ].filter((id, i, all) => all.indexOf(id) === i),
    level: 'must',
    needs: { features: ['document_verification'], credentials: [] },
    why: 'Invalid input must be refused: a verdict about it would be believed.',
    async run(ctx) {
      const ask = (label: string, request: Refused['request']) =>
        ctx.step(`send ${label}`, { method: 'POST', path: '/v1/esign/verify', ...request })
      const good = await ask('an unknown hash, without a credential', {
        json: { sha256: HASH },
      })
      for (const requirement of ['AUT-023', 'ESG-011', 'VFY-001', 'VFY-004']) {
        ctx.expect(
          requirement,
          '200 and not_found',
          good.status === 200 && at(good.json, 'status') === 'not_found',
          statusAndCode(good),
        )
      }
      const typed = await ask('the hash as application/json with its charset', {
        body: Buffer.from(JSON.stringify({ sha256: HASH })),
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      })
      for (const requirement of ['VFY-001', 'VFY-003'])
        ctx.expect(requirement, '200', typed.status === 200, statusAndCode(typed))
      for (const { label, request, status, requirements } of REFUSED) {
        const answer = await ask(label, request)
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            `${status} for ${label}`,
            answer.status === status,
            statusAndCode(answer),
          )
        }
      }
      // The status of JSON that is no object is open (GAP-VERIFY-MALFORMED-JSON).
      for (const [label, json] of [
        ['a text', HASH],
        ['a list', [HASH]],
        ['null', null],
      ] as const) {
        const answer = await ask(`${label} in place of an object`, {
          body: Buffer.from(JSON.stringify(json)),
          headers: JSON_TYPE,
        })
        ctx.expect(
          'VFY-002',
          `a refusal of ${label} in place of an object, 4xx`,
          isRefused(answer),
          statusAndCode(answer),
        )
      }
      // A service may reject the query itself, with another 4xx (GAP-UNKNOWN-QUERY).
      const asked = await ctx.step('send the hash in the query', {
        method: 'POST',
        path: `/v1/esign/verify?sha256=${HASH}`,
        json: {},
      })
      ctx.expect(
        'VFY-011',
        'a refusal of a body without a hash, 4xx',
        isRefused(asked),
        statusAndCode(asked),
      )
    },
  },
]
