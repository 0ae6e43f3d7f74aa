import { setTimeout as sleep } from 'node:timers/promises'
import { Unreachable } from '../../conformance/check/outcome.ts'
import type { Check, Context } from '../check.ts'
import { completed, underWay, untilFits } from './idioms.ts'
import { type Limit, limit, TIMER_SLACK_MS, UNDER_WAY_MS } from './limits.ts'
import { IMAGE, pollsOf } from './requests-of.ts'

const POLL_MS = 20

/** Checks of whether a backend waits with all requests of a limited class. */
export const CLASS_LIMITS: readonly Check[] = [
  {
    id: 'backend.class-limits',
    area: 'backend',
    requirements: ['CLI-018'],
    level: 'should',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'The budget is that of the key: a request for another verification is rejected too. Processes without shared state are declared by "stateless" (integration/PROTOCOL.md).',
    async run(ctx) {
      const open = (await ctx.begin()).sessionId
      const [first, second] = [await twoCompletions(ctx), await twoCompletions(ctx)]
      const limits = [
        limit(ctx, 'retrieveSession', 'reads', [first.read.sessionId, second.read.sessionId]),
        limit(ctx, IMAGE, 'sessions:read_image', [first.image.sessionId, second.image.sessionId]),
        limit(ctx, 'createSession', 'sessions:create'),
      ] as const
      const begun = underWay(Promise.all([deliver(ctx, first), ctx.tryBegin()]))
      await untilRefused(ctx, limits)
      const since = Date.now()
      const others = underWay(Promise.all([deliver(ctx, second), ctx.tryBegin()]))
      const refused = limits.filter(({ resetAt }) => resetAt > 0)
      if (refused.length === 0)
        throw new Unreachable('the backend made no request that a limit could refuse')
      await sleep(Math.max(...refused.map(({ resetAt }) => resetAt - Date.now())))
      await Promise.all([begun, others])
      // A timer is another cause: it need not know what the task of a webhook was answered.
      const timers = pollsOf(ctx, open) > 0 ? 1 : 0
      const later = [second.read.sessionId, second.image.sessionId]
      for (const { operation, resetAt } of refused) {
        const early = ctx
          .exchanges({ operation })
          .filter(({ at, sessionId = '', status }) => {
            const isOther = operation === 'createSession' || later.includes(sessionId)
            return isOther && status === 429 && at >= since && at < resetAt - TIMER_SLACK_MS
          })
          .map(({ at }) => `one ${resetAt - at} ms before`)
        // No timer begins a verification.
        const holds = early.length <= (operation === 'createSession' ? 0 : timers)
        const seen = early.join(', ') || 'none early'
        const request = `${operation} for another verification before reset_at`
        if (ctx.isStateless && !holds) ctx.observe('CLI-018', `${request}: ${seen}`)
        else ctx.expect('CLI-018', `no ${request}`, holds, seen)
      }
    },
  },
]

/** One completion for the limit of reads, and one for that of images. */
async function twoCompletions(
  ctx: Context,
): Promise<Record<'read' | 'image', Awaited<ReturnType<typeof completed>>>> {
  return { read: await completed(ctx), image: await completed(ctx) }
}

async function deliver(
  ctx: Context,
  { read, image }: Awaited<ReturnType<typeof twoCompletions>>,
): Promise<void> {
  const mayBeLate = { mayBeLate: true }
  // The images come first: a backend that stops all reads after a 429 still requests them.
  await Promise.all([
    ctx.deliver('deliver a completion whose images are limited', image.webhook, mayBeLate),
    sleep(UNDER_WAY_MS).then(() =>
      ctx.deliver('deliver a completion whose read is limited', read.webhook, mayBeLate),
    ),
  ])
}

/**
 * Waits until every limit has refused a request, and the backend has got the refusals. The first
 * refusal begins a window; the other requests must come in its first half.
 */
async function untilRefused(ctx: Context, limits: readonly Limit[]): Promise<void> {
  const isRefused = ({ resetAt }: Limit): boolean => resetAt > 0
  const until = (done: () => boolean, limitMs: number): Promise<boolean> =>
    untilFits(done, Boolean, { limitMs, pauseMs: POLL_MS })
  await until(() => limits.some(isRefused), ctx.patienceMs)
  await until(() => limits.every(isRefused), Math.min(ctx.patienceMs, ctx.resetInMs / 2))
  await sleep(UNDER_WAY_MS)
}
