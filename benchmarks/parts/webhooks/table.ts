import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { WebhookResult } from './measure.ts'

export function webhookTable({
  events,
  slow_ms,
  per_second,
  slow_ratio,
  alone_ratio,
  bare_ratio,
}: WebhookResult): Rows {
  const row = (what: string, value: string, range: string): string[] => [what, value, range]
  return [
    [`webhooks, ${whole(events)} events per period`, 'median', 'min to max'],
    row(
      'events per second to a fast receiver, with their cancellations',
      whole(per_second.median),
      spread(per_second, whole),
    ),
    row(
      `the same beside a receiver that takes ${slow_ms} ms, relative to alone`,
      fixed(slow_ratio.median),
      spread(slow_ratio),
    ),
    row(
      'alone, relative to a bare node:https sender',
      fixed(alone_ratio.median),
      spread(alone_ratio),
    ),
    row(
      'deliveries of queued events, relative to that sender',
      fixed(bare_ratio.median),
      spread(bare_ratio),
    ),
  ]
}
