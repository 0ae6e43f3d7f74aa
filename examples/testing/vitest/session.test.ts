// npx vitest run
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Simulator, type TestOrganization, createSimulator, verifyWebhook } from 'vskit'

let simulator: Simulator
let acme: TestOrganization

beforeAll(async () => {
  simulator = await createSimulator({ clock: 'frozen' })
  acme = await simulator.organization()
  await simulator.snapshot()
})
// Every test starts from the same state; this takes a few milliseconds.
beforeEach(() => simulator.restore())
afterAll(() => simulator.close())

test('a declined session emits a signed webhook', async () => {
  const session = await acme.createSession({ expected_outcome: 'review' })
  await simulator.submit(session.id)
  await simulator.review(session.id, 'declined')
  const webhook = await acme.nextWebhook({ type: 'kyc.session.completed' })
  const event = verifyWebhook(webhook.body, webhook.headers, acme.webhookSecret)
  expect(event).toMatchObject({
    sessionId: session.id,
    outcome: 'declined',
    decisionSource: 'reviewer',
  })
})

test('a failing proxy is retried', async () => {
  await acme.fault({ operation: 'createSession', effect: { status: 503 } })
  await expect(acme.createSession()).rejects.toMatchObject({ status: 503 })
  await expect(acme.createSession()).resolves.toMatchObject({ mode: 'test' })
  expect(await acme.requests()).toMatchObject([{ status: 503 }, { status: 201 }])
})
