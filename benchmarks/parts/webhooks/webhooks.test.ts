import t from 'tap'
import { isAlive } from '../../self-test/tiny-target.ts'
import { ProcessGroup } from '../../process/process-group.ts'
import { measureWebhooks } from './measure.ts'
import { webhookTable } from './table.ts'

t.test('a fast receiver alone, beside a slow one, and from a bare sender', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const steps: string[] = []
  const result = await measureWebhooks(group, {
    cores: { note: null },
    store: 'memory',
    rounds: 2,
    events: 3,
    nodeArgs: [],
    step: (text) => {
      steps.push(text)
    },
  })
  t.match(steps, [
    /^webhooks: warm-up$/,
    /^webhooks: round 1 of 2, \d+ events a second$/,
    /round 2 of 2/,
  ])
  const {
    rates: { alone, beside_slow, bare },
    slow_ratio,
    bare_ratio,
  } = result
  t.strictSame(
    [alone.length, beside_slow.length, bare.length],
    [3, 2, 2],
    'the warm-up does not count',
  )
  t.ok([...alone, ...beside_slow, ...bare].every((rate) => rate > 0 && Number.isFinite(rate)))
  const first = (alone[0]! + alone[1]!) / 2
  t.strictSame([slow_ratio.count, bare_ratio.count], [2, 2])
  t.ok(slow_ratio.min <= beside_slow[0]! / first && slow_ratio.max >= beside_slow[0]! / first)
  t.ok(
    bare_ratio.min <= (first / bare[0]!) * 1.0001 && bare_ratio.max >= (first / bare[0]!) * 0.9999,
  )
  t.equal(group.pids.length, 4, 'simulator, two receivers, sender')
  t.strictSame(group.pids.filter(isAlive), [])
})

t.test('the table', async (t) => {
  const summary = (median: number) => ({ median, min: median / 2, max: median * 2, count: 5 })
  const rows = webhookTable({
    events: 1000,
    slow_ms: 1000,
    rates: { alone: [], beside_slow: [], bare: [] },
    per_second: summary(900),
    slow_ratio: summary(0.98),
    bare_ratio: summary(0.3),
  })
  t.strictSame(rows, [
    ['webhooks, 1,000 events per period', 'median', 'min to max'],
    ['events per second to a fast receiver', '900', '450 to 1,800'],
    ['the same beside one that takes 1000 ms, relative to alone', '0.98', '0.49 to 1.96'],
    ['alone, relative to a bare node:https sender', '0.30', '0.15 to 0.60'],
  ])
})
