import type { Context, StartedSession } from '../check.ts'
import type { Answer } from '../../conformance/http/answer.ts'
import { newEventId, testPing, type WebhookParts } from '../service/sign.ts'
import { completed, expectNoDecision, isAccepted, seen, withBody } from './idioms.ts'

/** A forged event about an open session. */
export interface Forgery {
  /** The fault of its signature, as in `without a signature`. */
  how: string
  label: string
  webhook: WebhookParts
}

/**
 * Faults that a receiver can see without the secret. It may refuse them at once, and verify all
 * other signatures after its response.
 */
const VISIBLE = new Set([
  'without a signature',
  'with an empty signature',
  'with a signature of an unknown version',
  'with the first half of its signature',
])

/** A receiver that parses a body before it verifies the signature may end at these. */
const NO_EVENTS = {
  'an empty body': '',
  'a body that is no JSON': '{',
  'a body with the JSON null': 'null',
}

/** Number of further events that show an accepted fault among the requests of a backend that polls. */
const REPEATS = 4

/**
 * Expects that forged events have no effect and cause no request. A receiver may answer 2xx before it verifies the
 * signature: if it does so for every event with the same fault, its backend is judged by outcome,
 * effects and requests. Without a driver, only its responses can be judged.
 * @param alike id of a session with the same genuine events @default a new one, if there were none
 * @returns whether the receiver has answered each of them, or closed its connection
 */
export async function expectRefused(
  ctx: Context,
  requirement: string,
  { sessionId, reference }: Pick<StartedSession, 'sessionId'> & { reference: string | undefined },
  forgeries: readonly Forgery[],
  alike?: string,
): Promise<boolean> {
  const isObserved = reference !== undefined && ctx.can('result')
  const isDropped = ({ status, milliseconds }: Answer): boolean =>
    status === 0 && milliseconds < ctx.answerWithinMs
  // Shows the requests that a backend makes about an open session without a forged event.
  const untouched = isObserved ? (alike ?? (await ctx.begin()).sessionId) : undefined
  const before = ctx.exchanges().length
  const results = []
  for (const { how, label, webhook } of forgeries) {
    const answer = await ctx.deliver(`deliver ${label}`, webhook)
    results.push({ how, label, webhook, answer })
    // One open connection is enough evidence, and takes its whole time limit.
    if (answer.status === 0 && !isDropped(answer)) break
  }
  // A receiver may close the connection of a forged event. A receiver that ends refuses nothing.
  const mayDrop = results.some(({ answer }) => isDropped(answer)) && (await isListening(ctx))
  const isRefusal = (answer: Answer): boolean =>
    answer.status >= 400 || (mayDrop && isDropped(answer))
  const kinds = Map.groupBy(results, ({ how }) => (VISIBLE.has(how) ? how : 'with a wrong one'))
  let accepted = 0
  for (const [how, kind] of kinds) {
    const isDeferred = isObserved && kind.every(({ answer }) => isAccepted(answer))
    if (isDeferred) {
      accepted += kind.length
      if (VISIBLE.has(how))
        for (const webhook of again(kind[0]!.webhook))
          await ctx.deliver(`deliver another event ${how}`, webhook)
    } else
      for (const { label, answer } of kind)
        ctx.expect(requirement, `a refusal of ${label}`, isRefusal(answer), seen(answer), answer)
  }
  const isAnswering = results.every(({ answer }) => answer.status !== 0 || isDropped(answer))
  if (!isObserved) return isAnswering
  await ctx.settle()
  const requests = ctx.exchanges().slice(before)
  const about = (id: string | undefined): number =>
    requests.filter((one) => one.sessionId === id).length
  const [forged, usual] = [about(sessionId), about(untouched)]
  // A backend that polls its open sessions may have read one of them once more.
  const isPolling = usual > 0 || accepted === 0
  ctx.expect(
    requirement,
    'no request because of forged events',
    forged <= (isPolling ? usual + 1 : 0),
    `${forged} requests about their session`,
  )
  await expectNoDecision(ctx, requirement, reference, 'forged events')
  return isAnswering
}

/**
 * Expects that unsigned bodies that are no events do not end the receiver. A ping shows it: its
 * response is judged elsewhere.
 */
export async function expectUnharmed(ctx: Context): Promise<void> {
  for (const [what, body] of Object.entries(NO_EVENTS)) {
    const webhook = { id: newEventId(), body, headers: {}, signature: 'none' } as const
    const label = `deliver ${what} without a signature`
    await ctx.deliver(label, webhook, { mayBeLate: true })
    const ping = await ctx.deliver('deliver a test ping', testPing(), { mayBeLate: true })
    const expected = `a response to a signed test ping, after ${what} without a signature`
    if (!ctx.expect('HDR-015', expected, ping.status !== 0, seen(ping))) return
  }
}

/** Returns further events with the same fault: other bytes and ids, so that no duplicate is dropped. */
function again(webhook: WebhookParts): WebhookParts[] {
  return Array.from({ length: REPEATS }, (_, i) => {
    const occurredAt = new Date(Date.now() + i).toISOString()
    return { ...withBody(webhook, (event) => ({ ...event, occurredAt })), id: newEventId() }
  })
}

/** Whether the receiver accepts a genuine event. */
async function isListening(ctx: Context): Promise<boolean> {
  const { webhook } = await completed(ctx)
  return isAccepted(await ctx.deliver('deliver the completion of another verification', webhook))
}
