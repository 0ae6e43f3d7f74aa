import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../http/answer.ts'
import { type HttpClient, NoAnswer } from '../http/client.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Target } from '../target/target.ts'
import type { RunEnd } from './run-end.ts'

/** Time in which a service may restart without an effect on the run. */
const RESTART_MS = 15_000
const RETRY_MS = 500

/** No server has listened at an origin since `since`, in ms of a clock that only moves forward. */
interface Outage {
  since: number
  over: PromiseWithResolvers<void>
}

/**
 * Sends the requests of a run. If an origin of the target stops listening, they are repeated until it
 * listens again, so that a restart fails no check. If it stays away, the run ends: all further checks
 * would only report the same error.
 */
export class ServiceWatch {
  readonly #client: Pick<HttpClient, 'send'>
  readonly #end: RunEnd
  readonly #restartMs: number
  readonly #watched: ReadonlySet<string>
  readonly #answered = new Set<string>()
  readonly #outages = new Map<string, Outage>()

  constructor(
    target: Pick<Target, 'regions' | 'providerStates'>,
    client: Pick<HttpClient, 'send'>,
    end: RunEnd,
    restartMs: number = RESTART_MS,
  ) {
    this.#client = client
    this.#end = end
    this.#restartMs = restartMs
    const urls = Object.values(target.regions).map(({ baseUrl }) => baseUrl)
    if (target.providerStates) urls.push(target.providerStates.url)
    this.#watched = new Set(urls.map((url) => new URL(url).origin))
  }

  /** @throws {NoAnswer} */
  async send(request: HttpRequest): Promise<Answer> {
    const { origin } = request.url
    for (;;) {
      try {
        const answer = await this.#client.send(request)
        this.#reached(origin)
        return answer
      } catch (error) {
        if (!(error instanceof NoAnswer && error.gone)) {
          // Another error shows that something listens.
          this.#reached(origin)
          throw error
        }
        if (!this.#mayReturn(origin)) throw error
        await sleep(RETRY_MS)
      }
    }
  }

  /** Resolves once every origin listens again; at once if all do. */
  async settled(): Promise<void> {
    await Promise.all([...this.#outages.values()].map(({ over }) => over.promise))
  }

  #reached(origin: string): void {
    if (this.#watched.has(origin)) this.#answered.add(origin)
    this.#outages.get(origin)?.over.resolve()
    this.#outages.delete(origin)
  }

  /** Whether a request that nothing accepted may succeed later. */
  #mayReturn(origin: string): boolean {
    // An address that never listened is an error of the target file.
    if (!this.#answered.has(origin) || this.#end.because !== undefined) return false
    const now = performance.now()
    const outage = this.#outages.get(origin) ?? { since: now, over: Promise.withResolvers<void>() }
    this.#outages.set(origin, outage)
    if (now - outage.since < this.#restartMs) return true
    const seconds = Math.round((now - outage.since) / 1000)
    this.#end.now(
      `the service is gone: nothing has listened at ${origin} for ${seconds} s; see its log, and start it again`,
    )
    return false
  }
}
