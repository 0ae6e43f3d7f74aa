import { VskitError } from './errors.ts'
import { type Tokens, isToken } from './tokens.ts'

const ME = '/sdk/v1/sessions/me'

/** One call of a route below `/sdk/v1/sessions/me`. */
export interface Call<T> {
  method: 'GET' | 'POST'
  /** Below `/sdk/v1/sessions/me`. */
  path: string
  body?: object
  /** Whether the `data` of a success is that of the contract. */
  valid: (data: unknown) => data is T
}

interface ErrorBody {
  error?: { code?: string; message?: string; details?: Record<string, unknown> }
}

/** Calls the data plane of one endpoint for one publishable key. */
export class Requests {
  readonly #baseUrl: string
  readonly #publishableKey: string

  constructor(baseUrl: string, publishableKey: string) {
    this.#baseUrl = baseUrl
    this.#publishableKey = publishableKey
  }

  /** Exchanges a client token for a working token. @throws {VskitError} */
  async exchange(clientToken: string): Promise<string> {
    const answer = await this.#send('POST', '/sdk/v1/client_token/exchange', clientToken)
    return read(answer, 'browserToken', isToken)
  }

  /**
   * Calls a route of the token's session. After a 401 the token is renewed and the request is repeated once (REF-006,
   * REF-007).
   * @returns `data` of the response @throws {VskitError} `token_expired` if the repeated request
   * gets 401 too (REF-008); else the error of the service
   */
  async call<T>(tokens: Tokens, { method, path, body, valid }: Call<T>): Promise<T> {
    const token = await tokens.get()
    let answer = await this.#send(method, ME + path, token, body)
    if (answer.status === 401) {
      answer = await this.#send(method, ME + path, await tokens.get(token), body)
      if (answer.status === 401) throw await expired(answer)
    }
    return read(answer, 'data', valid)
  }

  async #send(method: string, path: string, credential: string, body?: object): Promise<Response> {
    try {
      return await fetch(this.#baseUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${credential}`,
          'X-Publishable-Key': this.#publishableKey,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // Tokens are sent in a header, without cookies, caches and redirects to other hosts.
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      })
    } catch (cause) {
      throw (await this.#refusesOrigin())
        ? new VskitError(
            'origin_not_allowed',
            `${this.#baseUrl} refuses pages of ${location.origin}. Add this origin to the allowed origins of the ` +
              'publishable key (console: Developers > API keys). A proxy that answers without CORS headers looks the same.',
            { cause },
          )
        : new VskitError(
            'network_error',
            `No response from ${this.#baseUrl}. Check the network, baseUrl, and the connect-src of the page's ` +
              'content security policy.',
            { cause },
          )
    }
  }

  /**
   * Distinguishes a refused origin from a lost connection. A browser hides a refused preflight from
   * the page (AUT-010), but a request without a preflight is sent.
   */
  async #refusesOrigin(): Promise<boolean> {
    const reached = (options: RequestInit): Promise<boolean> =>
      fetch(this.#baseUrl + ME, { ...options, credentials: 'omit', cache: 'no-store' }).then(
        () => true,
        () => false,
      )
    if (await reached({ headers: { 'X-Publishable-Key': this.#publishableKey } })) return false
    return reached({ mode: 'no-cors' })
  }
}

/**
 * Returns a member of the body of a success. A proxy may answer 200 with JSON of its own: it must
 * not become a token or a session. @throws {VskitError}
 */
async function read<T>(
  answer: Response,
  member: string,
  valid: (value: unknown) => value is T,
): Promise<T> {
  if (!answer.ok) throw await refusal(answer)
  const value = ((await json(answer)) as Record<string, unknown> | null)?.[member]
  if (valid(value)) return value
  throw unexpected(answer)
}

async function refusal(answer: Response): Promise<VskitError> {
  const { error } = ((await json(answer)) ?? {}) as ErrorBody
  if (!error?.code) return unexpected(answer)
  return new VskitError(error.code, error.message ?? error.code, {
    ...originOf(answer),
    details: error.details ?? {},
  })
}

async function expired(answer: Response): Promise<VskitError> {
  const { error } = ((await json(answer)) ?? {}) as ErrorBody
  return new VskitError(
    'token_expired',
    'The service rejected two tokens in a row. Check that the backend mints a fresh token for this session.',
    { ...originOf(answer), details: { service_code: error?.code } },
  )
}

async function json(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch (cause) {
    if (!answer.ok) return undefined
    // A body that ends early is no SyntaxError: the connection was lost.
    if (cause instanceof SyntaxError) throw unexpected(answer)
    throw new VskitError('network_error', `The response of ${answer.url} broke off.`, { cause })
  }
}

function unexpected(answer: Response): VskitError {
  return new VskitError(
    'unexpected_response',
    `Expected JSON of the contract, got status ${answer.status} with another body. Is a proxy in between?`,
    originOf(answer),
  )
}

function originOf(answer: Response): { status: number; requestId?: string } {
  const requestId = answer.headers.get('X-Request-Id')
  return { status: answer.status, ...(requestId !== null && { requestId }) }
}
