import type { Context } from '../check.ts'
import { completed, deliverAccepted, isAccepted, seen, untilFits } from './idioms.ts'

const PAUSE_MS = 250

/**
 * Expects that a forged copy of an event, with its id and its body, does not suppress the genuine event.
 * A receiver that records an event as processed before it verifies the signature drops the genuine one.
 */
export async function expectKeptAfterForged(ctx: Context): Promise<void> {
  const usual = await completed(ctx)
  await deliverAccepted(ctx, 'HDR-015', 'a genuine event', usual.webhook)
  const session = await completed(ctx)
  const forged = { ...session.webhook, signature: { key: 'of nobody' } } as const
  await ctx.deliver('deliver an event with another key, before it is delivered as signed', forged)
  const what = 'the genuine event, after a forged copy of it'
  // It may refuse the event while it still processes the copy: the sender repeats a delivery.
  const answer = await untilFits(
    () => ctx.deliver(`deliver ${what}`, session.webhook, { mayBeLate: true }),
    isAccepted,
    { limitMs: ctx.patienceMs, pauseMs: PAUSE_MS },
  )
  ctx.expect('HDR-015', `2xx for ${what}`, isAccepted(answer), seen(answer), answer)
  if (!ctx.can('result') || !isAccepted(answer)) return
  const { effects: most = 0 } = await ctx.resultThat(
    usual.reference!,
    (one) => one.outcome !== null && (one.effects ?? 1) > 0,
  )
  const { outcome, effects = most } = await ctx.resultThat(
    session.reference!,
    (one) => one.outcome !== null && (one.effects ?? most) >= most,
  )
  ctx.expect('HDR-015', `approved, from ${what}`, outcome === 'approved', outcome ?? 'no outcome')
  const expected = `the effects of an approval, from ${what}`
  ctx.expect('HDR-015', expected, effects >= most, `${effects} in place of ${most}`)
}
