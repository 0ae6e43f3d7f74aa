import { VskitError } from './errors.ts'
import { RATE_LIMIT_SECONDS, requestSeconds } from './time-limits.ts'

/** A response whose body has arrived. */
export interface Answer {
  ok: boolean
  status: number
  headers: Headers
  /** Undefined if the body is not JSON. */
  json: unknown
}

/** The body of an error. */
export interface ErrorBody {
  error?: { code?: string; message?: string; details?: Record<string, unknown> }
}

/** Any route of the data plane; it tells whether the service can be reached. */
const PROBE = '/sdk/v1/sessions/me'

/** Sends requests to one endpoint for one publishable key. */
export class Transport {
  readonly #baseUrl: string
  readonly #publishableKey: string
  readonly #onWait: (seconds: number) => void

  /** @param onWait called before the wait for the end of a rate-limit window */
  constructor(baseUrl: string, publishableKey: string, onWait: (seconds: number) => void) {
    this.#baseUrl = baseUrl
    this.#publishableKey = publishableKey
    this.#onWait = onWait
  }

  /**
   * Sends a request. After a 429 it waits and repeats the request, for at most
   * `RATE_LIMIT_SECONDS` in total.
   * @throws {VskitError} `network_error` or `origin_not_allowed`
   */
  async send(method: string, path: string, credential: string, body?: object): Promise<Answer> {
    let left = RATE_LIMIT_SECONDS
    for (let repeats = 0; ; repeats++) {
      const answer = await this.#sendOnce(method, path, credential, body)
      if (answer.status !== 429) return answer
      // The jitter spreads the requests of many pages that wait for one window.
      const seconds = Math.max(secondsToReset(answer), 2 ** repeats)
      const wait = seconds + Math.random()
      left -= wait
      if (!(left >= 0)) return answer
      this.#onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    }
  }

  async #sendOnce(
    method: string,
    path: string,
    credential: string,
    body?: object,
  ): Promise<Answer> {
    const text = body && JSON.stringify(body)
    const seconds = requestSeconds(text?.length ?? 0)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), seconds * 1000)
    let started = false
    try {
      const answer = await fetch(this.#baseUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${credential}`,
          'X-Publishable-Key': this.#publishableKey,
          ...(text !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(text !== undefined && { body: text }),
        // Tokens are sent in a header, without cookies, caches and redirects to other hosts.
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: limit.signal,
      })
      started = true
      const { ok, status, headers } = answer
      return { ok, status, headers, json: parsed(await answer.text()) }
    } catch (cause) {
      if (limit.signal.aborted)
        throw this.#networkError(
          `No response from ${this.#baseUrl} within ${seconds} seconds`,
          cause,
        )
      if (started)
        throw this.#networkError(`The response of ${this.#baseUrl}${path} broke off`, cause)
      throw (await this.#refusesOrigin())
        ? new VskitError(
            'origin_not_allowed',
            `${this.#baseUrl} refuses pages of ${location.origin}. Add this origin to the allowed origins of the ` +
              'publishable key (console: Developers > API keys). A proxy that answers without CORS headers looks the same.',
            { cause },
          )
        : this.#networkError(`No response from ${this.#baseUrl}`, cause)
    } finally {
      clearTimeout(timer)
    }
  }

  #networkError(what: string, cause: unknown): VskitError {
    return new VskitError(
      'network_error',
      `${what}. Check the network, baseUrl, and the connect-src of the page's content security policy.`,
      { cause },
    )
  }

  /**
   * Distinguishes a refused origin from a lost connection. A browser hides a refused preflight from
   * the page (AUT-010), but a request without a preflight is sent.
   */
  async #refusesOrigin(): Promise<boolean> {
    const reached = (options: RequestInit): Promise<boolean> =>
      fetch(this.#baseUrl + PROBE, {
        ...options,
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(requestSeconds(0) * 1000),
      }).then(
        () => true,
        () => false,
      )
    if (await reached({ headers: { 'X-Publishable-Key': this.#publishableKey } })) return false
    return reached({ mode: 'no-cors' })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Seconds until a 429 ends; 0 if it does not tell. `Retry-After` does not depend on the clock of
 * the device, but only `reset_at` is in the contract, and a page may not be able to read the header.
 */
function secondsToReset({ headers, json }: Answer): number {
  const after = headers.get('Retry-After')
  if (after !== null)
    return (/^\d+$/.test(after) ? Number(after) : secondsUntil(Date.parse(after) / 1000)) || 0
  const { reset_at, window_seconds } = ((json as ErrorBody | undefined)?.error?.details ?? {}) as {
    reset_at?: unknown
    window_seconds?: unknown
  }
  // The clock of the device may be slow, but no window ends later than after its length.
  return Math.min(secondsUntil(Number(reset_at)) || 0, Number(window_seconds) || Infinity)
}

function secondsUntil(epoch: number): number {
  return Math.ceil(epoch - Date.now() / 1000)
}
