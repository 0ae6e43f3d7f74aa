import { requirementOf } from '../check/calls.ts'
import { idText, resourceIn } from '../check/idioms.ts'
import { recordsIn } from '../check/lists.ts'
import { type Rate, rateOf } from '../check/rate.ts'
import type { RouteClass } from '../check/route-class.ts'
import { isSameEnd } from '../check/window-end.ts'
import { isObject } from '../http/json.ts'
import { ErrorUrlMemory } from './error-url-memory.ts'
import type { Exchange, Judge } from './exchange.ts'

/** Requirements that are judged from several responses of a run. */
export const MEMORY_REQUIREMENTS = ['LIM-023', 'SES-010', 'ENV-002', 'ENV-003'] as const

/** The route class of each call, if the contract states it. */
const CLASSES: Readonly<Record<string, RouteClass>> = {
  'END-004': 'sessions:create',
  'REP-001': 'sessions:read_report',
  'END-015': 'sessions:read_image',
  'END-016': 'idv:create',
  'END-020': 'applicants:create',
  'END-021': 'applicants:create',
  'DSR-001': 'dsar:create',
  'END-010': 'reads',
  'END-011': 'reads',
  'END-023': 'reads',
  'RLC-014': 'reads',
  'WAL-001': 'reads',
  'END-012': 'global',
  'TPL-001': 'global',
  'TPL-006': 'global',
}

/** Successful requests of a rate-limit window. */
interface Window {
  reset: number
  /** Epoch ms at which a response first showed the window. */
  seenAt: number
  /** Number of requests that the window has certainly counted. */
  counted: number
  /** Lowest remaining budget. */
  lowest: number
}

/** Most that the clock of a service differs from ours, with ends of windows that it rounds. */
const CLOCKS_DIFFER_MS = 2000

/** Epoch ms at which a window began. */
const startOf = ({ reset, window }: Rate): number => (reset - window) * 1000

/** Compares responses of a run with earlier ones. */
export class RunMemory {
  /** Windows by key, class and limit. */
  readonly #windows = new Map<string, Window[]>()
  /** Metadata keys by the id of the session. */
  readonly #metadata = new Map<string, string[]>()
  readonly #errorUrls = new ErrorUrlMemory()

  /** @param hasRateLimits whether the target has rate limits at all */
  judge(judge: Judge, exchange: Exchange, hasRateLimits: boolean): void {
    this.#errorUrls.judge(judge, exchange.answer)
    const call = requirementOf(exchange.request)
    if (call === undefined || exchange.answer.status >= 300) return
    if (hasRateLimits) this.#expectCounted(judge, exchange, call)
    if (['END-004', 'END-010', 'END-011'].includes(call))
      this.#expectMetadata(judge, exchange, call)
  }

  /**
   * Checks that after N successes in a window, the remaining budget has decreased by at least N
   * (rate-limit windows are fixed). A request that was under way as the window began may have been
   * counted in the one before, and its response may show the window of its own time.
   */
  #expectCounted(judge: Judge, { key, answer, request }: Exchange, call: string): void {
    const rate = rateOf(answer)
    const name = CLASSES[call]
    if (!rate || name === undefined || !key?.startsWith('ah_sk_')) return
    const window = this.#windowOf([key, name, rate.limit].join(' '), rate, answer)
    window.lowest = Math.min(window.lowest, rate.remaining)
    const most = rate.limit - window.counted
    judge.expect(
      'LIM-023',
      `X-RateLimit-Remaining of at most ${most} after ${window.counted} requests of ${name} in a window, on the answer to "${request.method} ${request.path.split('?')[0]}"`,
      window.lowest <= most,
      window.lowest,
    )
  }

  /** Returns the window that a response shows, with its request if the window has certainly counted it. */
  #windowOf(place: string, rate: Rate, answer: Exchange['answer']): Window {
    const { reset, limit } = rate
    const windows = this.#windows.get(place) ?? []
    this.#windows.set(place, windows)
    const { receivedAt, milliseconds } = answer
    const known = windows.find((one) => isSameEnd(one.reset, reset))
    if (known) {
      // The time of arrival has whole milliseconds.
      if (receivedAt - milliseconds + 1 > known.seenAt) known.counted++
      return known
    }
    // One request has begun the window: another one, if this request was counted in the window before.
    const mayBeOfBefore = receivedAt - milliseconds < startOf(rate) + CLOCKS_DIFFER_MS
    const counted = rate.remaining === limit && mayBeOfBefore ? 0 : 1
    const window = { reset, seenAt: receivedAt, counted, lowest: limit }
    windows.push(window)
    return window
  }

  /** Checks that metadata keys are unchanged. A list may omit metadata, and a service may add its own keys. */
  #expectMetadata(judge: Judge, { answer, request }: Exchange, call: string): void {
    const records = call === 'END-010' ? recordsIn(answer) : [resourceIn(answer) ?? {}]
    const sent = isObject(request.json) ? request.json['metadata'] : undefined
    const created = call === 'END-004' ? idText(records[0]!['id']) : undefined
    if (created !== undefined && isObject(sent))
      this.#metadata.set(
        created,
        // The contract leaves open whether null is kept (GAP-METADATA-BOUNDS).
        Object.keys(sent).filter((name) => sent[name] !== null),
      )
    for (const record of records) {
      const { id, metadata } = record
      const keys = this.#metadata.get(idText(id) ?? '')
      if (keys === undefined || !isObject(metadata)) continue
      const lost = keys.filter((name) => !Object.hasOwn(metadata, name))
      judge.expect(
        'SES-010',
        `the metadata keys ${keys.map((name) => JSON.stringify(name)).join(', ')}`,
        lost.length === 0,
        metadata,
      )
    }
  }
}
