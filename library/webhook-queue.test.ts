import t from 'tap'
import type { EventLine } from './connection.ts'
import { WebhookQueue } from './webhook-queue.ts'

const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`
const LINE: EventLine = {
  id: 'evt_1',
  type: 'kyc.session.completed',
  session_id: 'vs_1',
  organization: 'org_a',
  mode: 'test',
  headers: {},
  body: '{}',
  created_at: '2026-11-20T09:00:00.000Z',
}

t.test('a webhook whose secret cannot be read goes to the next call that waits', async (t) => {
  const secrets = [() => Promise.reject(new Error('lost')), () => Promise.resolve(SECRET)]
  const queue = new WebhookQueue(() => secrets.shift()!())
  const [first, second] = [queue.next({ timeout: 1000 }), queue.next({ timeout: 1000 })]
  queue.push(LINE)
  await t.rejects(first, /lost/)
  t.match(await second, { id: 'evt_1' })
})

t.test('without such a call, the next one returns it', async (t) => {
  const secrets = [() => Promise.reject(new Error('lost')), () => Promise.resolve(SECRET)]
  const queue = new WebhookQueue(() => secrets.shift()!())
  queue.push(LINE)
  queue.push({ ...LINE, id: 'evt_2' })
  await t.rejects(queue.next({}), /lost/)
  t.match(await queue.next({}), { id: 'evt_1' })
})
