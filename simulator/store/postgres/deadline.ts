import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts'

/** How often deadlines are looked at: one timer serves all requests. */
const LOOK_MS = 25

type Refuse = (error: Error) => void

const waiting = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/**
 * The time that one request may wait for the database. Only waiting counts: receiving a body or rendering a
 * document takes nothing of it. Once it is over, the request is answered, and nothing more of it is written.
 */
export class Deadline {
  /** Whether something was sent to be committed: its outcome may be unknown. */
  sent = false
  #leftMs: number
  #began = 0
  #refusals = new Set<Refuse>()
  #limitMs: number
  /** Whether the request was answered for want of time. */
  over = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#leftMs = limitMs
  }

  /** @throws {StoreUnavailable} if the request was answered already: it must not write any more */
  demand(): void {
    if (this.over) throw this.#refusal()
  }

  /** Waits for an answer of the database as long as there is time left. */
  async within<T>(answer: Promise<T>): Promise<T> {
    const { promise: refused, reject } = Promise.withResolvers<never>()
    this.#begin(reject)
    try {
      return await Promise.race([answer, refused])
    } finally {
      this.#end(reject)
    }
  }

  /** Ends the waiting if the time is over. */
  look(now: number): void {
    if (now - this.#began < this.#leftMs) return
    this.over = true
    for (const refuse of this.#refusals) refuse(this.#refusal())
  }

  #begin(refuse: Refuse): void {
    if (this.over) return refuse(this.#refusal())
    if (this.#refusals.size === 0) {
      this.#began = performance.now()
      waiting.add(this)
      timer ??= setTimeout(lookAtAll, LOOK_MS).unref()
    }
    this.#refusals.add(refuse)
  }

  #end(refuse: Refuse): void {
    if (!this.#refusals.delete(refuse) || this.#refusals.size > 0) return
    this.#leftMs -= performance.now() - this.#began
    waiting.delete(this)
  }

  #refusal(): Error {
    const reason = `no answer to a request in ${this.#limitMs} ms`
    return this.sent ? new OutcomeUnknown(reason) : new StoreUnavailable(reason)
  }
}

/** After a long turn of this process, answers may be there that were not read yet: they come first. */
function lookAtAll(): void {
  setImmediate(() => {
    const now = performance.now()
    for (const deadline of waiting) deadline.look(now)
    timer = waiting.size > 0 ? setTimeout(lookAtAll, LOOK_MS).unref() : undefined
  })
}
