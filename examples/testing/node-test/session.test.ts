// node --test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSimulator, verifyWebhook } from 'vskit'
import { testOrganization } from 'vskit/testing'

// An organization of this file's own: no other test file sees its data.
const acme = await testOrganization()

test('a session that passes is announced by a signed webhook', async () => {
  const session = await acme.createSession({
    expected_outcome: 'pass',
    metadata: { orderId: 'A-1' },
  })
  await acme.simulator.submit(session.id)
  const webhook = await acme.nextWebhook({ sessionId: session.id })
  const event = verifyWebhook(webhook.body, webhook.headers, acme.webhookSecret)
  assert.equal('outcome' in event && event.outcome, 'approved')
})

test('a session that nobody finishes expires after seven days', async () => {
  // Time is common to a simulator, so this test has one of its own.
  await using simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
  const own = await simulator.organization()
  const session = await own.createSession()
  await simulator.advance('8d')
  const { type } = await own.nextWebhook({ sessionId: session.id })
  assert.equal(type, 'kyc.session.expired')
})
