import type { ServiceError } from './errors.ts'

/** A request to the service. */
export interface ReceivedRequest {
  region: 'us' | 'eu'
  method: string
  path: string
  /** operationId; undefined if the contract has no such operation. */
  operation: string | undefined
  body: string
}

/** Response to a request in place of, or in addition to, the simulator's. */
export type Action =
  /** @property hold delays the response */
  | { error: ServiceError; hold?: Promise<unknown> }
  /** The request waits before the service sees it. */
  | { hold: Promise<unknown> }
  | { answer: unknown }
  /** An HTML page with this status, as a gateway before the service sends it. */
  | { gateway: number }
  /** The service does what is asked, and its response does not arrive. */
  | { lose: 'response' }
  /** The connection is reset before the service has seen the request. */
  | { lose: 'request' }
  /** The response is cut off in the middle of its body. */
  | { lose: 'end' }
  /** The JSON of the request, or of the response, is changed on its way. */
  | { request: (json: Record<string, unknown>) => Record<string, unknown> }
  | { response: (json: Record<string, unknown>) => Record<string, unknown> }

export interface Rule {
  when: (asked: ReceivedRequest) => boolean
  action: Action | (() => Action)
  /** Number of requests to which it applies. @default all */
  times?: number
}

/** Deviations of the service; the first matching rule decides. */
export class Rules {
  #rules: { rule: Rule; left: number }[] = []

  add(rule: Rule): void {
    this.#rules.push({ rule, left: rule.times ?? Infinity })
  }

  /** Adds a rule for the next calls of one operation. */
  next(operation: string, action: Rule['action'], times = 1): void {
    this.add({ when: (asked) => asked.operation === operation, action, times })
  }

  clear(): void {
    this.#rules = []
  }

  take(asked: ReceivedRequest): Action | undefined {
    const found = this.#rules.find(({ rule, left }) => left > 0 && rule.when(asked))
    if (!found) return undefined
    found.left--
    const { action } = found.rule
    return typeof action === 'function' ? action() : action
  }
}
