import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '../../conformance/text.ts'
import type { Answer } from '../../conformance/http/answer.ts'
import type { Context, SessionOptions } from '../check.ts'
import { newEventId, type WebhookParts } from '../service/sign.ts'

export function isAccepted({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** Returns the status, or why there is none. */
export function seen({ status, statusLine }: Answer): string {
  return status === 0 ? `no response: ${statusLine}` : String(status)
}

/** Returns the session of a new verification. Without a driver that can begin one, the kit creates it. */
export async function someSession(
  ctx: Context,
  options: SessionOptions = {},
): Promise<{ sessionId: string; reference: string | undefined }> {
  if (ctx.can('begin')) return ctx.begin(options)
  return { sessionId: await ctx.createSession(options), reference: undefined }
}

/** A verification completed as approved, with its webhook. */
export async function completed(
  ctx: Context,
): Promise<{ sessionId: string; reference: string | undefined; webhook: WebhookParts }> {
  const { sessionId, reference } = await someSession(ctx)
  await ctx.simulator.submit(sessionId)
  return { sessionId, reference, webhook: await ctx.webhook(sessionId, COMPLETED) }
}

export const COMPLETED = 'kyc.session.completed'

/** Builds a webhook as the service would send it; its session may have another state. */
export function eventOf(sessionId: string, members: Record<string, unknown>): WebhookParts {
  return {
    id: newEventId(),
    body: JSON.stringify({
      sessionId,
      status: 'completed',
      outcome: 'approved',
      occurredAt: new Date().toISOString(),
      mode: 'test',
      decisionSource: 'automatic',
      ...members,
    }),
    headers: { 'X-Webhook-Event-Version': '1' },
  }
}

/** Delivers a correct event, and expects that it is accepted under the duty that it tests. */
export async function deliverAccepted(
  ctx: Context,
  requirement: string,
  what: string,
  webhook: WebhookParts,
): Promise<void> {
  const answer = await ctx.deliver(`deliver ${what}`, webhook)
  ctx.expect(requirement, `2xx for ${what}`, isAccepted(answer), seen(answer))
}

/** Expects that the backend has no outcome of a verification, and did not act as after an approval. */
export async function expectNoDecision(
  ctx: Context,
  requirement: string,
  reference: string,
  source: string,
): Promise<void> {
  const { outcome, effects } = await ctx.result(reference)
  ctx.expect(requirement, `no outcome from ${source}`, outcome === null, outcome)
  expectNoEffects(ctx, requirement, effects, source)
}

/** Expects that the backend did not act as after an approval, if it counts how often it did. */
export function expectNoEffects(
  ctx: Context,
  requirement: string,
  effects: number | undefined,
  source: string,
): void {
  if (effects === undefined) return
  const expected = `no action that follows an approval, from ${source}`
  ctx.expect(requirement, expected, effects === 0, count(effects, 'effect'))
}

/** Builds the same webhook with another body. */
export function withBody(
  webhook: WebhookParts,
  change: (event: Record<string, unknown>) => Record<string, unknown>,
): WebhookParts {
  const event = JSON.parse(webhook.body) as Record<string, unknown>
  return { ...webhook, body: JSON.stringify(change(event)) }
}

/** Builds the same webhook without the version header. */
export function withoutVersion({ headers, ...webhook }: WebhookParts): WebhookParts {
  const others = Object.entries(headers).filter(
    ([name]) => !/^x-webhook-event-version$/i.test(name),
  )
  return { ...webhook, headers: Object.fromEntries(others) }
}

export function without(
  event: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)))
}

const LONGEST_PAUSE_MS = 250

/**
 * Polls the image that the backend shows: it may answer webhooks before it has fetched the images.
 * @returns the image, empty if there is none, and the times of the calls, in epoch milliseconds
 */
export async function imageOf(
  ctx: Context,
  reference: string,
): Promise<{ image: Record<string, unknown>; calls: { from: number; to: number }[] }> {
  const deadline = Date.now() + ctx.patienceMs
  const calls: { from: number; to: number }[] = []
  for (let pause = 20; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const from = Date.now()
    const image = await ctx.drive('image', { reference })
    calls.push({ from, to: Date.now() })
    if (Object.keys(image).length > 0 || Date.now() >= deadline) return { image, calls }
    await sleep(pause)
  }
}

/** Marks a task that the check awaits later. If it fails before, the check still reports it. */
export function underWay<T>(task: Promise<T>): Promise<T> {
  task.catch(() => undefined)
  return task
}

/** Asks until the answer fits or the time limit ends. @returns the last answer */
export async function untilFits<T>(
  ask: () => T | Promise<T>,
  fits: (answer: T) => boolean,
  { limitMs, pauseMs }: { limitMs: number; pauseMs: number },
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (fits(answer) || Date.now() > deadline) return answer
    await sleep(pauseMs)
  }
}
