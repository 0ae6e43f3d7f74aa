import type { Traffic } from '../http/traffic.ts'
import type { CheckResult } from '../run/result.ts'

/** An exchange, and the number of equal ones right before it that a report leaves out. */
export interface LastOfRepeats {
  exchange: Traffic
  /** Number of the exchange in the check, from 1. */
  number: number
  repeats: number
}

/**
 * Returns the exchanges of a check without the repeats of a polled request: of those with one status, the last. An exchange that
 * an expectation or the outcome names stays.
 */
export function withoutRepeats({
  traffic,
  expectations,
  interrupted_at,
}: CheckResult): LastOfRepeats[] {
  const named = new Set([
    interrupted_at,
    ...expectations.filter(({ holds }) => !holds).map(({ after }) => after),
  ])
  const kept: LastOfRepeats[] = []
  for (const [i, exchange] of traffic.entries()) {
    const last = kept.at(-1)
    const one = { exchange, number: i + 1, repeats: 0 }
    if (last && !named.has(last.number) && isRepeat(exchange, last.exchange))
      kept.splice(-1, 1, { ...one, repeats: last.repeats + 1 })
    else kept.push(one)
  }
  return kept
}

function isRepeat(one: Traffic, other: Traffic): boolean {
  return (
    !one.received &&
    one.label === other.label &&
    one.request.method === other.request.method &&
    one.request.url === other.request.url &&
    one.request.body?.sha256 === other.request.body?.sha256 &&
    one.answer?.status_line === other.answer?.status_line &&
    one.error === other.error
  )
}
