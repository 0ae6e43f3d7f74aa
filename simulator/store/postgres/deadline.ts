import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts'

/** How often deadlines are checked: one timer serves all requests. */
const LOOK_MS = 25

type Refuse = (error: Error) => void

const waiting = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/**
 * Total time that one request may wait for the database. Receiving a body or drawing a document
 * does not count. After the deadline the request gets its error response and must not write.
 */
export class Deadline {
  /** Whether the request got its response because the time was up. */
  over = false
  /** Commits that were sent and not refused: they are stored, or their outcome may be unknown. */
  #commits = 0
  #leftMs: number
  #began = 0
  /** Rarely more than one: an array is cheaper than a set. */
  #refusals: Refuse[] = []
  #limitMs: number

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#leftMs = limitMs
  }

  /** @throws {StoreUnavailable} if the request was already answered: it must not write */
  demand(): void {
    if (this.over) throw this.#refusal()
  }

  /** Records that a commit is sent. */
  commits(): void {
    this.#commits++
  }

  /** Records that the database refused a commit: it stored nothing. */
  refused(): void {
    this.#commits--
  }

  /** Waits for an answer of the database as long as there is time left. */
  within<T>(answer: Promise<T>): Promise<T> {
    // `Promise.race` would take another promise and four more closures for each wait of each request.
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.begin(reject)
    answer.then(
      (value) => {
        this.end(reject)
        resolve(value)
      },
      (error) => {
        this.end(reject)
        reject(error)
      },
    )
    return promise
  }

  /** Begins to wait. @param refuse called once the time is over */
  begin(refuse: Refuse): void {
    if (this.over) return refuse(this.#refusal())
    if (this.#refusals.push(refuse) > 1) return
    this.#began = performance.now()
    waiting.add(this)
    timer ??= setTimeout(lookAtAll, LOOK_MS).unref()
  }

  /** Ends the wait that began with `refuse`. */
  end(refuse: Refuse): void {
    const at = this.#refusals.indexOf(refuse)
    if (at === -1) return
    this.#refusals.splice(at, 1)
    if (this.#refusals.length > 0) return
    this.#leftMs -= performance.now() - this.#began
    waiting.delete(this)
  }

  /** Ends all waiting if the time is over. */
  look(now: number): void {
    if (now - this.#began < this.#leftMs) return
    this.over = true
    for (const refuse of this.#refusals) refuse(this.#refusal())
  }

  #refusal(): Error {
    const reason = `no response for a request in ${this.#limitMs} ms`
    return this.#commits > 0 ? new OutcomeUnknown(reason) : new StoreUnavailable(reason)
  }
}

/**
 * After a long turn of this process, responses may have arrived that were not read yet: they are
 * read first.
 */
function lookAtAll(): void {
  setImmediate(() => {
    const now = performance.now()
    for (const deadline of waiting) deadline.look(now)
    timer = waiting.size > 0 ? setTimeout(lookAtAll, LOOK_MS).unref() : undefined
  })
}
