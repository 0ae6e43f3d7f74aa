// node --experimental-vm-modules node_modules/jest/bin/jest.js
import { verifyWebhook } from 'vskit'
import { testOrganization } from 'vskit/testing'

const acme = await testOrganization()

test('a cancelled session emits a signed webhook', async () => {
  const session = await acme.createSession()
  await acme.simulator.cancel(session.id)
  const webhook = await acme.nextWebhook({ sessionId: session.id })
  const event = verifyWebhook(webhook.body, webhook.headers, acme.webhookSecret)
  expect(event).toMatchObject({ type: 'kyc.session.cancelled', outcome: null })
})
