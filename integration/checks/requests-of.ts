import { Blocked } from '../../conformance/check/outcome.ts'
import type { Context, StartedSession } from '../check.ts'
import type { Operation } from '../driver/protocol.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { completed } from './idioms.ts'

export const IMAGE = 'retrieveEvidenceImage'

/** A backend may retry after its answer to the webhook. */
export const RETRY_MS = 1000

/** Returns the requests of the backend about a completed verification that nothing disturbs. */
export async function usualRequests(ctx: Context): Promise<Exchange[]> {
  const { sessionId, reference, webhook } = await completed(ctx)
  await ctx.deliver('deliver an undisturbed completion', webhook)
  await ctx.settle()
  await driveImage(ctx, sessionId, reference!)
  return ctx.exchanges({ sessionId })
}

/** Counts the requests of each path beyond the usual ones; a backend may read a path more than once. */
export function moreThan(usual: readonly Exchange[], requests: readonly Exchange[]): number {
  const count = (list: readonly Exchange[]): Map<string, number> => {
    const paths = Map.groupBy(list, ({ path, sessionId = '' }) => path.replace(sessionId, '{id}'))
    return new Map([...paths].map(([path, { length }]) => [path, length]))
  }
  const expected = count(usual)
  return [...count(requests)]
    .map(([path, made]) => made - Math.max(1, expected.get(path) ?? 0))
    .reduce((sum, more) => sum + Math.max(0, more), 0)
}

/** Has the backend give the image, unless it has requested one. */
export async function driveImage(
  ctx: Context,
  sessionId: string,
  reference: string,
): Promise<void> {
  if (ctx.can('image') && ctx.exchanges({ operation: IMAGE, sessionId }).length === 0)
    await tryDrive(ctx, 'image', reference)
}

/**
 * A backend that failed before it made a request has broken no duty about requests.
 * @param requests those that it made for `begun`
 * @throws {Blocked} when there are none, and it failed
 */
export function expectRequested(
  requests: readonly Exchange[],
  begun: StartedSession | { failed: string },
): void {
  if (requests.length === 0 && 'failed' in begun)
    throw new Blocked(`no request reached VSKIT_URL or VSKIT_EU_URL: ${begun.failed}`)
}

/**
 * Returns the number of times that a backend with a timer reads a session without an event about it.
 * @param open id of a session without events, begun before the others; 0 if it was not read
 */
export function pollsOf(ctx: Context, open: string): number {
  const { length } = ctx.exchanges({ operation: 'retrieveSession', sessionId: open })
  // The other one may have been read once more.
  return length === 0 ? 0 : length + 1
}

/** Calls the driver. The backend may fail, since the service refuses. */
export async function tryDrive(
  ctx: Context,
  operation: Operation,
  reference: string,
): Promise<void> {
  await ctx.drive(operation, { reference }).catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error
  })
}
