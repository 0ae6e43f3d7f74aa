import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createSimulator, signWebhook } from 'vskit'
import { testOrganization } from 'vskit/testing'
import { newBackend } from './server.js'

const acme = await testOrganization()
const { simulator } = acme
const backend = newBackend({
  url: acme.url,
  key: acme.key,
  webhookSecret: acme.webhookSecret,
  regions: [simulator.regions.us.url, simulator.regions.eu.url],
})
backend.listen(0, '127.0.0.1')
await once(backend, 'listening')
const url = `http://127.0.0.1:${backend.address().port}`
const listener = await acme.listen({ forwardTo: `${url}/webhooks` })
after(async () => {
  await listener.close()
  backend.close()
})

const post = (path, body, headers) =>
  fetch(url + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  })
const begin = async (orderId) => (await post('/verifications', { orderId })).json()
const result = async (orderId) => (await fetch(`${url}/verifications/${orderId}`)).json()
const creations = async (filter) => acme.requests({ operation: 'createSession', ...filter })

test('a verification from the order to the images', async () => {
  const { sessionId, hostedUrl, status } = await begin('A-1')
  assert.match(hostedUrl, /^http/)
  assert.equal(status, 'created')
  await simulator.submit(sessionId)
  await simulator.settle()
  assert.deepEqual(await result('A-1'), {
    orderId: 'A-1',
    sessionId,
    status: 'completed',
    outcome: 'approved',
    hostedUrl,
    images: ['portrait', 'front'],
    shipments: 1,
    mode: 'test',
    decisionSource: 'automatic',
  })
  const image = await fetch(`${url}/verifications/A-1/images/portrait`)
  assert.equal(image.headers.get('content-type'), 'image/jpeg')
  const { token } = await (await post('/verifications/A-1/token', {})).json()
  assert.match(token, /^bt_/)
})

test('a body without an order is refused', async () => {
  for (const body of ['{', 'null', '{}']) {
    const response = await post('/verifications', body)
    assert.equal(response.status, 400)
    assert.match((await response.json()).error, /orderId/)
  }
})

test('a lost response does not lead to a second session', async () => {
  await acme.fault({ operation: 'createSession', effect: { reset: 'after' } })
  const { sessionId } = await begin('A-2')
  const made = (await creations()).filter(
    ({ request }) => request.body?.metadata?.orderId === 'A-2',
  )
  assert.equal(made.length, 1)
  assert.equal((await acme.session(sessionId)).metadata.orderId, 'A-2')
})

test('after a 429 it waits until the window rolls', async (t) => {
  // This test has its own simulator, since it moves the clock.
  const own = await createSimulator({ clock: '2026-01-01T00:00:58Z' })
  t.after(() => own.close())
  const shop = await own.organization({ budgets: { 'sessions:create': 1 } })
  const other = newBackend({ url: shop.url, key: shop.key, webhookSecret: shop.webhookSecret })
  other.listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const order = (orderId) =>
    fetch(`http://127.0.0.1:${other.address().port}/verifications`, {
      method: 'POST',
      body: JSON.stringify({ orderId }),
    })
  await order('A-3')
  await own.resume()
  assert.equal((await order('A-4')).status, 201)
  const [first, refused, ...later] = await shop.requests({ operation: 'createSession' })
  assert.deepEqual([first.status, refused.status, later.length], [201, 429, 1])
  const { reset_at } = refused.response.body.error.details
  assert.ok(Date.parse(later[0].at) >= reset_at * 1000, 'not before the window rolls')
})

test('a deleted image, and a failing proxy', async () => {
  const { sessionId } = await begin('A-6')
  await acme.fault({
    operation: 'retrieveEvidenceImage',
    effect: { error: 'artifact_not_available' },
  })
  await acme.fault({ operation: 'retrieveSession', effect: { status: 503 } })
  await simulator.submit(sessionId)
  await simulator.settle()
  assert.deepEqual((await result('A-6')).images, ['front'])
})

test('a file without a signature', async () => {
  const response = await post('/documents', 'not a signed file')
  assert.deepEqual(await response.json(), { verdict: 'not_found' })
})

test('unsigned webhooks are rejected; duplicates and unknown types have no effect', async () => {
  const body = JSON.stringify({ sessionId: 'vs_1', type: 'kyc.session.completed' })
  assert.equal((await post('/webhooks', body)).status, 400)
  const signed = (text) => ({ 'x-webhook-signature': signWebhook(text, acme.webhookSecret) })
  assert.equal((await post('/webhooks', `${body} `, signed(body))).status, 400)
  const unknown = JSON.stringify({ sessionId: 'vs_1', type: 'kyc.session.levitated', more: true })
  assert.equal((await post('/webhooks', unknown, signed(unknown))).status, 200)

  const { sessionId } = await begin('A-5')
  await simulator.end(sessionId)
  const { body: sent, headers } = await acme.nextWebhook({ sessionId })
  await simulator.settle()
  const reads = async () => (await acme.requests({ operation: 'retrieveSession' })).length
  const before = await reads()
  assert.equal((await post('/webhooks', sent, headers)).status, 200)
  assert.equal(await reads(), before)
  assert.equal((await result('A-5')).outcome, 'declined')
})
