import t from 'tap'
import { Abandoned } from '../time/scheduler.ts'
import { asOwner } from './jobs.ts'

t.test('a webhook is not sent once the lane has another owner', async (t) => {
  const sent: string[] = []
  const attempt = { ok: true, httpCode: 200, errorCode: null, latencyMs: 1 }
  let owns = true
  const send = asOwner(
    async (url) => {
      sent.push(url)
      return attempt
    },
    { may: (lane) => owns && lane === 'webhook:whs_1' },
    'webhook:whs_1',
  )
  t.equal(await send('https://one.example/', '', {}), attempt)
  owns = false
  await t.rejects(send('https://two.example/', '', {}), Abandoned)
  t.strictSame(sent, ['https://one.example/'])
})
