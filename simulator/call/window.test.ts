import t from 'tap'
import fc from 'fast-check'
import type { ClassLimit } from './limits.ts'
import { Window } from './window.ts'

const limit = (budget: number, windowMs = 60_000): ClassLimit => ({
  routeClass: 'reads',
  windowMs,
  budget,
})

/** Returns the four headers by name. */
function headersOf(window: Window): Record<string, string> {
  const list: string[] = []
  window.addHeaders(list)
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]!]] : [])))
}

const limits = fc.record({
  routeClass: fc.constant('reads'),
  windowMs: fc.constantFrom(60_000, 86_400_000),
  budget: fc.integer({ min: 1, max: 8 }),
})
/** Intervals between requests, shorter and longer than a window. */
const waits = fc.array(fc.oneof(fc.nat(2_000), fc.nat(200_000_000)), { maxLength: 60 })
const start = fc.integer({ min: 0, max: 2_000_000_000_000 })

t.test('LIM-008 a window that is aligned to the epoch admits exactly its budget', async () => {
  fc.assert(
    fc.property(limits, start, waits, (limit, start, waits) => {
      const window = new Window(limit)
      const admitted = new Map<number, number>()
      let now = start
      for (const wait of waits) {
        now += wait
        const index = Math.floor(now / limit.windowMs)
        const before = admitted.get(index) ?? 0
        if (window.admit(now)) admitted.set(index, before + 1)
        else if (before < limit.budget)
          throw new Error(`refused request ${before + 1} of ${limit.budget} at ${now}`)
      }
      return [...admitted.values()].every((count) => count <= limit.budget)
    }),
  )
})

t.test('LIM-022 LIM-023 LIM-024 LIM-025 the headers are correct', async () => {
  fc.assert(
    fc.property(limits, start, waits, (limit, start, waits) => {
      const window = new Window(limit)
      let now = start
      let used = 0
      let index = -1
      for (const wait of waits) {
        now += wait
        if (Math.floor(now / limit.windowMs) !== index) used = 0
        index = Math.floor(now / limit.windowMs)
        if (window.admit(now)) used++
        const headers = headersOf(window)
        const expected = {
          'X-RateLimit-Limit': String(limit.budget),
          'X-RateLimit-Remaining': String(limit.budget - used),
          'X-RateLimit-Reset': String(((index + 1) * limit.windowMs) / 1000),
          'X-RateLimit-Window': String(limit.windowMs / 1000),
        }
        if (JSON.stringify(headers) !== JSON.stringify(expected)) {
          throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(headers)}`)
        }
        if (
          window.remaining !== limit.budget - used ||
          window.resetAt !== Number(expected['X-RateLimit-Reset'])
        ) {
          throw new Error('the getters say something else than the headers')
        }
        const left = window.resetAt * 1000 - now
        if (left <= 0 || left > limit.windowMs)
          throw new Error(`reset at ${window.resetAt}, now ${now}`)
      }
    }),
  )
})

t.test('a refused request does not count (GAP-WINDOW-ALIGNMENT)', async (t) => {
  const window = new Window(limit(3))
  const results = Array.from({ length: 6 }, () => window.admit(1_000))
  t.strictSame(results, [true, true, true, false, false, false])
  t.equal(window.remaining, 0, 'and never less than nothing is left')
  t.ok(window.admit(60_000), 'the next window starts empty')
  t.equal(window.remaining, 2)
})

t.test('a window includes its last millisecond and excludes the first of the next', async (t) => {
  const window = new Window(limit(1))
  t.ok(window.admit(119_999))
  t.equal(window.resetAt, 120)
  t.notOk(window.admit(119_999))
  t.ok(window.admit(120_000))
  t.equal(window.resetAt, 180)
})

t.test('refusals of one window and tier share one object', async (t) => {
  const window = new Window({ routeClass: 'reads', budget: 1, windowMs: 60_000 })
  window.admit(0)
  const first = window.refusal('elevated')
  t.match(first, { code: 'rate_limit_exceeded', details: window.details('elevated') })
  t.equal(window.refusal('elevated'), first)
  t.match(window.refusal('custom'), { details: { tier: 'custom' } })
  window.admit(60_000)
  t.match(
    window.refusal('custom'),
    { details: { reset_at: 120, tier: 'custom' } },
    'the next window has its own',
  )
})

t.test('LIM-026 LIM-027 LIM-028 LIM-029 LIM-030 the details of a refusal', async (t) => {
  const window = new Window({ routeClass: 'dsar:create', windowMs: 86_400_000, budget: 1 })
  window.admit(5)
  t.notOk(window.admit(6))
  t.strictSame(window.details('elevated'), {
    reset_at: 86_400,
    limit: 1,
    window_seconds: 86_400,
    route_class: 'dsar:create',
    tier: 'elevated',
  })
})

t.test('a clock that is set back blocks no caller', async () => {
  const moves = fc.array(fc.integer({ min: -300_000, max: 300_000 }), { maxLength: 60 })
  fc.assert(
    fc.property(limits, start, moves, (limit, start, moves) => {
      const window = new Window(limit)
      let now = start + 300_000 * 60
      let index = -1
      let inThisStay = 0
      for (const move of moves) {
        now += move
        if (Math.floor(now / limit.windowMs) !== index) inThisStay = 0
        index = Math.floor(now / limit.windowMs)
        const admitted = window.admit(now)
        if (admitted !== inThisStay < limit.budget)
          throw new Error(`${inThisStay} of ${limit.budget} used: ${admitted}`)
        if (admitted) inThisStay++
        if (window.resetAt * 1000 !== (index + 1) * limit.windowMs)
          throw new Error(`reset ${window.resetAt}, now ${now}`)
      }
    }),
  )
})
