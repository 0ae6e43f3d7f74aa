import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../http/answer.ts'
import { type HttpClient, NoAnswer } from '../http/client.ts'
import { at } from '../http/json.ts'
import { type HttpRequest, isSafe } from '../http/request.ts'
import type { Target } from '../target/target.ts'
import { type RunEnd, RunEnded } from './run-end.ts'

/** Time in which a service may restart without an effect on the run. */
const RESTART_MS = 15_000
const RETRY_MS = 500

/** Number of repetitions of a request that got no response of the service while others did. */
const REPEATS = 2
const LONGEST_PAUSE_MS = 5000

/** Statuses with which a proxy answers in place of a service that is gone. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Sends the requests of a run. If an origin of the target stops serving, they wait until it serves
 * again, so that a restart fails no check. If it stays away, the run ends: all further checks
 * would only report the same error.
 *
 * A check continues only if nothing can be carried out twice by a repeated request. Otherwise it gets
 * an error, and runs again from its beginning.
 *
 * An origin serves if it answers a probe, so a slow route or a single 503 is no outage. Such a 503 is
 * judged only if each repetition gets one too: otherwise it is that of a proxy.
 */
export class ServiceWatch {
  readonly #client: Pick<HttpClient, 'send'>
  readonly #end: RunEnd
  readonly #restartMs: number
  /** A URL of each origin that needs no key and answers soon. */
  readonly #probes: ReadonlyMap<string, URL>
  readonly #answered = new Set<string>()
  /** For each origin that is out of service: resolves once it serves again. */
  readonly #outages = new Map<string, Promise<void>>()
  readonly #provider: URL | undefined
  #begun = 0

  constructor(
    target: Pick<Target, 'regions' | 'providerStates'>,
    client: Pick<HttpClient, 'send'>,
    end: RunEnd,
    restartMs: number = RESTART_MS,
  ) {
    this.#client = client
    this.#end = end
    this.#restartMs = restartMs
    const urls = Object.values(target.regions).map(({ baseUrl }) => `${baseUrl}/v1/sessions`)
    if (target.providerStates) {
      urls.unshift(target.providerStates.url)
      this.#provider = new URL(target.providerStates.url)
    }
    this.#probes = new Map(urls.map((url) => [new URL(url).origin, new URL(url)]))
  }

  /** Number of outages that have begun. */
  get outages(): number {
    return this.#begun
  }

  /** @throws {NoAnswer, RunEnded} */
  async send(request: HttpRequest): Promise<Answer> {
    const { origin } = request.url
    for (;;) {
      // After the end, only states are undone.
      if (this.#end.because !== undefined || !this.#probes.has(origin))
        return this.#client.send(request)
      const outage = this.#outages.get(origin)
      if (outage) await this.#end.orEnd(outage)
      const began = performance.now()
      let sign: string
      let lost: NoAnswer | undefined
      try {
        const answer = await this.#client.send(request)
        if (!OF_PROXIES.has(answer.status) || (await this.#serves(origin))) {
          this.#answered.add(origin)
          return await this.#withoutProxy(answer, request)
        }
        sign = `${origin} has answered ${answer.status} to every request`
      } catch (error) {
        if (!(error instanceof NoAnswer) || !(await this.#isLost(origin, error))) throw error
        lost = error
        sign = error.late
          ? `${origin} has answered no request in time`
          : `nothing has listened at ${origin}`
      }
      await this.#outage(origin, began, sign)
      if (lost?.late || !(lost?.unreached || this.#canBeRepeated(request))) {
        throw (
          lost ??
          new NoAnswer(
            `${sign}, so "${request.method} ${request.url.pathname}" may have been carried out or not`,
          )
        )
      }
    }
  }

  /**
   * Repeats a request that a proxy answered in place of the service.
   * @throws {NoAnswer} if a repetition was answered that may have had an effect: the check runs again
   */
  async #withoutProxy(first: Answer, request: HttpRequest): Promise<Answer> {
    let answer = first
    for (let i = 0; i < REPEATS && isOfProxy(answer); i++) {
      await this.#end.orEnd(sleep(pauseAfter(answer)))
      answer = await this.#client.send(request)
    }
    if (answer === first || isOfProxy(answer)) return answer
    if (this.#canBeRepeated(request) && !request.isCounted) return answer
    throw new NoAnswer(
      `${request.url.origin} answered ${first.status} to "${request.method} ${request.url.pathname}" once, and ${answer.status} when it was repeated`,
      { sporadic: true },
    )
  }

  /** Whether repeating a request has no effect. Provider states have a run_id for that. */
  #canBeRepeated(request: HttpRequest): boolean {
    return isSafe(request) || (this.#provider !== undefined && isBelow(request.url, this.#provider))
  }

  /** Resolves once every origin serves again; at once if all do. */
  async settled(): Promise<void> {
    await Promise.all(this.#outages.values())
  }

  /** Whether a request without a response shows that the origin has stopped serving. */
  async #isLost(origin: string, { gone, late }: NoAnswer): Promise<boolean> {
    // An address that never answered is an error of the target file.
    if (!this.#answered.has(origin)) return false
    return gone || (late && !(await this.#serves(origin)))
  }

  async #serves(origin: string): Promise<boolean> {
    try {
      const { status } = await this.#client.send(
        {
          method: 'GET',
          url: this.#probes.get(origin)!,
          headers: { Accept: '*/*' },
          body: undefined,
          alone: false,
        },
        true,
      )
      return !OF_PROXIES.has(status)
    } catch (error) {
      return !(error instanceof NoAnswer && (error.gone || error.late))
    }
  }

  /** Waits until an origin serves again. @throws {RunEnded} */
  async #outage(origin: string, since: number, sign: string): Promise<void> {
    let outage = this.#outages.get(origin)
    if (!outage) {
      this.#begun++
      outage = this.#recovery(origin, since, sign)
      this.#outages.set(origin, outage)
    }
    await this.#end.orEnd(outage)
  }

  async #recovery(origin: string, since: number, sign: string): Promise<void> {
    do {
      if (performance.now() - since >= this.#restartMs) {
        const seconds = Math.round((performance.now() - since) / 1000)
        this.#end.now(
          `the service is gone: ${sign} for ${seconds} s; see its log, and start it again`,
        )
      }
      if (this.#end.because !== undefined) throw new RunEnded(this.#end.because)
      await sleep(RETRY_MS)
    } while (!(await this.#serves(origin)))
    this.#outages.delete(origin)
  }
}

/** Whether a proxy may have answered: an error with a code of its own is that of the service, and is judged. */
function isOfProxy({ status, json }: Answer): boolean {
  return OF_PROXIES.has(status) && typeof at(json, 'error', 'code') !== 'string'
}

/** Milliseconds before a repetition; a few seconds of `Retry-After` are respected. */
function pauseAfter(answer: Answer): number {
  const seconds = Number(answer.header('Retry-After') ?? Number.NaN)
  return Number.isNaN(seconds) ? RETRY_MS : Math.min(1000 * Math.max(0, seconds), LONGEST_PAUSE_MS)
}

function isBelow(url: URL, base: URL): boolean {
  return url.origin === base.origin && url.pathname.startsWith(base.pathname)
}
