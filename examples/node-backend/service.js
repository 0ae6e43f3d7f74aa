import { setTimeout as sleep } from 'node:timers/promises'

/** An error response of the service; `code` is one of its error codes. */
export class ServiceError extends Error {
  constructor(status, error) {
    super(`${status} ${error?.code ?? ''}: ${error?.message ?? 'no error body'}`)
    this.status = status
    this.code = error?.code
    this.details = error?.details ?? {}
  }
}

const ATTEMPTS = 5
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 10_000

/** A client of the verification service. Its secret key never leaves the backend. */
export class Service {
  #url
  #key
  /** End of the window of each exhausted route class, in epoch milliseconds. */
  #resets = new Map()

  constructor(url, key) {
    this.#url = url
    this.#key = key
  }

  /** Returns the session of an order: the existing one, or a new one. */
  async openSession(orderId, applicant) {
    const before = await this.findSession(orderId)
    if (before) return before
    await this.#untilReset('POST', '/v1/sessions')
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#once('POST', '/v1/sessions', { applicant, metadata: { orderId } })
      } catch (error) {
        // An error response means that nothing was created. Without a response this is unknown, so
        // look before creating again.
        const refused = error instanceof ServiceError && error.status < 500
        if (refused && error.status !== 429) throw error
        if (attempt === ATTEMPTS) throw error
        await sleep(waitFor(error, attempt))
        const made = refused ? undefined : await this.findSession(orderId)
        if (made) return made
      }
  }

  /** Returns the newest session whose metadata names the order. */
  async findSession(orderId) {
    for (let cursor; ;) {
      const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
      const page = await this.#read(`/v1/sessions?${query}`)
      const found = page.data.find(({ metadata }) => metadata?.orderId === orderId)
      if (found || !page.has_more) return found
      cursor = page.next_cursor
    }
  }

  async session(id) {
    return (await this.#read(`/v1/sessions/${encodeURIComponent(id)}`)).data
  }

  /**
   * Returns the bytes of an image.
   * @returns {Promise<Buffer | undefined>} undefined when no image is stored: a normal outcome,
   * never retried
   */
  async image(id, artifact) {
    try {
      return await this.#read(`/v1/sessions/${encodeURIComponent(id)}/idv-image/${artifact}`)
    } catch (error) {
      if (error.code === 'artifact_not_available') return undefined
      throw error
    }
  }

  /** Creates a token for the browser SDK of one session; the page gets nothing else. */
  async browserToken(id) {
    const path = `/v1/sessions/${encodeURIComponent(id)}/browser_token`
    return (await this.#withRetry('POST', path)).browserToken
  }

  /** Reads are safe to repeat, so they are retried after a lost response. */
  #read(path) {
    return this.#withRetry('GET', path)
  }

  async #once(method, path, body) {
    return (await this.#request(method, path, body)).data
  }

  async #withRetry(method, path) {
    await this.#untilReset(method, path)
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#request(method, path)
      } catch (error) {
        const lasting = error instanceof ServiceError && error.status < 500 && error.status !== 429
        if (lasting || attempt === ATTEMPTS) throw error
        await sleep(waitFor(error, attempt))
      }
  }

  /** Waits if another task has met the limit of the route class: the budget is that of the key. */
  async #untilReset(method, path) {
    const resetAt = this.#resets.get(routeClass(method, path)) ?? 0
    if (resetAt > Date.now()) await sleep(resetAt - Date.now() + Math.random() * FIRST_WAIT_MS)
  }

  async #request(method, path, body) {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (response.ok) return isJson ? response.json() : Buffer.from(await response.arrayBuffer())
    // A proxy sends responses without an error body.
    const { error } = isJson ? await response.json() : {}
    const failure = Object.assign(new ServiceError(response.status, error), {
      answeredAt: Date.parse(response.headers.get('date') ?? '') || Date.now(),
    })
    if (response.status === 429)
      this.#resets.set(routeClass(method, path), Date.now() + waitFor(failure, 1))
    throw failure
  }
}

/** Returns the class in which the service counts a request. */
function routeClass(method, path) {
  if (path.includes('/idv-image/')) return 'sessions:read_image'
  if (method === 'GET') return 'reads'
  return path === '/v1/sessions' ? 'sessions:create' : 'global'
}

/**
 * Returns the milliseconds until the next attempt. After a 429: until the window rolls, by the
 * service's own clock, so that a wrong clock here does no harm. Jitter keeps clients from retrying
 * at the same moment.
 */
function waitFor(error, attempt) {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  const jitter = Math.random() * backoff
  const { reset_at } = error.details ?? {}
  if (error.status !== 429 || typeof reset_at !== 'number') return backoff / 2 + jitter / 2
  return Math.max(0, reset_at * 1000 - error.answeredAt) + jitter
}
