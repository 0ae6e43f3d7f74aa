// node --test (package.json has "type": "module")
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSimulator, verifyWebhook } from 'vskit'
import { testOrganization } from 'vskit/testing'

// Each test file has its own organization, so no other file sees its data.
const acme = await testOrganization()

test('a completed session emits a signed webhook', async () => {
  const session = await acme.createSession({
    expected_outcome: 'pass',
    metadata: { orderId: 'A-1' },
  })
  await acme.simulator.submit(session.id)
  const webhook = await acme.nextWebhook({ sessionId: session.id })
  const event = verifyWebhook(webhook.body, webhook.headers, acme.webhookSecret)
  assert.equal('outcome' in event && event.outcome, 'approved')
})

test('an unfinished session expires after seven days', async (t) => {
  // All organizations of a simulator share its clock, so this test has its own simulator.
  const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
  t.after(() => simulator.close())
  const own = await simulator.organization()
  const session = await own.createSession()
  await simulator.advance('8d')
  const { type } = await own.nextWebhook({ sessionId: session.id })
  assert.equal(type, 'kyc.session.expired')
})
