import { setTimeout as sleep } from 'node:timers/promises'
import type { Backend } from '../clients.ts'
import type { Response } from '../http/client.ts'

/** One response: its status, or the code of the connection's error. */
export interface Outcome {
  name: string
  status: number | string
  text: string
  /** When it was sent, in `performance.now()` time. */
  sent: number
  ms: number
}

/** A request that is sent repeatedly. */
export type Ask = () => Promise<Response>

/** Sends requests to one base URL and records every response. */
export class Traffic {
  readonly outcomes: Outcome[] = []
  #asks: [name: string, ask: Ask][]
  #over = false
  #loops: Promise<unknown>[] = []

  constructor(asks: Record<string, Ask>) {
    this.#asks = Object.entries(asks)
  }

  /** Sends each kind of request one after the other, with pauses. */
  begin(pauseMs: number): this {
    this.#loops = this.#asks.map(async ([name, ask]) => {
      while (!this.#over) {
        await this.#send(name, ask)
        await sleep(pauseMs)
      }
    })
    return this
  }

  /**
   * Sends requests at a constant rate, alternating between the kinds, without waiting for
   * responses.
   */
  beginAt(rate: number): this {
    const began = performance.now()
    const due = (): void => {
      while (this.#loops.length < ((performance.now() - began) / 1000) * rate) {
        const [name, ask] = this.#asks[this.#loops.length % this.#asks.length]!
        this.#loops.push(this.#send(name, ask))
      }
      if (!this.#over) setTimeout(due, 1000 / rate)
    }
    due()
    return this
  }

  /** Resolves when all requests are answered. */
  async end(): Promise<Outcome[]> {
    this.#over = true
    await Promise.all(this.#loops)
    return this.outcomes
  }

  /** The slowest response in ms. */
  get slowest(): number {
    return this.outcomes.reduce((most, { ms }) => Math.max(most, ms), 0)
  }

  async #send(name: string, ask: Ask): Promise<void> {
    const sent = performance.now()
    const note = (status: number | string, text: string): void => {
      this.outcomes.push({ name, status, text, sent, ms: performance.now() - sent })
    }
    try {
      const { status, text } = await ask()
      note(status, text)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      note(code ?? message, message)
    }
  }
}

/** Counts outcomes by status: `200: 41, 503: 7`. */
export function counted(outcomes: readonly Outcome[]): string {
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  return [...counts].map(([status, all]) => `${status}: ${all.length}`).join(', ')
}

/** Creates sessions with a marker each, so that a refused one can be searched for. */
export class MarkedSessions {
  /** Status of the response by marker. */
  readonly answers = new Map<string, number | string>()
  #prefix: string

  /** @param prefix differs between two users of one organization */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Creates sessions at a backend. */
  readonly creator =
    (backend: Backend): Ask =>
    async () => {
      const mark = `${this.#prefix}-${this.answers.size}`
      this.answers.set(mark, 'unanswered')
      const response = await backend.ask('POST', '/v1/sessions', { metadata: { mark } })
      this.answers.set(mark, response.status)
      return response
    }

  /**
   * Returns contradictions to the responses: missing acknowledged sessions and existing refused
   * ones.
   */
  async contradictions(backend: Backend): Promise<string[]> {
    const found = new Set(await marksOf(backend))
    return [...this.answers].flatMap(([mark, status]) => {
      if (status === 201 && !found.has(mark))
        return [`session ${mark} was acknowledged and is lost`]
      if (status === 503 && found.has(mark))
        return [`session ${mark} was refused with 503 and exists`]
      return []
    })
  }
}

interface Page {
  data: { id: string; status: string; metadata: { mark?: string } }[]
  next_cursor: string | null
}

async function marksOf(backend: Backend): Promise<string[]> {
  return (await sessionsOf(backend)).flatMap(({ metadata }) => metadata.mark ?? [])
}

/** Returns all sessions of a backend. @throws {Error} if a page is refused */
export async function sessionsOf(backend: Backend): Promise<Page['data']> {
  const all: Page['data'] = []
  let cursor = ''
  for (;;) {
    const { status, text } = await backend.ask('GET', `/v1/sessions?limit=100${cursor}`)
    if (status !== 200) throw new Error(`GET /v1/sessions: ${status} ${text}`)
    const page = JSON.parse(text) as Page
    all.push(...page.data)
    if (page.next_cursor === null) return all
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
