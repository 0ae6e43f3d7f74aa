import { VskitError } from './errors.ts'
import { TOKEN_SECONDS, within } from './time-limits.ts'

/** Reason for which a token is requested. */
export interface TokenContext {
  /** Empty until the response of `GET /sdk/v1/sessions/me` (REF-004). */
  sessionId: string
  /** `401` after the service has rejected a token; `initial` before there was one (REF-002, REF-005). */
  reason: 'initial' | '401'
}

/**
 * Asks the integrator's backend for a browser token (`bt_…`). Throw a `VskitError` to pass on an
 * error of the service, such as `session_already_completed`.
 */
export type GetSessionToken = (
  context: TokenContext,
) => { token: string } | Promise<{ token: string }>

/**
 * Asks the integrator's backend for the applicant's client token. Throw a `VskitError` to pass on
 * an error of the service, such as `session_already_completed`.
 */
export type FetchToken = () => string | Promise<string>

/** Requests a browser token. */
export type Mint = (reason: TokenContext['reason']) => Promise<string>

/**
 * Stores the working token of one session, in memory only (TOK-002). At most one mint runs at a
 * time (REF-009).
 */
export class Tokens {
  readonly #mint: Mint
  #token: string | undefined
  #pending: Promise<string> | undefined

  constructor(mint: Mint) {
    this.#mint = mint
  }

  /**
   * Returns the current token, or a new one instead of a rejected token. Callers during a mint wait
   * for its result (REF-010).
   * @param rejected the token that the service has rejected
   */
  get(rejected?: string): Promise<string> {
    if (this.#pending) return this.#pending
    if (this.#token !== undefined && this.#token !== rejected) return Promise.resolve(this.#token)
    this.#pending = this.#renew().finally(() => (this.#pending = undefined))
    return this.#pending
  }

  async #renew(): Promise<string> {
    this.#token = await this.#mint(this.#token === undefined ? 'initial' : '401')
    return this.#token
  }
}

/** Mints through the integrator's callback (REF-001, REF-011). */
export function callbackMint(getSessionToken: GetSessionToken, sessionId: () => string): Mint {
  return async (reason) => {
    const answer = await asked('getSessionToken', () =>
      getSessionToken({ sessionId: sessionId(), reason }),
    )
    return textOf(answer?.token, 'getSessionToken', 'an object { token: "bt_…" }')
  }
}

/**
 * Exchanges the applicant's client token for working tokens (AUT-020). The client token is
 * requested once, and again only if the service rejects it.
 */
export function clientTokenMint(
  fetchToken: FetchToken,
  exchange: (clientToken: string) => Promise<string>,
): Mint {
  let held: string | undefined
  const fetched = async (): Promise<string> =>
    textOf(await asked('fetchToken', fetchToken), 'fetchToken', 'the client token as a string')
  return async () => {
    const known = held
    held ??= await fetched()
    try {
      return await exchange(held)
    } catch (error) {
      if (known === undefined || !(error instanceof VskitError) || error.status !== 401) throw error
      held = await fetched()
      return exchange(held)
    }
  }
}

async function asked<T>(callback: string, ask: () => T | Promise<T>): Promise<T> {
  const answer = async (): Promise<T> => ask()
  try {
    return await within(
      TOKEN_SECONDS,
      answer(),
      () =>
        new VskitError(
          'token_unavailable',
          `${callback} has not answered within ${TOKEN_SECONDS} seconds. Let it reject if your backend does not answer.`,
        ),
    )
  } catch (cause) {
    // Only the backend sees the service's answer to its mint.
    if (cause instanceof VskitError) throw cause
    throw new VskitError('token_unavailable', `${callback} failed: ${String(cause)}`, { cause })
  }
}

/** Whether a value can be sent as a bearer credential: text without blanks, in ASCII (RFC 6750). */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[!-~]+$/.test(value)
}

/** The error never repeats the value: it may be a token. */
function textOf(value: unknown, callback: string, expected: string): string {
  // The text of a response often ends with a line break.
  const token: unknown = typeof value === 'string' ? value.trim() : value
  if (isToken(token)) return token
  throw new VskitError('token_unavailable', `Expected ${callback} to resolve to ${expected}.`)
}
