import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../driver/protocol.ts'
import type { Context } from '../check.ts'
import type { RunTools } from './run-tools.ts'

const FIRST_LOOK_MS = 20
const LONGEST_PAUSE_MS = 250
/** Number of time limits of a result that a queue gets to process the deliveries of a check. */
const QUEUE_FACTOR = 6

/** Polls a result until it fits or the time limit ends. @returns the last one */
export async function poll(
  run: Context,
  reference: string,
  fits: (outcome: Outcome) => boolean,
  limitMs: number,
): Promise<Outcome> {
  const deadline = Date.now() + limitMs
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const outcome = await run.result(reference)
    if (fits(outcome) || Date.now() >= deadline) return outcome
    await sleep(pause)
  }
}

/**
 * Completes and delivers another verification.
 * @returns its outcome, null if there is none in time; undefined if the driver reports no outcomes
 */
export async function laterOutcome(
  run: Context & { notes: string[] },
  tools: RunTools,
): Promise<string | null | undefined> {
  if (!run.can('begin') || !run.can('result') || !tools.webhook) return undefined
  const { reference, sessionId } = await run.begin()
  await run.simulator.submit(sessionId)
  await run.deliver(
    'deliver the completion of another verification',
    await run.webhook(sessionId, 'kyc.session.completed'),
  )
  // A backend that has stopped gets the longer time only once.
  const isStopped =
    tools.awaited !== undefined && (await run.result(tools.awaited)).outcome === null
  const limitMs = run.patienceMs * (isStopped ? 1 : QUEUE_FACTOR)
  const { outcome } = await poll(run, reference, (one) => one.outcome !== null, limitMs)
  tools.awaited = outcome === null ? reference : undefined
  if (outcome === null)
    run.notes.push(
      `the backend had no outcome of a later verification within ${limitMs / 1000} s; if it needs longer, set --patience`,
    )
  return outcome
}
