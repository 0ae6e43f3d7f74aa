import { clearTimeout, setTimeout } from 'node:timers'
import type { EventLine } from './connection.ts'
import { SimulatorError, closedError } from './errors.ts'
import type { Webhook, WebhookEvent, WebhookFilter } from './types/webhooks.ts'
import type { Mode } from '../spec/generated/wire.ts'
import { signWebhook } from './verify-webhook.ts'

const DEFAULT_TIMEOUT_MS = 5000
/** Limits the memory of a long run; no test needs more. */
const MOST_KEPT = 10_000
const MOST_LISTED = 10

interface Waiting {
  filter: WebhookFilter
  take: (line: EventLine) => void
  fail: (error: SimulatorError) => void
}

/** Emitted events that were not yet returned, and the pending waits. */
export class WebhookQueue {
  readonly #secretOf: (organization: string, mode: Mode) => Promise<string>
  #lines: EventLine[] = []
  #waiting: Waiting[] = []
  /** Makes the error of every call, once no further event arrives. */
  #over: (() => SimulatorError) | undefined

  constructor(secretOf: (organization: string, mode: Mode) => Promise<string>) {
    this.#secretOf = secretOf
  }

  push(line: EventLine): void {
    if (this.#give(line)) return
    this.#lines.push(line)
    if (this.#lines.length > MOST_KEPT) this.#lines.shift()
  }

  /** Drops all emitted events: their state no longer exists. */
  clear(): void {
    this.#lines = []
  }

  /** Rejects every pending and later wait. */
  close(reason: () => SimulatorError = closedError): void {
    this.#over ??= reason
    for (const { fail } of this.#waiting) fail(reason())
  }

  /** @throws {SimulatorError} */
  async next(filter: WebhookFilter): Promise<Webhook> {
    if (this.#over) throw this.#over()
    const at = this.#lines.findIndex((line) => fits(line, filter))
    const line = at >= 0 ? this.#lines.splice(at, 1)[0]! : await this.#wait(filter)
    const { organization, mode } = line
    try {
      return webhookOf(line, await this.#secretOf(organization, mode))
    } catch (error) {
      // The next call returns it.
      if (!this.#give(line)) this.#lines.unshift(line)
      throw error
    }
  }

  /** Gives the event to the first call that waits for it, if any. */
  #give(line: EventLine): boolean {
    const taker = this.#waiting.find(({ filter }) => fits(line, filter))
    taker?.take(line)
    return taker !== undefined
  }

  #wait(filter: WebhookFilter): Promise<EventLine> {
    const { timeout = DEFAULT_TIMEOUT_MS, ...wanted } = filter
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
      }
      const waiting: Waiting = {
        filter,
        take: (line) => {
          leave()
          resolve(line)
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(
        () => waiting.fail(new SimulatorError(this.#missing(wanted, timeout))),
        timeout,
      )
      this.#waiting.push(waiting)
    })
  }

  #missing(wanted: object, timeout: number): string {
    const others = this.#lines
      .slice(-MOST_LISTED)
      .map(
        ({ type, session_id, organization, mode }) =>
          `\n  ${type} of ${session_id ?? 'no session'} (${organization}, ${mode})`,
      )
    const came =
      others.length === 0
        ? ' None is waiting to be taken.'
        : ` Waiting to be taken:${others.join('')}`
    return `No webhook that matches ${JSON.stringify(wanted)} came within ${timeout} ms.${came}`
  }
}

/** Converts an event to the webhook that its receiver gets. */
function webhookOf(line: EventLine, secret: string): Webhook {
  const { id, type, session_id, organization, mode, body, created_at } = line
  const headers = Object.fromEntries(
    Object.entries(line.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  headers['x-webhook-timestamp'] ??= String(Math.floor(Date.parse(created_at) / 1000))
  headers['x-webhook-signature'] ??= signWebhook(body, secret)
  const event = JSON.parse(body) as WebhookEvent
  return { id, type, sessionId: session_id, organization, mode, body, headers, event, secret }
}

function fits(line: EventLine, { type, sessionId, organization, mode }: WebhookFilter): boolean {
  return (
    (type === undefined || line.type === type) &&
    (sessionId === undefined || line.session_id === sessionId) &&
    (organization === undefined || line.organization === organization) &&
    (mode === undefined || line.mode === mode)
  )
}
