import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import document from '../../spec/generated/openapi.json' with { type: 'json' }
import { checkSignature, type SignatureScheme } from '../../conformance/receiver/signature.ts'
import { rateLimited, serviceError } from './errors.ts'
import { Redactor } from '../../conformance/http/redactor.ts'
import { readable } from '../../conformance/http/traffic.ts'
import { trafficOf } from '../run/traffic.ts'
import { Service } from './service.ts'
import { nearlySigned } from '../checks/forged.ts'
import { signedHeaders } from './sign.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'contract')
const valid = (schema: string, value: unknown): string => {
  ajv.validate(`contract#/components/schemas/${schema}`, value)
  return ajv.errorsText()
}

t.test('responses of the kit in place of the service follow the contract', async (t) => {
  t.equal(valid('RateLimitErrorEnvelope', rateLimited('reads', 1_800_000_000).body), 'No errors')
  const gone = serviceError(404, 'artifact_not_available', 'Nothing is stored.').body
  t.equal(valid('ErrorEnvelope', gone), 'No errors')
  t.not(valid('RateLimitErrorEnvelope', gone), 'No errors')
})

t.test('the service in front of a backend', async (t) => {
  const service = await Service.start()
  t.teardown(() => service.close())
  const { VSKIT_URL: url, VSKIT_EU_URL: eu, VSKIT_KEY: key } = service.environment
  const since = Date.now()
  const call = (path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  await t.test('forwards and records requests', async (t) => {
    const made = await call('/v1/sessions', { metadata: { 'Order.Id': 'a b' } })
    t.equal(made.status, 201)
    const { data } = (await made.json()) as { data: { id: string; metadata: object } }
    t.strictSame(data.metadata, { 'Order.Id': 'a b' })
    t.equal((await call(`/v1/sessions/${data.id}`)).headers.get('x-ratelimit-window'), '60')
    t.match(service.exchanges(since), [
      { region: 'us', operation: 'createSession', sessionId: data.id, status: 201 },
      { region: 'us', operation: 'retrieveSession', sessionId: data.id, status: 200 },
    ])
  })

  await t.test('prints the request after <, and the response after >', (t) => {
    const redactor = new Redactor()
    redactor.add('key', key!)
    const text = readable(trafficOf(service.exchanges(since)[0]!, redactor), 1)
    t.match(text, /called createSession \(us\)\n {2}< POST \/v1\/sessions\n/)
    t.match(text, /\n {2}< authorization: Bearer \[redacted key\]\n[^]*\n {2}> HTTP\/1\.1 201 /)
    t.end()
  })

  await t.test('loses the response to a created session', async (t) => {
    service.rules.next('createSession', { lose: 'response' })
    await t.rejects(call('/v1/sessions', { metadata: { order: 'lost' } }))
    const list = (await (await call('/v1/sessions')).json()) as { data: { metadata: object }[] }
    t.match(list.data[0], { metadata: { order: 'lost' } })
    t.match(
      service.exchanges(since).find(({ status }) => status === null),
      {
        operation: 'createSession',
        sessionId: /^vs_/,
      },
    )
  })

  await t.test('loses a request before the service', async (t) => {
    service.rules.next('createSession', { lose: 'request' })
    await t.rejects(call('/v1/sessions', { metadata: { order: 'never' } }))
    const list = (await (await call('/v1/sessions')).json()) as { data: { metadata: object }[] }
    t.match(list.data[0], { metadata: { order: 'lost' } })
  })

  await t.test('forwards malformed paths and bodies, which the service refuses', async (t) => {
    for (const path of ['/v1/sessions/vs_100%', '/v1/sessions/%E4']) {
      t.ok((await call(path)).status >= 400, path)
      t.match(service.exchanges(since).at(-1), { path, sessionId: path.slice(13) })
    }
    service.rules.next('createSession', { request: (json) => ({ ...json, metadata: {} }) })
    const broken = await fetch(`${url}/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"metadata":',
    })
    t.equal(broken.status, 422)
  })

  await t.test('forwards a 204 without a length (RFC 9110, 8.6)', async (t) => {
    const made = await call('/v1/applicants', { family_name: 'Okafor' })
    const { data } = (await made.json()) as { data: { id: string } }
    const gone = await fetch(`${url}/v1/applicants/${data.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    t.equal(gone.status, 204)
    t.equal(gone.headers.get('content-length'), null)
  })

  await t.test('responds about documents in the form of the contract', async (t) => {
    const { sha256 } = service.documents.add(service.rules, {
      us: ['down', { status: 'verified', match: true, seal: true }],
      eu: [{ status: 'not_found' }],
    })
    const verify = (base: string): Promise<Response> =>
      fetch(`${base}/v1/esign/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sha256 }),
      })
    t.equal((await verify(url!)).status, 503)
    for (const base of [url!, eu!]) {
      const answer = await verify(base)
      t.equal(answer.status, 200)
      t.equal(valid('VerificationResponse', await answer.json()), 'No errors')
    }
    t.equal(valid('SealKeySet', service.documents.keySet), 'No errors')
  })
})

t.test('signs webhooks with every scheme of the suite', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const base: SignatureScheme = {
    header: 'X-Sig',
    encoding: 'hex',
    prefix: 'v1=',
    signed: 'body',
    secret: 'base64',
  }
  const schemes: SignatureScheme[] = [
    base,
    { ...base, encoding: 'base64', prefix: '', secret: 'raw' },
    { ...base, signed: 'timestamp.body' },
    { ...base, signed: 'timestamp.body', timestampHeader: 'X-Time' },
    { ...base, signed: 'id.timestamp.body', timestampHeader: 'X-Time', idHeader: 'X-Id' },
  ]
  for (const scheme of schemes) {
    const webhook = { id: 'evt_1', body: '{"a":1}', headers: {} }
    const check = (headers: Record<string, string>, body = webhook.body): boolean =>
      checkSignature(scheme, { header: (name) => headers[name], body: Buffer.from(body) }, secret)
        .valid
    t.ok(check(signedHeaders(scheme, webhook, secret)), JSON.stringify(scheme))
    const other = { of: '{"a":2}' }
    t.notOk(check(signedHeaders(scheme, { ...webhook, signature: other }, secret)))
    for (const [how, altered] of Object.entries(nearlySigned(webhook, other.of)))
      t.notOk(check(signedHeaders(scheme, altered, secret), altered.body), how)
    // Receivers may depend on both, as the contract of the kit requires them.
    for (const signature of [{ secret }, 'none'] as const)
      t.match(signedHeaders(scheme, { ...webhook, signature }, secret), {
        'X-Webhook-Id': 'evt_1',
        'X-Webhook-Timestamp': /^\d{10}$/,
        ...(scheme.idHeader && { 'X-Id': 'evt_1' }),
      })
  }
})

t.test('sends a header once if the scheme names it in another case', (t) => {
  const scheme: SignatureScheme = {
    header: 'webhook-signature',
    encoding: 'base64',
    prefix: 'v1,',
    signed: 'id.timestamp.body',
    timestampHeader: 'x-webhook-timestamp',
    idHeader: 'x-webhook-id',
    secret: 'base64',
  }
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const headers = signedHeaders(scheme, { id: 'evt_1', body: '{}', headers: {} }, secret)
  t.strictSame(Object.keys(headers).toSorted(), [
    'webhook-signature',
    'x-webhook-id',
    'x-webhook-timestamp',
  ])
  t.end()
})
