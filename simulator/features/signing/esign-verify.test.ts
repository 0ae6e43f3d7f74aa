import { createHash, createPublicKey, verify } from 'node:crypto'
import t, { type Test } from 'tap'
import { controlFor, dataOf } from '../../control/testing.ts'
import { exchange, requestText } from '../../http/testing.ts'
import type { Region } from '../../world/world.ts'
import type { Reply } from '../../testing/simulator.ts'
import { caller } from '../../testing/contract.ts'

interface Made {
  agreement_id: string
  document_id: string
  sha256: string
  kid: string
  pdf_base64: string
}
interface Answer {
  protocol_version: string
  match: boolean
  status: string
  mode?: string
  chain_position?: number
  seal?: { format: string; token: string; payload_json: string }
  attestations?: unknown[]
}
interface Key {
  kid: string
  x: string
  status: string
  notBefore: string
}

const NEVER = ['Acme', 'acme.example', '@', 'name":"', 'title', 'email', 'phone', 'reference']

/** A simulator, its documents and its verification; validates every response against the contract. */
async function stage(t: Test) {
  const { simulator, control } = await controlFor(t)
  const regions = { us: caller(simulator, undefined), eu: caller(simulator, undefined, 'eu') }
  return {
    simulator,
    control,
    make: async (body: object = {}, organization = 'org_acme') =>
      dataOf<Made>(
        await control('POST', `/organizations/${organization}/sealed_documents`, {
          mode: 'live',
          ...body,
        }),
      ),
    send: (body: unknown, region: Region = 'us'): Promise<Reply> =>
      regions[region]('POST', '/v1/esign/verify', body),
    ask: async (sha256: string, region: Region = 'us') => {
      const reply = await regions[region]('POST', '/v1/esign/verify', { sha256 })
      t.equal(reply.status, 200, 'VFY-004')
      for (const word of NEVER) {
        t.notOk(
          reply.text.includes(word),
          `VFR-023 VFR-024 VFR-025 VFR-026 VFR-027 VFR-028: no ${word}`,
        )
      }
      const answer = reply.json<Answer>()
      t.type(answer.match, 'boolean', 'VFR-002 VFR-005')
      t.equal(answer.match, answer.status === 'verified', 'VFR-003 VFR-004')
      t.ok('protocol_version' in answer, 'VFR-001 VRS-001')
      return answer
    },
    keys: async (region: Region = 'us') =>
      (await regions[region]('GET', '/.well-known/esign-keys')).json<{ keys: Key[] }>().keys,
  }
}

t.test('ESG-002 ESG-011 VFY-001 VST-002 anyone verifies a sealed file by its hash', async (t) => {
  const { make, ask } = await stage(t)
  const made = await make({ document_index: 1, document_count: 3 })
  const sha256 = createHash('sha256').update(Buffer.from(made.pdf_base64, 'base64')).digest('hex')
  t.equal(made.sha256, sha256)
  const answer = await ask(sha256)
  t.match(
    answer,
    {
      protocol_version: '1',
      match: true,
      status: 'verified',
      agreement_id: made.agreement_id,
      document_id: made.document_id,
      document_index: 1,
      document_count: 3,
      final_hash: sha256,
      signature_methods: ['typed_name'],
      mode: 'live',
      chain_position: 4,
      attestations: [],
    },
    'VFR-006 VFR-015 VFR-016 VFR-017 VFR-018 VFR-019 VFR-020 VFR-021',
  )
  t.strictSame(await ask(sha256), answer, 'SEA-006 the same bytes again')
  const claims = JSON.parse(answer.seal!.payload_json) as Record<string, unknown>
  t.match(
    claims,
    {
      kid: made.kid,
      agreement_id: made.agreement_id,
      document_id: made.document_id,
      final_hash: sha256,
      region: 'us',
      mode: 'live',
      chain_position: 4,
      sealed_at: /^\d{4}-\d\d-\d\dT/,
      org_id: 'org_acme',
    },
    'SEA-009 SEA-010 SEA-011 SEA-012 SEA-013 SEA-014 SEA-015 SEA-016 SEA-017',
  )
  t.equal(Object.keys(claims).length, 9, 'SEA-019 SEA-020')
})

t.test(
  'OFF-001 OFF-002 OFF-003 OFF-004 OFF-006 the seal checks out offline, with the published keys',
  async (t) => {
    const { make, ask, keys } = await stage(t)
    const { sha256 } = await make()
    const { seal } = await ask(sha256)
    const { format, token, payload_json } = seal!
    const parts = token.split('.') as [string, string, string]
    t.strictSame(
      [parts.length, parts[0], format],
      [3, 'ed25519_detached_token_v1', 'ed25519_detached_token_v1'],
      'SEA-001 SEA-002 SEA-003',
    )
    t.equal(Buffer.from(parts[1], 'base64url').toString(), payload_json, 'SEA-004 SEA-007 SEA-008')
    const key = (await keys()).find(
      ({ kid }) => kid === (JSON.parse(payload_json) as { kid: string }).kid,
    )!
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.x },
      format: 'jwk',
    })
    const signature = Buffer.from(parts[2], 'base64url')
    t.ok(
      verify(null, Buffer.from(`${parts[0]}.${parts[1]}`), publicKey, signature),
      'SEA-005 ESG-004',
    )
    t.notOk(verify(null, Buffer.from(`x.${parts[1]}`), publicKey, signature), 'OFF-005')
  },
)

t.test('each of the eleven statuses, by its cause', async (t) => {
  const { make, ask, control } = await stage(t)
  const rows: [id: string, status: string, body: object][] = [
    ['VST-005 VFR-009', 'not_signed', { state: 'sent' }],
    ['VST-006 VFR-010', 'unsealed', { state: 'signed' }],
    ['VST-022 VFR-011', 'unsupported_format', { format: 'cose_v9' }],
    ['VST-024 VFR-012', 'verification_unavailable', { readable: false }],
    ['VST-008', 'unknown_key', { key: 'unpublished' }],
    ['VST-011', 'bad_signature', { signature: 'altered' }],
    ['VST-013', 'claim_mismatch', { claims: { agreement_id: 'agr_other' } }],
    ['VST-014', 'claim_mismatch', { claims: { document_id: 'doc_other' } }],
    ['VST-015', 'claim_mismatch', { claims: { org_id: 'org_other' } }],
    ['VST-016', 'claim_mismatch', { claims: { mode: 'test' } }],
    ['VST-017', 'claim_mismatch', { claims: { region: 'eu' } }],
    ['claims of another file', 'claim_mismatch', { claims: { final_hash: '0'.repeat(64) } }],
    ['VST-018 VST-020', 'chain_unavailable', { ceremony: 'gone' }],
    [
      'VST-021 a missing record does not hide a bad seal',
      'bad_signature',
      { ceremony: 'gone', signature: 'altered' },
    ],
    ['VST-002', 'verified', {}],
  ]
  const seen = new Set<string>()
  for (const mode of ['live', 'test']) {
    for (const [id, status, body] of rows) {
      const turned = id === 'VST-016' && mode === 'test' ? { claims: { mode: 'live' } } : {}
      const made = await make({ mode, ...body, ...turned })
      const answer = await ask(made.sha256)
      seen.add(answer.status)
      t.equal(answer.status, status, `${id} in ${mode} mode`)
      const absent = [
        'not_signed',
        'unsealed',
        'unsupported_format',
        'verification_unavailable',
      ].includes(status)
      t.equal('seal' in answer, !absent, `VFR-013 VFR-014 ${status}`)
      t.equal(answer.mode, mode, 'VFY-023 VFY-024 VFY-025')
    }
  }
  const nothing = await ask('0'.repeat(64))
  t.strictSame(
    nothing,
    { protocol_version: '1', match: false, status: 'not_found', mode: 'live' },
    'VST-003 VFR-008',
  )
  const made = await make()
  dataOf(await control('POST', `/seal_keys/${made.kid}/revoke`))
  const revoked = await ask(made.sha256)
  t.match(revoked, { status: 'revoked_key', seal: { token: /^ed25519/ } }, 'VST-009')
  t.equal(seen.add(nothing.status).add(revoked.status).size, 11, 'VFR-007')
})

t.test('VFR-022 later entries extend the chain and leave the document genuine', async (t) => {
  const { make, ask } = await stage(t)
  const answer = await ask((await make({ attestations: ['consent_withdrawn'] })).sha256)
  t.match(answer, {
    status: 'verified',
    chain_position: 5,
    attestations: [{ type: 'consent_withdrawn' }],
  })
  t.match(
    JSON.parse(answer.seal!.payload_json),
    { chain_position: 4 },
    'the seal pins the position',
  )
})

t.test(
  'ESG-003 VFY-014 VFY-015 VFY-016 VFY-028 each region uses its own data and keys',
  async (t) => {
    const { make, ask, keys } = await stage(t)
    const us = await make()
    const eu = await make({}, 'org_nord')
    t.equal((await ask(us.sha256, 'us')).status, 'verified')
    t.equal((await ask(us.sha256, 'eu')).status, 'not_found')
    t.equal((await ask(eu.sha256, 'eu')).status, 'verified')
    t.equal((await ask(eu.sha256, 'us')).status, 'not_found')
    const [ofUs, ofEu] = [await keys('us'), await keys('eu')]
    t.strictSame(
      ofUs.filter(({ kid }) => ofEu.some((key) => key.kid === kid)),
      [],
    )
  },
)

t.test(
  'of two sealed documents with one file the newest that still exists is returned',
  async (t) => {
    const { make, ask, control } = await stage(t)
    const pdf_base64 = Buffer.from('%PDF-1.7 the same').toString('base64')
    const first = await make({ pdf_base64 }, 'org_acme')
    const last = await make({ pdf_base64 }, 'org_globex')
    t.equal(first.sha256, last.sha256)
    t.match(await ask(last.sha256), { document_id: last.document_id })
    dataOf(await control('POST', '/reset', { organization: 'org_globex' }))
    t.match(await ask(last.sha256), { document_id: first.document_id })
    dataOf(await control('POST', '/reset', {}))
    t.equal((await ask(last.sha256)).status, 'not_found')
  },
)

t.test('VST-002 presenting a copy of a sealed file does not hide the seal', async (t) => {
  const { make, ask } = await stage(t)
  const fileOf = (text: string) => ({ pdf_base64: Buffer.from(text).toString('base64') })
  const states = ['sent', 'signed'] as const
  for (const [mode, others] of [
    ['live', ['live', 'test']],
    ['test', ['live', 'test']],
  ] as const) {
    const file = fileOf(`%PDF-1.7 of Acme, ${mode}`)
    const sealed = await make({ ...file, mode })
    for (const other of others)
      for (const state of states) {
        const copy = await make({ ...file, mode: other, state }, 'org_globex')
        t.equal(copy.sha256, sealed.sha256)
        t.match(
          await ask(sealed.sha256),
          { status: 'verified', match: true, document_id: sealed.document_id, mode },
          `${mode} seal beside a ${state} copy in ${other} mode`,
        )
      }
  }
  const signed = await make({ ...fileOf('%PDF-1.7 signed'), state: 'signed' })
  await make({ ...fileOf('%PDF-1.7 signed'), state: 'sent' }, 'org_globex')
  t.match(await ask(signed.sha256), { status: 'unsealed', document_id: signed.document_id })
  const live = await make({ ...fileOf('%PDF-1.7 twice') })
  await make({ ...fileOf('%PDF-1.7 twice'), mode: 'test' }, 'org_globex')
  t.match(await ask(live.sha256), { status: 'verified', mode: 'live' }, 'live before test')
  await make({ ...fileOf('%PDF-1.7 twice'), signature: 'altered' }, 'org_globex')
  t.match(
    await ask(live.sha256),
    { status: 'verified' },
    'a seal that fails does not hide a valid one',
  )
  const kept = await make({ ...fileOf('%PDF-1.7 old'), ceremony: 'gone' })
  await make({ ...fileOf('%PDF-1.7 old'), state: 'sent' }, 'org_globex')
  t.match(await ask(kept.sha256), { status: 'chain_unavailable' }, 'after its retention')
  await make({ ...fileOf('%PDF-1.7 odd'), readable: false })
  const odd = await make({ ...fileOf('%PDF-1.7 odd'), state: 'sent' }, 'org_globex')
  t.match(await ask(odd.sha256), { status: 'verification_unavailable' }, 'it may be sealed')
})

t.test('VST-002 a sealed file is found among many copies, and only in its region', async (t) => {
  const { make, ask } = await stage(t)
  const pdf_base64 = Buffer.from('%PDF-1.7 shared by many').toString('base64')
  const sealed = await make({ pdf_base64 })
  // More than are read at once: the index has to find the one with the highest rank.
  for (let i = 0; i < 45; i++) await make({ pdf_base64, state: 'sent', mode: 'test' }, 'org_globex')
  t.match(await ask(sealed.sha256), { status: 'verified', document_id: sealed.document_id })
  t.match(await ask(sealed.sha256, 'eu'), { status: 'not_found' })
  await make({ pdf_base64, state: 'sent' }, 'org_nord')
  t.match(await ask(sealed.sha256, 'eu'), { status: 'not_signed' }, 'the copy of the other region')
  t.match(await ask(sealed.sha256), { status: 'verified' })
})

t.test('VFY-002 VFY-005 VFY-006 an invalid hash is 422', async (t) => {
  const { make, send } = await stage(t)
  const { sha256 } = await make()
  for (const [name, body] of [
    ['VFY-008 upper case', { sha256: sha256.toUpperCase() }],
    ['VFY-009 63 characters', { sha256: sha256.slice(1) }],
    ['VFY-009 65 characters', { sha256: `${sha256}0` }],
    ['VFY-010 not hexadecimal', { sha256: `g${sha256.slice(1)}` }],
    ['a trailing line break', { sha256: `${sha256}\n` }],
    ['VFY-011 a number', { sha256: 1 }],
    ['VFY-011 null', { sha256: null }],
    ['VFY-011 a list', { sha256: [sha256] }],
    ['VFY-011 nothing', {}],
    ['additional members', { sha256, file: 'JVBERi0=' }],
    ['an array', [sha256]],
    ['a text', '"x"'],
  ] as [string, unknown][]) {
    const reply = await send(body)
    t.equal(reply.status, 422, name)
    t.equal(reply.json<{ error: { code: string } }>().error.code, 'validation_error')
    t.ok(
      reply.json<{ error: { details: { issues: unknown[] } } }>().error.details.issues.length > 0,
    )
  }
})

t.test('VFY-003 VFY-007 a body that is not JSON is 415', async (t) => {
  const { make, send, simulator } = await stage(t)
  const { sha256 } = await make()
  t.equal((await send('{"sha256":')).status, 415, 'a JSON media type and another body')
  t.equal((await send('['.repeat(500))).status, 415, 'deeply nested, and no JSON')
  t.equal((await send(`${'['.repeat(500)}${']'.repeat(500)}`)).status, 422, 'deeply nested JSON')
  const call = caller(simulator, undefined)
  for (const type of [
    'text/plain',
    'application/pdf',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
  ]) {
    const reply = await call('POST', '/v1/esign/verify', JSON.stringify({ sha256 }), {
      'content-type': type,
    })
    t.equal(reply.status, 415, type)
  }
  const type = 'Application/JSON; charset=utf-8'
  const reply = await call('POST', '/v1/esign/verify', { sha256 }, { 'content-type': type })
  t.equal(reply.status, 200, 'parameters and case are ignored')
})

t.test(
  'a body that is too large or has no declared size is 413 before anything else',
  async (t) => {
    const { make, send, simulator } = await stage(t)
    const { sha256 } = await make()
    const body = JSON.stringify({ sha256 })
    t.equal((await send(body.padEnd(1024))).status, 200)
    t.equal((await send(body.padEnd(1025))).status, 413, 'VFY-012')
    t.equal((await send('x'.repeat(1 << 20))).status, 413, 'VFY-012 a MiB')
    const ask = async (headers: Record<string, string>, text: string, unsized = '') => {
      const request = requestText('POST', '/v1/esign/verify', headers, text) + unsized
      return (await exchange(simulator.base_urls.us, request))[0]!
    }
    const raw = async (...sent: Parameters<typeof ask>) => (await ask(...sent)).status
    const json = { 'Content-Type': 'application/json' }
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    t.equal(await raw(json, body), 200)
    t.equal(await raw({ ...json, 'Transfer-Encoding': 'chunked' }, '', chunked), 413, 'VFY-013')
    const unsized = await ask({ ...json, 'Transfer-Encoding': 'chunked' }, '', chunked)
    t.match(unsized.text, /size .* is not known: send it with Content-Length/)
    const text = { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' }
    t.equal(await raw(text, '', chunked), 413, 'before its type')
    t.equal(await raw({ ...json, 'Content-Encoding': 'gzip' }, body), 413, 'VFY-013 compressed')
  },
)

t.test('ESG-012 JWK-001 the key set lists the published keys', async (t) => {
  const { simulator, keys, control, make, ask } = await stage(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const [key, ...others] = await keys()
  t.strictSame(others, [], 'the first request creates one')
  t.strictSame(
    key,
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: key!.x,
      kid: key!.kid,
      status: 'active',
      notBefore: '2026-11-20T09:00:00.000Z',
    },
    'JWK-002 JWK-003 JWK-004 JWK-005 JWK-007 JWK-008 JWK-009 JWK-013',
  )
  t.equal(Buffer.from(key!.x, 'base64url').length, 32, 'JWK-006')

  const before = await make()
  t.equal(before.kid, key!.kid)
  const next = dataOf<Key>(
    await control('POST', '/seal_keys/rotate', { region: 'us', mode: 'live' }),
  )
  t.strictSame(
    (await keys()).map(({ kid, status }) => [kid, status]),
    [
      [key!.kid, 'retired'],
      [next.kid, 'active'],
    ],
    'JWK-011',
  )
  t.equal((await ask(before.sha256)).status, 'verified', 'JWK-010')
  t.equal((await make()).kid, next.kid)

  const tested = await make({ mode: 'test' })
  t.equal((await ask(tested.sha256)).status, 'verified')
  t.notOk(
    (await keys()).some(({ kid }) => kid === tested.kid),
    'JWK-012',
  )
  const all = dataOf<(Key & { mode: string })[]>(await control('GET', '/seal_keys'))
  t.match(
    all.find(({ kid }) => kid === tested.kid),
    { mode: 'test', status: 'active' },
  )

  const secrets = Object.values(simulator.ports.world.file.seal_keys!.us!)
    .flat()
    .map(({ d }) => d)
  t.equal(secrets.length, 3)
  const shown = [
    JSON.stringify(all),
    JSON.stringify(await keys()),
    (await control('GET', '/world')).text,
  ]
  for (const d of secrets)
    t.notOk(
      shown.some((text) => text.includes(d)),
      'no private part is published',
    )
})

t.test(
  'a retired or revoked key seals no more, and the next seal uses an active key',
  async (t) => {
    const { control, keys, make, ask } = await stage(t)
    const made = await make()
    const path = `/seal_keys/${made.kid}`
    t.equal((await control('POST', `${path}/retire`)).status, 200)
    t.equal((await control('POST', `${path}/retire`)).status, 200, 'a repetition changes nothing')
    t.equal((await ask(made.sha256)).status, 'verified')
    t.equal((await control('POST', `${path}/revoke`)).status, 200)
    t.equal((await control('POST', `${path}/revoke`)).status, 200)
    t.equal((await control('POST', `${path}/retire`)).status, 409)
    t.equal((await control('POST', '/seal_keys/nobody/revoke')).status, 404)
    t.equal((await ask(made.sha256)).status, 'revoked_key')
    t.match(await keys(), [{ kid: made.kid, status: 'revoked' }], 'it stays listed')
    const later = await make()
    t.not(later.kid, made.kid)
    t.equal((await ask(later.sha256)).status, 'verified')
  },
)

t.test(
  'GAP-VERIFY-SEVERAL a verified document is found behind 20 newer ones that are altered',
  async (t) => {
    const { make, ask } = await stage(t)
    const pdf_base64 = Buffer.from('%PDF-1.7 twenty-one times').toString('base64')
    const { sha256 } = await make({ pdf_base64 })
    for (let i = 0; i < 20; i++) await make({ pdf_base64, signature: 'altered' })
    t.match(await ask(sha256), { status: 'verified', match: true })
  },
)

t.test('invalid input of the documents helper is rejected', async (t) => {
  const { control } = await stage(t)
  const send = (body: object, id = 'org_acme') =>
    control('POST', `/organizations/${id}/sealed_documents`, body)
  for (const body of [
    {},
    { mode: 'prod' },
    { mode: 'live', document_index: 1 },
    { mode: 'live', pdf_base64: '****' },
    { mode: 'live', state: 'sent', signature: 'altered' },
    { mode: 'live', claims: { signer_name: 'Ana' } },
  ]) {
    t.equal((await send(body)).status, 422, JSON.stringify(body))
  }
  t.equal((await send({ mode: 'live' }, 'org_nobody')).status, 404)
})
