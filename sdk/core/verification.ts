import type { SdkSession } from '../../spec/generated/wire.ts'
import { type BaseUrl, type Mode, type Region, endpointOf } from './endpoint.ts'
import { VskitError } from './errors.ts'
import type { OnEvent, SdkEvent } from './events.ts'
import { type Call, Requests } from './requests.ts'
import { type Acquisition, type Submission, bodyOf } from './submission.ts'
import {
  type FetchToken,
  type GetSessionToken,
  type Mint,
  Tokens,
  callbackMint,
  clientTokenMint,
} from './tokens.ts'
import { Transport } from './transport.ts'

/** Source of tokens: exactly one of the two callbacks. */
export type TokenSource =
  | { getSessionToken: GetSessionToken; fetchToken?: undefined }
  | { fetchToken: FetchToken; getSessionToken?: undefined }

/** Options of `init`. */
export type InitOptions = TokenSource & {
  /** `ah_pk_…`; its prefix names region and mode. The page's origin must be on its list of allowed origins. */
  publishableKey: string
  /** @default the default URLs of this kit's simulator */
  baseUrl?: BaseUrl
  onEvent?: OnEvent
}

/** Names of the options of `init`. */
export const OPTIONS: readonly string[] = [
  'publishableKey',
  'baseUrl',
  'fetchToken',
  'getSessionToken',
  'onEvent',
] satisfies (keyof InitOptions)[]

/** Steps that the session requires of the applicant. */
export interface Description {
  region: Region
  mode: Mode
  status: SdkSession['status']
  steps: SdkSession['steps']
  /**
   * Whether a submission must, should or may contain the applicant's name in components. Never hide
   * their inputs (SDK-008).
   */
  nameComponents: SdkSession['nameComponents']
  /** @deprecated Read `nameComponents`. Always false, whatever the service enforces (SDK-011). */
  captureStructuredName: false
}

/** The verification of one applicant, in their browser. */
export class Verification {
  readonly region: Region
  readonly mode: Mode
  /** Base URL of the service, without a slash at the end. */
  readonly baseUrl: string
  readonly #requests: Requests
  readonly #tokens: Tokens
  readonly #onEvent: OnEvent
  #session: SdkSession | undefined
  /** Numbers of the latest request for the session, and of the one whose response is kept. */
  #asked = 0
  #kept = 0
  #tokensRefused = false

  /** @throws {VskitError} `invalid_publishable_key` or `invalid_options` */
  constructor(options: InitOptions) {
    const { publishableKey, baseUrl, region, mode } = {
      ...options,
      ...endpointOf(options.publishableKey, options.baseUrl),
    }
    const { onEvent, getSessionToken, fetchToken } = options
    requireFunctions({ onEvent, getSessionToken, fetchToken })
    this.baseUrl = baseUrl
    this.region = region
    this.mode = mode
    this.#onEvent = onEvent ?? (() => undefined)
    this.#requests = new Requests(
      new Transport(baseUrl, publishableKey, (seconds) => this.emit({ type: 'waiting', seconds })),
    )
    const mint = this.#mintOf(options)
    this.#tokens = new Tokens((reason) => this.#reported(() => mint(reason)))
  }

  /**
   * The session from the response to the latest request.
   *
   * @throws {VskitError} `invalid_options` before `refresh` has resolved
   */
  get session(): SdkSession {
    if (this.#session) return this.#session
    throw new VskitError('invalid_options', 'The session is not loaded yet: await init() first.')
  }

  /**
   * Whether the session has ended and the service mints no more tokens for it. Every request fails
   * then, also for signed documents.
   */
  get tokensRefused(): boolean {
    return this.#tokensRefused
  }

  /** Describes the requirements of the session, from the latest response. */
  describe(): Description {
    const { status, steps, nameComponents } = this.session
    const { region, mode } = this
    return { region, mode, status, steps, nameComponents, captureStructuredName: false }
  }

  /**
   * Reloads the session. If no token can be minted because the session has ended, only its status
   * is new: it has no steps, and its id is empty if it was never loaded.
   * @throws {VskitError}
   */
  async refresh(): Promise<SdkSession> {
    const first = this.#session === undefined
    const number = ++this.#asked
    let session: SdkSession
    try {
      session = await this.call({ method: 'GET', path: '', valid: isSession })
    } catch (error) {
      return this.#keep(this.#endedBy(error))
    }
    // A response that a later one has overtaken may lack a submission.
    if (number < this.#kept) return this.session
    this.#keep(session, number)
    if (first) this.emit({ type: 'ready', session })
    return session
  }

  /** @param number of the request; without one, the response of a change, which no earlier request knows */
  #keep(session: SdkSession, number = ++this.#asked): SdkSession {
    this.#kept = number
    return (this.#session = session)
  }

  /**
   * A client token gets no working token after the end, so the refusal is the only source of the
   * status (GAP-MINT-ENDED-SESSION).
   * @throws {unknown} any other error
   */
  #endedBy(error: unknown): SdkSession {
    if (!(error instanceof VskitError && error.code === 'session_already_completed')) throw error
    this.#tokensRefused = true
    const { status = 'completed' } = error.details as { status?: SdkSession['status'] }
    const { id = '', nameComponents = 'optional' } = this.#session ?? {}
    return { id, status, mode: this.mode, nameComponents, steps: [] }
  }

  /**
   * Submits a step. Steps of type `esign` are submitted by their signing frame.
   * @param acquisition source of the document image; pass on the value that your capture flow
   * received (IDV-022)
   * @throws {VskitError}
   */
  async submit(
    stepId: string,
    submission: Submission = {},
    acquisition?: Acquisition,
  ): Promise<SdkSession> {
    const body = await bodyOf(submission, acquisition)
    const path = `/steps/${encodeURIComponent(stepId)}/submit`
    const session = this.#keep(await this.call({ method: 'POST', path, body, valid: isSession }))
    this.emit({ type: 'step_submitted', stepId, session })
    return session
  }

  /** Ends the session permanently on behalf of the applicant. @throws {VskitError} */
  async end(): Promise<SdkSession> {
    return this.#keep(await this.call({ method: 'POST', path: '/end', valid: isSession }))
  }

  /** Calls a route below `/sdk/v1/sessions/me`. @throws {VskitError} */
  async call<T>(call: Call<T>): Promise<T> {
    return this.#reported(() => this.#requests.call(this.#tokens, call))
  }

  /** A callback that throws or rejects must not interrupt the applicant. */
  emit(event: SdkEvent): void {
    const call = async (): Promise<void> => this.#onEvent(event)
    call().catch((error: unknown) => console.error('vskit: onEvent failed', error))
  }

  readonly #seen = new WeakSet<object>()

  /** Reports an error to `onEvent`, once. @returns the error, to throw it */
  report(error: VskitError): VskitError {
    if (!this.#seen.has(error)) {
      this.#seen.add(error)
      this.emit({ type: 'error', code: error.code, message: error.message, error })
    }
    return error
  }

  /** Reports each error once, also if many requests wait for one mint. */
  async #reported<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw error instanceof VskitError ? this.report(error) : error
    }
  }

  #mintOf({ getSessionToken, fetchToken }: InitOptions): Mint {
    if ((getSessionToken === undefined) === (fetchToken === undefined)) {
      throw new VskitError(
        'invalid_options',
        'Expected exactly one of getSessionToken (your backend mints browser tokens) and fetchToken (it mints one ' +
          'client token).',
      )
    }
    return getSessionToken
      ? callbackMint(getSessionToken, () => this.#session?.id ?? '')
      : clientTokenMint(fetchToken!, (clientToken) => this.#requests.exchange(clientToken))
  }
}

/** @throws {VskitError} `invalid_options` if one is given that is no function */
export function requireFunctions(callbacks: Record<string, unknown>): void {
  for (const [name, callback] of Object.entries(callbacks))
    // Frameworks pass null for an absent callback.
    if (callback !== undefined && callback !== null && typeof callback !== 'function')
      throw new VskitError(
        'invalid_options',
        `Expected ${name} to be a function, got ${typeof callback}.`,
      )
}

/**
 * Reports options that have no effect: a misspelt one, such as `baseURL`, looks like a wrong default.
 * They are not refused: an option of a newer SDK must not break a page that loads an older one.
 */
export function warnOfUnknown(options: object, known: readonly string[]): void {
  if (Object(options) !== options)
    throw new VskitError(
      'invalid_options',
      `Expected an object of options, got ${String(options)}.`,
    )
  const unknown = Object.keys(options).filter((name) => !known.includes(name))
  if (unknown.length > 0)
    console.warn(
      `vskit: ignored unknown options: ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
    )
}

/** The contract states only which session it is; the headless SDK needs no more (GAP-SDK-SESSION). */
function isSession(data: unknown): data is SdkSession {
  return typeof ((data ?? {}) as Partial<SdkSession>).id === 'string'
}

/**
 * Starts the SDK without its page: gets a token and loads the session.
 * @throws {VskitError}
 */
export async function init(options: InitOptions): Promise<Verification> {
  warnOfUnknown(options, OPTIONS)
  const verification = new Verification(options)
  await verification.refresh()
  return verification
}
