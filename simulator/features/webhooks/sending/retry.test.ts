import t from 'tap'
import { limits, webhookRetryDelays } from '../../../../spec/generated/limits.ts'
import { DISABLED_AFTER_MS, delayAfter } from './retry.ts'

t.test(
  'each attempt has the delay of the contract, and none follows the last (GAP-RETRIES)',
  async (t) => {
    const waits = webhookRetryDelays.value.map((_, i) => delayAfter(i + 1))
    t.strictSame(
      waits,
      webhookRetryDelays.value.map((seconds) => seconds * 1000),
    )
    t.equal(delayAfter(webhookRetryDelays.value.length + 1), undefined)
    t.equal(delayAfter(100), undefined)
  },
)

t.test('a subscription is disabled after the time that the contract says', async (t) => {
  t.equal(DISABLED_AFTER_MS, limits.webhook_disable_after_seconds.value * 1000)
})
