import { setTimeout as sleep } from 'node:timers/promises'
import { Unreachable } from '../../conformance/check/outcome.ts'
import type { Check, Context } from '../check.ts'
import { rateLimited } from '../service/errors.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { completed } from './idioms.ts'
import { expectRequested, IMAGE, pollsOf, tryDrive, usualRequests } from './requests-of.ts'

/** A timer may fire this much early. */
export const TIMER_SLACK_MS = 20
/** Time in which requests arrive that were sent before the first one was refused. */
export const UNDER_WAY_MS = 100
const POLL_MS = 20
/** A shorter second window: a client without a limit of retries waits for both. */
const LONGEST_SECOND_MS = 5000

/** Checks of how a backend handles rate limits. */
export const LIMITS: readonly Check[] = [
  {
    id: 'backend.waits-for-reset',
    area: 'backend',
    requirements: ['LIM-031'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'Requests before the end of the window are rejected too, and delay every client of the key.',
    async run(ctx) {
      const begunBefore = ctx.can('browser_token') ? await ctx.tryBegin() : undefined
      const open = begunBefore && 'sessionId' in begunBefore ? begunBefore : undefined
      const before = ctx.exchanges({ operation: 'createSession' }).length
      const limited = limit(ctx, 'createSession', 'sessions:create', undefined, 2)
      // Of one session only: a backend may mint another token when it begins.
      const mints = open && limit(ctx, 'createBrowserToken', 'global', [open.sessionId], 2)
      // A backend may give up instead of waiting.
      const [begun] = await Promise.all([
        ctx.tryBegin(),
        // After the first one, for drivers that expect one request in each read.
        open && sleep(UNDER_WAY_MS).then(() => tryDrive(ctx, 'browser_token', open.reference)),
      ])
      const requests = ctx.exchanges({ operation: 'createSession' }).slice(before)
      expectRequested(requests, begun)
      if (requests.length === 0)
        ctx.expect('LIM-031', 'a session creation', false, 'no session creation')
      else expectNoneEarlyTwice(ctx, requests, limited)
      await limitSearch(ctx)
      if (!open || !mints?.resetAt) return
      const all = ctx.exchanges({ operation: 'createBrowserToken', sessionId: open.sessionId })
      // It may have minted one at its beginning, before the limit.
      const minted = all.filter(({ at }) => at >= mints.since)
      expectNoneEarlyTwice(ctx, minted, mints)
    },
  },
  {
    id: 'backend.reads-wait-for-reset',
    area: 'backend',
    requirements: ['LIM-031'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A burst of webhooks meets the limits of reads and images first.',
    async run(ctx) {
      const open = (await ctx.begin()).sessionId
      const usual = await usualRequests(ctx)
      const image = await completed(ctx)
      const session = await completed(ctx)
      const limits = [
        limit(ctx, IMAGE, 'sessions:read_image', [image.sessionId]),
        limit(ctx, 'retrieveSession', 'reads', [session.sessionId]),
      ] as const
      const mayBeLate = { mayBeLate: true }
      await Promise.all([
        ctx.deliver('deliver a completion whose images are limited', image.webhook, mayBeLate),
        // The images come first: a backend that stops all reads after a 429 still requests them.
        provoke(ctx, limits[0], 'image', image.reference!).then(() =>
          Promise.all([
            ctx.deliver('deliver a completion whose read is limited', session.webhook, mayBeLate),
            provoke(ctx, limits[1], 'result', session.reference!),
          ]),
        ),
      ])
      const refused = limits.filter(({ resetAt }) => resetAt > 0)
      if (refused.length === 0)
        throw new Unreachable('the backend reads neither sessions nor images after a webhook')
      await sleep(Math.max(0, ...refused.map(({ resetAt }) => resetAt - Date.now())))
      for (const { operation, sessionIds, resetAt, calls } of refused) {
        const requests = ctx.exchanges({ operation, sessionId: sessionIds![0]! })
        const expected = usual.filter((one) => one.operation === operation).length
        // The timer of a backend that polls its open sessions is one more cause.
        const timers = pollsOf(ctx, open) > 0 ? 1 : 0
        expectNoneEarly(ctx, requests, resetAt, expected, calls + timers)
      }
    },
  },
]

export interface Limit {
  operation: string
  /** Undefined for an operation without them. */
  sessionIds: readonly string[] | undefined
  /** Epoch milliseconds, as are the others. */
  since: number
  /** 0 before the first request. */
  resetAt: number
  /** End of a second window, which begins with the first request after `resetAt`; 0 if there is none. */
  nextResetAt: number
  /** Number of calls of the driver that can make the request, besides the webhook. */
  calls: number
}

/** Refuses an operation from its first request until the end of a window, or of so many windows. */
export function limit(
  ctx: Context,
  operation: string,
  routeClass: string,
  sessionIds?: readonly string[],
  windows: 1 | 2 = 1,
): Limit {
  const limited: Limit = {
    operation,
    sessionIds,
    since: Date.now(),
    resetAt: 0,
    nextResetAt: 0,
    calls: 0,
  }
  const endIn = (ms: number): number => Math.ceil((Date.now() + ms) / 1000) * 1000
  const isOpen = (end: number): boolean => end === 0 || Date.now() < end
  ctx.rules.add({
    when: (asked) =>
      asked.operation === operation &&
      (sessionIds?.some((id) => asked.path.includes(id)) ?? true) &&
      (isOpen(limited.resetAt) || (windows === 2 && isOpen(limited.nextResetAt))),
    action: () => {
      if (isOpen(limited.resetAt)) limited.resetAt ||= endIn(ctx.resetInMs)
      else limited.nextResetAt ||= endIn(Math.min(ctx.resetInMs, LONGEST_SECOND_MS))
      return { error: rateLimited(routeClass, (limited.nextResetAt || limited.resetAt) / 1000) }
    },
  })
  return limited
}

/** Waits for the first refused request. A backend that reads later gets a call that needs it. */
async function provoke(
  ctx: Context,
  limited: Limit,
  operation: 'image' | 'result',
  reference: string,
): Promise<void> {
  const deadline = Date.now() + ctx.patienceMs
  while (limited.resetAt === 0 && Date.now() < deadline) await sleep(POLL_MS)
  if (limited.resetAt !== 0 || !ctx.can(operation)) return
  limited.calls++
  await tryDrive(ctx, operation, reference)
}

/** Limits the list while the backend looks for a session whose creation got no response. */
async function limitSearch(ctx: Context): Promise<void> {
  const lists = (): Exchange[] => ctx.exchanges({ operation: 'listSessions' })
  // A backend that lists its sessions at other times too may have a second cause.
  const calls = lists().length > 0 ? 1 : 0
  let limited: Limit | undefined
  ctx.rules.next('createSession', () => {
    limited = limit(ctx, 'listSessions', 'reads')
    return { lose: 'response' }
  })
  await ctx.tryBegin()
  const { since = 0, resetAt = 0 } = limited ?? {}
  if (resetAt === 0) return
  const searched = lists().filter(({ at }) => at >= since)
  expectNoneEarly(ctx, searched, resetAt, 1, calls)
}

/** A client may wait for the first reset_at only, and repeat the request that is refused again at once. */
function expectNoneEarlyTwice(ctx: Context, requests: readonly Exchange[], limited: Limit): void {
  const { resetAt, nextResetAt } = limited
  expectNoneEarly(ctx, requests, resetAt, 1)
  const after = requests.filter(({ at }) => at >= resetAt)
  if (nextResetAt > 0 && after.length > 0) expectNoneEarly(ctx, after, nextResetAt, 1)
}

/**
 * Expects that no request after the first one arrived before the end of the window.
 * @param usual number of requests without a limit; as many may be under way
 * @param calls number of further causes: the task of the webhook need not know what a call was answered
 */
function expectNoneEarly(
  ctx: Context,
  [refused, ...later]: readonly Exchange[],
  resetAt: number,
  usual: number,
  calls = 0,
): void {
  const tooEarly = later.filter(({ at }) => at < resetAt - TIMER_SLACK_MS)
  const underWay = tooEarly.filter(({ at }) => at <= refused!.endedAt + UNDER_WAY_MS).length
  const early = tooEarly.slice(Math.min(underWay, Math.max(0, usual - 1)) + calls)
  ctx.expect(
    'LIM-031',
    `no further ${refused!.operation} before reset_at`,
    early.length === 0,
    early.map(({ at }) => `one ${resetAt - at} ms before`).join(', ') || 'none early',
  )
}
