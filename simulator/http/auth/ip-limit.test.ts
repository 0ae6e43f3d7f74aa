import t from 'tap'
import fc from 'fast-check'
import { preAuthIp } from '../../../spec/generated/limits.ts'
import { IpLimit } from './ip-limit.ts'

const MINUTE = 60_000

t.test('LIM-001 LIM-003 each address has a budget of its own in each minute', async () => {
  const wait = fc.oneof(fc.nat(2_000), fc.nat(200_000))
  const requests = fc.array(fc.record({ address: fc.constantFrom('a', 'b', '::1'), wait }), {
    maxLength: 80,
  })
  const start = fc.integer({ min: 0, max: 2e12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), start, requests, (budget, start, requests) => {
      const limit = new IpLimit(() => budget)
      const used = new Map<string, number>()
      let now = start
      for (const { address, wait } of requests) {
        now += wait
        const place = `${Math.floor(now / MINUTE)} ${address}`
        const before = used.get(place) ?? 0
        const spent = limit.spent(address, now)
        if (spent !== before >= budget)
          throw new Error(`${place}: ${before} of ${budget} used, spent: ${spent}`)
        if (before >= budget) continue
        limit.count(address, now)
        used.set(place, before + 1)
      }
    }),
  )
})

t.test('reading a counter does not count as a request', async (t) => {
  const limit = new IpLimit(() => 2)
  for (let i = 0; i < 10; i++) t.notOk(limit.spent('a', 0))
  limit.count('a', 0)
  t.notOk(limit.spent('a', 0))
  limit.count('a', 0)
  t.ok(limit.spent('a', 0))
  t.notOk(limit.spent('b', 0))
  t.notOk(limit.spent('a', MINUTE))
})

t.test('the details of a refusal are those of any other limit', async (t) => {
  const limit = new IpLimit(() => preAuthIp.budget)
  t.strictSame(limit.details(MINUTE + 1), {
    reset_at: 120,
    limit: 600,
    window_seconds: 60,
    route_class: preAuthIp.route_class,
    tier: preAuthIp.tier,
  })
  t.equal(limit.details(2 * MINUTE)['reset_at'], 180)
})

t.test('a reset restores the budget of every address', async (t) => {
  const limit = new IpLimit(() => 1)
  limit.count('a', 5)
  limit.reset()
  t.notOk(limit.spent('a', 5))
})

t.test('a clock that is set back blocks no caller', async (t) => {
  const limit = new IpLimit(() => 1)
  limit.count('a', 10 * MINUTE)
  t.ok(limit.spent('a', 10 * MINUTE))
  t.notOk(limit.spent('a', 0))
  t.equal(limit.details(0)['reset_at'], 60)
})
