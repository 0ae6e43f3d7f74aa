import t from 'tap'
import type { ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import { countsIn } from './counting-mutants.ts'

function request(path: string): ProxiedRequest {
  const headers = { authorization: 'Bearer ah_sk_us_test_1' }
  return { region: 'us', method: 'GET', path, headers, body: Buffer.alloc(0) }
}

function response(limit: number, remaining: number, reset: number): ProxiedResponse {
  const rate = { Limit: limit, Remaining: remaining, Reset: reset, Window: 60 }
  return {
    status: 200,
    headers: Object.entries(rate).map(([name, value]) => [`X-RateLimit-${name}`, String(value)]),
    body: Buffer.alloc(0),
  }
}

t.test('moved requests are forgotten when the window rolls', async (t) => {
  const fault = countsIn('reads', ({ path }) => path.startsWith('/v1/webhook-events'))()
  const shown = (path: string, ...rate: [number, number, number]): number[] => {
    const answer = response(...rate)
    fault.response!(request(path), answer)
    return answer.headers.map(([, value]) => Number(value))
  }
  t.strictSame(shown('/v1/sessions', 100, 90, 60), [100, 90, 60, 60])
  for (const remaining of [49, 48, 47]) shown('/v1/webhook-events', 50, remaining, 60)
  t.strictSame(shown('/v1/sessions', 100, 89, 60), [100, 86, 60, 60], 'they count in this class')
  t.strictSame(shown('/v1/webhook-events', 50, 49, 120), [100, 99, 120, 60], 'in a new window')
  t.strictSame(shown('/v1/resend', 50, 48, 120), [50, 49, 120, 60], 'and no longer in their own')
  t.strictSame(shown('/v1/sessions', 100, 99, 120), [100, 98, 120, 60])
})
