import { Blocked } from '../../conformance/check/outcome.ts'
import { count } from '../../conformance/text.ts'
import type { Answer } from '../../conformance/http/answer.ts'
import type { Check, Context } from '../check.ts'
import type { Outcome } from '../driver/protocol.ts'
import { rateLimited, type ServiceError, serviceError } from '../service/errors.ts'
import type { Rule } from '../service/rules.ts'
import type { WebhookParts } from '../service/sign.ts'
import { completed, imageOf, isAccepted, seen, underWay, untilFits } from './idioms.ts'
import { IMAGE } from './requests-of.ts'

const POLL_MS = 20
const PAUSE_MS = 1000
/** Number of time limits of a result that the lock of a crashed task gets to expire, if the driver states no time. */
const LOCK_FACTOR = 6

interface Interruption {
  /** Completes "a delivery …". */
  how: string
  isCrash: boolean
  /** Duty of a receiver that accepts this delivery. */
  duty: 'CLI-022' | 'CLI-024' | 'CLI-031'
  deliver: (session: Completed) => Promise<Answer>
}

/** Results of a delivery that nothing interrupted. */
interface Undisturbed {
  images: number
  effects: number
  /** The image that the backend shows; null if it shows none. */
  shown: unknown
}

interface Completed {
  sessionId: string
  reference: string
  webhook: WebhookParts
}

const READS = [
  { operation: 'retrieveSession', read: 'session', routeClass: 'reads' },
  { operation: IMAGE, read: 'images', routeClass: 'sessions:read_image' },
]
const UNAVAILABLE = serviceError(503, 'internal_error', 'The service is not available.')

/** Checks of what a receiver does with an event whose first delivery failed. */
export const FAILED_DELIVERIES: readonly Check[] = [
  {
    id: 'receiver.failed-delivery',
    area: 'receiver',
    requirements: ['CLI-001', 'CLI-017', 'CLI-022', 'CLI-024', 'CLI-031'],
    level: 'should',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A receiver that marks an event as processed before the work is done loses the result, the images or the shipment at the first failure.',
    async run(ctx) {
      const first = await newCompletion(ctx)
      await ctx.deliver('deliver an undisturbed completion', first.webhook)
      await ctx.settle()
      const { images = [], effects = 0 } = await ctx.result(first.reference)
      const shown = ctx.can('image') ? await shownImage(ctx, first.reference) : null
      const undisturbed = { images: images.length, effects, shown }
      let isLost = false
      for (const interruption of interruptions(ctx)) {
        // Each lost event takes the whole time limit.
        if (isLost && !interruption.isCrash) continue
        const isKept = await judge(ctx, interruption, undisturbed)
        isLost ||= !isKept
      }
    },
  },
]

function interruptions(ctx: Context): Interruption[] {
  const ofReads = READS.flatMap(({ operation, read, routeClass }) => [
    {
      how: `during which the ${read} could not be read`,
      isCrash: false,
      duty: 'CLI-024' as const,
      deliver: (session: Completed) => deliverUnread(ctx, operation, session, { lose: 'response' }),
    },
    {
      how: `whose first read of the ${read} returned 503`,
      isCrash: false,
      duty: 'CLI-024' as const,
      deliver: (session: Completed) =>
        deliverUnread(ctx, operation, session, { error: UNAVAILABLE }, 1),
    },
    {
      how: `whose first read of the ${read} returned 502 with an HTML page`,
      isCrash: false,
      duty: 'CLI-024' as const,
      deliver: (session: Completed) => deliverUnread(ctx, operation, session, { gateway: 502 }, 1),
    },
    {
      how: `whose first read of the ${read} returned 429`,
      isCrash: false,
      duty: 'CLI-031' as const,
      deliver: (session: Completed) =>
        deliverUnread(ctx, operation, session, () => ({ error: limited(routeClass) }), 1),
    },
    {
      how: `that a crash before the read of the ${read} ended`,
      isCrash: true,
      duty: 'CLI-022' as const,
      deliver: (session: Completed) => crash(ctx, operation, session),
    },
  ])
  const afterwards: Interruption = {
    how: 'that a crash followed at once',
    isCrash: true,
    duty: 'CLI-022',
    deliver: (session) => crashAfterwards(ctx, session),
  }
  return [...ofReads, afterwards].filter(({ isCrash }) => !isCrash || ctx.can('restart'))
}

/** A refusal whose window ends soon: a receiver has to read again only then. */
function limited(routeClass: string): ServiceError {
  return rateLimited(routeClass, Math.ceil(Date.now() / 1000) + 1)
}

/** @returns whether the event was not lost after it was accepted */
async function judge(
  ctx: Context,
  { how, isCrash, duty, deliver }: Interruption,
  undisturbed: Undisturbed,
): Promise<boolean> {
  const session = await newCompletion(ctx)
  const { reference, webhook } = session
  // A crash can hit a backend between an action and its record.
  const hasActed = (one: Outcome): boolean =>
    one.outcome !== null && (isCrash || (one.effects ?? undisturbed.effects) >= undisturbed.effects)
  const isDone = (one: Outcome): boolean =>
    hasActed(one) && (one.images?.length ?? 0) >= undisturbed.images
  const results = isCrash ? 'outcome and images' : 'outcome, images and effects'
  const first = await deliver(session)
  if (isAccepted(first)) {
    // The sender does not repeat it. The contract sets no time in which the backend has to read again.
    const what = `after an accepted delivery ${how}`
    let result = await ctx.resultThat(reference, isDone)
    if (!isDone(result)) result = await afterItsLock(ctx, reference, isDone)
    let shown: unknown
    if (!isCrash && hasActed(result) && undisturbed.shown !== null)
      shown = await shownAfterwards(ctx, reference)
    // A backend may fetch an image that it lacks when it is shown.
    const holds = isDone(result)
      ? shown !== null
      : shown !== undefined && shown === undisturbed.shown
    const expected = `${results} ${withinTime(ctx)}, ${what}`
    return ctx.expect(duty, expected, holds, kept(result, shown))
  }
  const again = await deliverAgain(ctx, webhook)
  const time = isCrash ? ` ${withinTime(ctx)}` : ''
  const retried = `2xx${time} for the retry of a delivery ${how}`
  ctx.expect('CLI-017', retried, isAccepted(again), seen(again))
  const result = await ctx.resultThat(reference, isDone)
  const expected = `${results}, after the retry of a delivery ${how}`
  ctx.expect('CLI-017', expected, isDone(result), kept(result))
  if (!isCrash && result.effects !== undefined)
    ctx.expect(
      'CLI-001',
      `the effects of one delivery, after the retry of a delivery ${how}`,
      result.effects <= Math.max(1, undisturbed.effects),
      count(result.effects, 'effect'),
    )
  return true
}

/** The contract sets no time for a recovery, so a driver can state a longer one. */
function withinTime(ctx: Context): string {
  const hint =
    ctx.recoveryMs === undefined ? ' (a driver can state another time as "recovery_seconds")' : ''
  return `within ${lockMs(ctx) / 1000} s${hint}`
}

function kept(
  { outcome, images, effects }: Outcome,
  shown?: unknown,
): Pick<Outcome, 'outcome' | 'images' | 'effects'> & { shown?: unknown } {
  return {
    outcome,
    ...(images && { images }),
    ...(effects !== undefined && { effects }),
    ...(shown !== undefined && { shown }),
  }
}

function lockMs(ctx: Context): number {
  return ctx.recoveryMs ?? ctx.patienceMs * LOCK_FACTOR
}

/** Repeats a delivery until it is accepted, as the sender does: the lock of a crashed task may have to expire. */
const deliverAgain = (ctx: Context, webhook: WebhookParts): Promise<Answer> =>
  untilFits(
    () => ctx.deliver('deliver the event again', webhook, { mayBeLate: true }),
    isAccepted,
    { limitMs: lockMs(ctx), pauseMs: PAUSE_MS },
  )

/** Polls the result of an accepted event: the lock of a crashed task may have to expire. */
const afterItsLock = (
  ctx: Context,
  reference: string,
  isDone: (outcome: Outcome) => boolean,
): Promise<Outcome> =>
  untilFits(() => ctx.result(reference), isDone, { limitMs: lockMs(ctx), pauseMs: PAUSE_MS })

/** Polls the image of an accepted event: a queue of the backend may not have repeated its read yet. */
const shownAfterwards = (ctx: Context, reference: string): Promise<unknown> =>
  untilFits(
    () => shownImage(ctx, reference),
    (shown) => shown !== null,
    { limitMs: lockMs(ctx), pauseMs: PAUSE_MS },
  )

/** @returns the artifact that the backend shows; null if it shows none, or cannot */
async function shownImage(ctx: Context, reference: string): Promise<unknown> {
  const shown = await imageOf(ctx, reference).catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error
    return { image: {} }
  })
  const { artifact, base64, url }: Record<string, unknown> = shown.image
  return artifact ?? ((base64 ?? url) === undefined ? null : 'an image')
}

/** Delivers an event whose reads fail until it is answered, or so many times. */
async function deliverUnread(
  ctx: Context,
  operation: string,
  { sessionId, webhook }: Completed,
  action: Rule['action'],
  times = Infinity,
): Promise<Answer> {
  ctx.rules.add({ when: isAbout(operation, sessionId), action, times })
  try {
    const answer = await ctx.deliver('deliver a completion', webhook, { mayBeLate: true })
    // A receiver may read after its answer.
    if (isAccepted(answer)) await untilAsked(ctx, operation, sessionId)
    return answer
  } finally {
    ctx.rules.clear()
  }
}

async function untilAsked(ctx: Context, operation: string, sessionId: string): Promise<void> {
  await untilFits(
    () => ctx.exchanges({ operation, sessionId }).length,
    (asked) => asked > 0,
    { limitMs: ctx.patienceMs, pauseMs: POLL_MS },
  )
}

/** Delivers an event, and has the backend crash while it waits for a response. */
async function crash(
  ctx: Context,
  operation: string,
  { sessionId, webhook }: Completed,
): Promise<Answer> {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  ctx.rules.add({ when: isAbout(operation, sessionId), action: { hold } })
  try {
    const delivered = underWay(ctx.deliver('deliver a completion', webhook, { mayBeLate: true }))
    await untilAsked(ctx, operation, sessionId)
    await ctx.drive('restart', {})
    return await delivered
  } finally {
    release()
    ctx.rules.clear()
  }
}

/** Has the backend crash as soon as it has answered: an accepted event may still be in its memory only. */
async function crashAfterwards(ctx: Context, { webhook }: Completed): Promise<Answer> {
  const answer = await ctx.deliver('deliver a completion', webhook)
  await ctx.drive('restart', {})
  return answer
}

const isAbout =
  (operation: string, sessionId: string) =>
  (asked: { operation: string | undefined; path: string }): boolean =>
    asked.operation === operation && asked.path.includes(sessionId)

async function newCompletion(ctx: Context): Promise<Completed> {
  const { sessionId, reference, webhook } = await completed(ctx)
  return { sessionId, reference: reference!, webhook }
}
