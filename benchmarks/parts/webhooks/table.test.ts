import t from 'tap'
import { webhookTable } from './table.ts'

t.test('the table', async (t) => {
  const summary = (median: number) => ({ median, min: median / 2, max: median * 2, count: 5 })
  const rows = webhookTable({
    events: 1000,
    slow_ms: 1000,
    rates: { alone: [], beside_slow: [], queued: [], bare: [] },
    per_second: summary(900),
    slow_ratio: summary(0.98),
    alone_ratio: summary(0.3),
    bare_ratio: summary(0.4),
  })
  t.strictSame(rows, [
    ['webhooks, 1,000 events per period', 'median', 'min to max'],
    ['events per second to a fast receiver, with their cancellations', '900', '450 to 1,800'],
    ['the same beside a receiver that takes 1000 ms, relative to alone', '0.98', '0.49 to 1.96'],
    ['alone, relative to a bare node:https sender', '0.30', '0.15 to 0.60'],
    ['deliveries of queued events, relative to that sender', '0.40', '0.20 to 0.80'],
  ])
})
