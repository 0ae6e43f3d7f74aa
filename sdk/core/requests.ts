import { VskitError } from './errors.ts'
import { type Tokens, isToken } from './tokens.ts'
import type { Answer, ErrorBody, Transport } from './transport.ts'

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

/** Calls the data plane with working tokens. */
export class Requests {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Exchanges a client token for a working token. @throws {VskitError} */
  async exchange(clientToken: string): Promise<string> {
    const answer = await this.#transport.send('POST', '/sdk/v1/client_token/exchange', clientToken)
    return read(answer, 'browserToken', isToken)
  }

  /**
   * Calls a route of the token's session. After a 401 the token is renewed and the request is
   * repeated once (REF-006, REF-007).
   * @returns `data` of the response
   * @throws {VskitError} `token_expired` if the repeated request gets 401 too (REF-008); else the
   * error of the service
   */
  async call<T>(tokens: Tokens, { method, path, body, valid }: Call<T>): Promise<T> {
    const token = await tokens.get()
    let answer = await this.#transport.send(method, ME + path, token, body)
    if (answer.status === 401) {
      answer = await this.#transport.send(method, ME + path, await tokens.get(token), body)
      if (answer.status === 401) throw expired(answer)
    }
    return read(answer, 'data', valid)
  }
}

/**
 * Returns a member of the body of a success. A proxy may answer 200 with JSON of its own: it must
 * not become a token or a session.
 * @throws {VskitError}
 */
function read<T>(answer: Answer, member: string, valid: (value: unknown) => value is T): T {
  if (!answer.ok) throw refusal(answer)
  const value = (answer.json as Record<string, unknown> | null | undefined)?.[member]
  if (valid(value)) return value
  throw unexpected(answer)
}

function refusal(answer: Answer): VskitError {
  const { error } = (answer.json ?? {}) as ErrorBody
  if (!error?.code) return unexpected(answer)
  return new VskitError(error.code, error.message ?? error.code, {
    ...originOf(answer),
    details: error.details ?? {},
  })
}

function expired(answer: Answer): VskitError {
  const { error } = (answer.json ?? {}) as ErrorBody
  return new VskitError(
    'token_expired',
    'The service rejected two tokens in a row. Check that the backend mints a fresh token for this session.',
    { ...originOf(answer), details: { service_code: error?.code } },
  )
}

function unexpected(answer: Answer): VskitError {
  return new VskitError(
    'unexpected_response',
    `Expected JSON of the contract, got status ${answer.status} with another body. Is a proxy in between?`,
    originOf(answer),
  )
}

function originOf({ status, headers }: Answer): { status: number; requestId?: string } {
  const requestId = headers.get('X-Request-Id')
  return { status, ...(requestId !== null && { requestId }) }
}
