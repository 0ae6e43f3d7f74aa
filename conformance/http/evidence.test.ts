import t from 'tap'
import type { Traffic } from './traffic.ts'
import { Evidence } from './evidence.ts'

const LONG = 'x'.repeat(10_000)
const body = () => ({ bytes: LONG.length, sha256: '', text: LONG })

function exchange(): Traffic {
  return {
    label: 'ask',
    request: { method: 'POST', url: 'http://h/', headers: [], body: body() },
    answer: { status_line: '', headers: [], body: body(), milliseconds: 1 },
  }
}

const CUT = { bytes: 10_000, text: LONG.slice(0, 4000), cut: true }

t.test('a response of a passed check is cut, a request is not', async (t) => {
  const one = exchange()
  new Evidence().bound([one], false)
  t.match(one.answer?.body, CUT)
  t.strictSame(one.request.body, body())
})

t.test('a webhook of a passed check is cut, as the target sent it', async (t) => {
  const { request } = exchange()
  new Evidence().bound([{ label: 'received', received: true, request }], false)
  t.match(request.body, CUT)
})

t.test('responses of failed checks are kept up to a limit for the run', async (t) => {
  const traffic = [exchange(), exchange(), exchange()]
  const evidence = new Evidence(2 * 6000 + 5999)
  evidence.bound(traffic.slice(0, 1), true)
  evidence.bound(traffic.slice(1), true)
  t.strictSame(
    traffic.map(({ answer }) => answer?.body?.text?.length),
    [10_000, 10_000, 4000],
  )
})
