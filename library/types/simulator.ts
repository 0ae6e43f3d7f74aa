/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Mode,
  Region,
  Session,
  SessionCreate,
  SessionSummary,
  WebhookEventType,
} from '../../spec/generated/wire.ts'
import type { KnownKey, KeyFilter, OrganizationOptions } from './options.ts'
import type {
  SubmitOptions,
  TriggerOptions,
  SubmitStepOptions,
  SimulatedSession,
} from './sessions.ts'
import type { FaultInput, Fault, RequestFilter, RecordedRequest } from './requests.ts'
import type { WebhookFilter, Webhook, ListenOptions, Listener } from './webhooks.ts'

/** Seconds, or a number with a unit: `500ms`, `90s`, `15m`, `24h`, `7d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A simulator, in this process or in another one. */
export interface Simulator {
  /** Base URLs of the two regions, without a path. */
  readonly regions: { readonly us: { readonly url: string }; readonly eu: { readonly url: string } }
  /**
   * The control API. `url` is its base URL, `/control/v1` included. `request` calls a path below
   * it, such as `/clock`, and returns the `data` of the response, or the text of one that is not JSON.
   * @throws {SimulatorError} (`request`) when the request is rejected
   * @throws {TypeError} (`request`) when the method or the path is not one
   */
  readonly control: {
    readonly url: string
    request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  }
  /** URL of the console, a page that shows the records and activity of the simulator. */
  readonly console: string
  /** PEM of the certificate authority that clients have to trust; undefined for a simulator that speaks plain HTTP. */
  readonly ca: string | undefined
  /**
   * API keys of the starting world. Empty for a simulator in another process, which shows each key
   * only once.
   */
  readonly keys: readonly KnownKey[]
  /**
   * Returns a key of the starting world: by default the secret test key of the first organization
   * with the most scopes.
   * @throws {SimulatorError} when no key fits; the message lists the known keys
   */
  key(filter?: KeyFilter): string
  /**
   * Creates an organization with a key that has every scope, so that tests don't see each other's
   * data.
   * @throws {SimulatorError} when a field is rejected
   * @throws {TypeError} when an option of the library is of a wrong type
   */
  organization(options?: OrganizationOptions): Promise<TestOrganization>

  /** Returns the time of the simulated clock. */
  now(): Promise<Date>
  /**
   * Stops the clock, at a time (`Date` or ISO 8601) or at its present time.
   * @returns the time
   * @throws {TypeError} when `at` is not a time
   */
  freeze(at?: Date | string): Promise<Date>
  /** Resumes a frozen clock. @returns the time */
  resume(): Promise<Date>
  /**
   * Advances the clock. Resolves when all retries, expiries and deliveries that became due are
   * done.
   * @param by a duration; a number is in seconds
   * @returns the time afterwards
   * @throws {TypeError} when `by` is not a duration
   */
  advance(by: Duration): Promise<Date>
  /** Resolves when no job is due: every webhook that had to be sent was attempted. */
  settle(): Promise<void>

  /** Takes a snapshot of all data. @returns its id, `snp_*` */
  snapshot(name?: string): Promise<string>
  /**
   * Restores a snapshot. Webhooks that were not yet returned are dropped, and the request log is empty.
   * @param id of the snapshot. @default the latest one that this object took
   * @throws {SimulatorError} when there is no such snapshot
   */
  restore(id?: string): Promise<void>
  /**
   * Writes a snapshot into a file, for another simulator.
   * @param id of the snapshot. @default one taken now
   */
  exportSnapshot(file: string, id?: string): Promise<void>
  /**
   * Imports a snapshot file as the new state.
   * @returns the id under which it is kept
   * @throws {SimulatorError} when the file is not a snapshot, has another version, or is damaged
   */
  importSnapshot(file: string): Promise<string>
  /** Deletes all records. With `world`, also resets organizations, keys and clock to the start. */
  reset(options?: { world?: boolean }): Promise<void>

  /** Breaks requests of the public API: the next one, unless `times` or `probability` is given. */
  fault(fault: FaultInput): Promise<Fault>
  /**
   * Returns up to the last 1,000 requests of the public API, oldest first.
   * @throws {SimulatorError} when a filter is rejected
   */
  requests(filter?: RequestFilter): Promise<RecordedRequest[]>
  /**
   * Returns the next webhook that matches, past or future; each one is returned once. It needs no
   * subscription and no port: the body is the same as for every receiver, signed with `secret`.
   * @throws {SimulatorError} when none matches in time (the message lists those that came), when the simulator ends, and at
   * `close()`
   * @throws {TypeError} when a member of the filter is unknown or of a wrong type
   */
  nextWebhook(filter?: WebhookFilter): Promise<Webhook>
  /**
   * Delivers webhooks to an application on plain HTTP or to a function, with retries, until it is
   * closed.
   * @throws {TypeError} when an option is unknown or of a wrong type, or no receiver is given
   */
  listen(options: ListenOptions): Promise<Listener>

  /** Acts as the applicant: submits every remaining step. */
  submit(sessionId: string, options?: SubmitOptions): Promise<SimulatedSession>
  /** Acts as the applicant: submits one step. */
  submitStep(
    sessionId: string,
    stepId: string,
    options?: SubmitStepOptions,
  ): Promise<SimulatedSession>
  /** Acts as the applicant: ends the session, which completes with the decision declined. */
  end(sessionId: string): Promise<SimulatedSession>
  /** Acts as the applicant: starts and abandons the session. It expires at its deadline. */
  abandon(sessionId: string): Promise<SimulatedSession>
  /** Acts as the reviewer: decides a session that has not ended. */
  review(sessionId: string, outcome: 'approved' | 'declined'): Promise<SimulatedSession>
  /** Acts as the operator: cancels an open session. */
  cancel(sessionId: string): Promise<SimulatedSession>
  /** Lets a session expire now, without moving the clock. */
  expire(sessionId: string): Promise<SimulatedSession>
  /** Acts as the applicant: declines to sign, which completes the session as declined. */
  declineToSign(sessionId: string, reason?: string): Promise<SimulatedSession>
  /**
   * Creates a session and takes the actions that emit the event. Every delivered type can be
   * triggered.
   * @throws {SimulatorError} for a type that is never delivered
   */
  trigger(type: WebhookEventType, options?: TriggerOptions): Promise<SimulatedSession>
  /** Acts as the operator: verifies the identity of a completed session again. */
  reverify(sessionId: string): Promise<SimulatedSession>

  /**
   * Closes the simulator and all connections. A simulator in another process keeps running. Later
   * calls, and pending waits for webhooks, reject with a `SimulatorError`.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** An organization, and a client that calls the public API for it. */
export interface TestOrganization {
  /** The simulator that holds it. */
  readonly simulator: Simulator
  /** Its id. */
  readonly id: string
  /** Region that holds its data. */
  readonly region: Region
  /** Mode of its key. */
  readonly mode: Mode
  /** Base URL of its region. */
  readonly url: string
  /** Secret key. */
  readonly key: string
  /** Signing secret of the webhooks that `nextWebhook` and `listen` return. */
  readonly webhookSecret: string
  /**
   * Calls the public API with the key.
   * @returns the body of the response, parsed; a `Uint8Array` if it is not JSON
   * @throws {SimulatorError} when the request is rejected; `status`, `code` and `body` say how
   */
  request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  /** Creates a session (`POST /v1/sessions`). @throws {SimulatorError} when the request is rejected */
  createSession(input?: SessionCreate): Promise<SessionSummary>
  /** Reads a session (`GET /v1/sessions/{id}`). @throws {SimulatorError} when the request is rejected */
  session(id: string): Promise<Session>
  /** Creates another key. @returns the key @throws {SimulatorError} when the request is rejected */
  createKey(input?: {
    type?: 'sk' | 'pk'
    mode?: Mode
    scopes?: string[]
    allowed_origins?: string[]
  }): Promise<string>
  /** Changes it as the control API's `updateOrganization` does: tier, budgets, wallet, subscription and others. */
  update(changes: object): Promise<void>
  /** `nextWebhook` of the simulator, for this organization. */
  nextWebhook(filter?: Omit<WebhookFilter, 'organization'>): Promise<Webhook>
  /** `listen` of the simulator, for this organization and mode. */
  listen(options: Omit<ListenOptions, 'organization' | 'mode'>): Promise<Listener>
  /** `requests` of the simulator, for this organization. */
  requests(filter?: Omit<RequestFilter, 'organization'>): Promise<RecordedRequest[]>
  /** `fault` of the simulator, for this organization. */
  fault(fault: Omit<FaultInput, 'organization'>): Promise<Fault>
  /** Deletes its records. */
  reset(): Promise<void>
  /** Deletes the organization with everything it owns. */
  delete(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
