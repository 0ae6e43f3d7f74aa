import type { Answer } from '../http/answer.ts'
import { at } from '../http/json.ts'
import { StateError, StateUnavailable } from '../target/states.ts'
import type { RegionName } from '../target/target.ts'
import type { Context } from './check.ts'
import { POLL_INTERVAL_MS, pollUntil } from './eventually.ts'
import { sessionPath } from './idioms.ts'
import { reach } from './states.ts'

/** Reads of a session whose last step was submitted: its verdict may follow later (GAP-VERDICT-TIME). */

/** Returns the time that a service has for the verdict. */
const verdictMs = ({ open }: Pick<Context, 'open'>): number => 1000 * open.verdictSeconds

/** Returns the number of repeats of a read in that time. */
export const verdictRepeats = (ctx: Pick<Context, 'open'>): number =>
  verdictMs(ctx) / POLL_INTERVAL_MS

/** Least time to wait for a verdict that must not come, if no status shows that the session is parked. */
const SETTLED_MS = 3000

/** Longest time until a status changed, in the reads of a check so far. */
const slowest = new WeakMap<Context, number>()

/** State that shows the status of a parked session. A check that waits for one lists it among its optional states. */
export const STATES_OF_VERDICTS = ['session'] as const

export interface Submitted {
  id: string
  key: string
  region?: RegionName
}

/** Checks in which a session was not completed in time, so that they fail: they wait less from then on. */
const overdue = new WeakSet<Context>()

/** Returns a submitted session once it is completed, or its last state if that never happens. */
export async function readCompleted(
  ctx: Context,
  label: string,
  session: Submitted,
): Promise<Answer> {
  const ms = overdue.has(ctx) ? Math.min(SETTLED_MS, verdictMs(ctx)) : verdictMs(ctx)
  const answer = await readUntil(ctx, label, session, ms, (status) => status === 'completed')
  if (statusIn(answer) !== 'completed' && !overdue.has(ctx)) {
    overdue.add(ctx)
    ctx.observe(
      'GAP-VERDICT-TIME',
      `not completed ${ctx.open.verdictSeconds} s after "${label}" began; if the service needs more, set open_choices.verdict_seconds`,
    )
  }
  return answer
}

/** Returns a submitted session once it is completed or parked for review, or its last state. */
export async function readSettled(
  ctx: Context,
  label: string,
  session: Submitted,
): Promise<Answer> {
  const parked = await parkedStatus(ctx)
  // The first read shows how slow the service is.
  const learned = slowest.get(ctx)
  const ms =
    parked !== undefined || learned === undefined
      ? verdictMs(ctx)
      : Math.min(verdictMs(ctx), Math.max(SETTLED_MS, 2 * learned))
  const answer = await readUntil(
    ctx,
    label,
    session,
    ms,
    (status) => status === 'completed' || (parked !== undefined && status === parked),
  )
  // The service shows several statuses for parked sessions.
  if (![parked, 'completed'].includes(statusIn(answer)))
    parkedStatuses.set(ctx, Promise.resolve(undefined))
  return answer
}

/** Returns the status of a session; undefined if there is none. */
export function statusIn(answer: Answer): string | undefined {
  const status = at(answer.json, 'data', 'status')
  return typeof status === 'string' ? status : undefined
}

function readUntil(
  ctx: Context,
  label: string,
  { id, key, region }: Submitted,
  ms: number,
  isWanted: (status: string | undefined) => boolean,
): Promise<Answer> {
  const as = { key, ...(region && { region }) }
  const begin = performance.now()
  let last: string | undefined
  return pollUntil(
    () => ctx.setUp(label, { method: 'GET', path: sessionPath(id), as }),
    (answer) => {
      const status = statusIn(answer)
      const taken = status === last || last === undefined ? 0 : performance.now() - begin
      slowest.set(ctx, Math.max(slowest.get(ctx) ?? 0, taken))
      last = status
      return isWanted(status)
    },
    ms / POLL_INTERVAL_MS,
  )
}

const parkedStatuses = new WeakMap<Context, Promise<string | undefined>>()

function parkedStatus(ctx: Context): Promise<string | undefined> {
  const known = parkedStatuses.get(ctx) ?? learnParkedStatus(ctx)
  parkedStatuses.set(ctx, known)
  return known
}

/**
 * Returns the status of a parked session; undefined if the service does not show it, or shows it for
 * a session in progress too (GAP-STATUS-NAMES).
 */
async function learnParkedStatus(ctx: Context): Promise<string | undefined> {
  if (!ctx.offers('session')) return undefined
  const statusOf = async (status: string): Promise<string | undefined> => {
    const { key, session_id: id } = await reach(ctx, 'session', { status }, 'session_id')
    const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
    return statusIn(await ctx.step(`retrieve a session that is ${status}`, request))
  }
  try {
    const [parked, inProgress] = [await statusOf('awaiting_review'), await statusOf('in_progress')]
    return parked === inProgress ? undefined : parked
  } catch (error) {
    if (error instanceof StateError || error instanceof StateUnavailable) return undefined
    throw error
  }
}
