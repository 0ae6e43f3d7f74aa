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
   * The control API. `url` is its base URL, `/control/v1` included. `request` calls a path below it, such as `/clock`, and returns
   * the `data` of the response.
   * @throws {SimulatorError} (`request`) when it is refused
   */
  readonly control: {
    readonly url: string
    request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  }
  /** URL of the console, a page that shows what the simulator holds and does. */
  readonly console: string
  /** PEM of the certificate authority that clients have to trust; undefined for a simulator that speaks plain HTTP. */
  readonly ca: string | undefined
  /** API keys of the starting world. Empty for a simulator of another process, which shows no key twice. */
  readonly keys: readonly KnownKey[]
  /**
   * Returns a key of the starting world: by default the secret test key of the first organization with the most scopes.
   * @throws {SimulatorError} when no key fits; the message lists those that there are
   */
  key(filter?: KeyFilter): string
  /**
   * Makes an organization with a key of all scopes, so that tests don't see each other's data.
   * @throws {SimulatorError} when a field is refused
   * @throws {TypeError} when an option of the library is of a wrong type
   */
  organization(options?: OrganizationOptions): Promise<TestOrganization>

  /** Returns the time of the simulated clock. */
  now(): Promise<Date>
  /** Stops the clock, at a time (`Date` or ISO 8601) or where it stands. @returns the time @throws {TypeError} when `at` is no time */
  freeze(at?: Date | string): Promise<Date>
  /** Lets a frozen clock run on. @returns the time */
  resume(): Promise<Date>
  /**
   * Lets time pass: retries, expiries and deliveries that become due happen on the way. Resolves when they are over.
   * @param by a number means seconds
   * @returns the time afterwards
   * @throws {TypeError} when `by` is no duration
   */
  advance(by: Duration): Promise<Date>
  /** Resolves when nothing is due: every webhook that had to be sent was tried. */
  settle(): Promise<void>

  /** Takes a snapshot of all data. @returns its id, `snp_*` */
  snapshot(name?: string): Promise<string>
  /**
   * Brings a snapshot back. Webhooks that nobody has taken yet are forgotten.
   * @param id without it, the latest one that this object took
   * @throws {SimulatorError} when there is no such snapshot
   */
  restore(id?: string): Promise<void>
  /** Writes a snapshot into a file, for another simulator. @param id without it, a snapshot is taken now */
  exportSnapshot(file: string, id?: string): Promise<void>
  /**
   * Reads a snapshot file and makes it the state.
   * @returns the id under which it is kept
   * @throws {SimulatorError} when the file is no snapshot, of another version, or damaged
   */
  importSnapshot(file: string): Promise<string>
  /** Wipes all records; with `world` also organizations, keys and clock go back to the start. */
  reset(options?: { world?: boolean }): Promise<void>

  /** Breaks requests of the public API: the next one, unless `times` or `probability` is given. */
  fault(fault: FaultInput): Promise<Fault>
  /**
   * Returns requests of the public API, oldest first, up to the last 1,000.
   * @throws {SimulatorError} when a filter is refused
   */
  requests(filter?: RequestFilter): Promise<RecordedRequest[]>
  /**
   * Returns the next webhook that fits, already emitted or still to come; each one is returned once. It needs no subscription and
   * no port: the body is what every receiver gets, signed with `secret`.
   * @throws {SimulatorError} when none comes in time, with a message that lists those that came, and at `close()`
   * @throws {TypeError} when a member of the filter is unknown or of a wrong type
   */
  nextWebhook(filter?: WebhookFilter): Promise<Webhook>
  /**
   * Delivers webhooks to an application on plain HTTP or to a function, with retries, until it is closed.
   * @throws {TypeError} when an option is unknown or of a wrong type, or nothing takes the webhooks
   */
  listen(options: ListenOptions): Promise<Listener>

  /** Acts as the applicant: submits every step that is left. */
  submit(sessionId: string, options?: SubmitOptions): Promise<SimulatedSession>
  /** Acts as the applicant: submits one step. */
  submitStep(
    sessionId: string,
    stepId: string,
    options?: SubmitStepOptions,
  ): Promise<SimulatedSession>
  /** Acts as the applicant: ends the session, which completes as declined. */
  end(sessionId: string): Promise<SimulatedSession>
  /** Acts as the applicant: begins and leaves. The session expires when its time has passed. */
  abandon(sessionId: string): Promise<SimulatedSession>
  /** Acts as the reviewer: decides a session that awaits review. */
  review(sessionId: string, outcome: 'approved' | 'declined'): Promise<SimulatedSession>
  /** Acts as the operator: cancels an open session. */
  cancel(sessionId: string): Promise<SimulatedSession>
  /** Lets a session expire now, without moving the clock. */
  expire(sessionId: string): Promise<SimulatedSession>
  /** Acts as the applicant: declines to sign, which completes the session as declined. */
  declineToSign(sessionId: string, reason?: string): Promise<SimulatedSession>
  /**
   * Makes a session and does to it what announces the event; every type that is delivered can be triggered.
   * @throws {SimulatorError} for a type that is never delivered
   */
  trigger(type: WebhookEventType, options?: TriggerOptions): Promise<SimulatedSession>
  /** Acts as the operator: verifies the identity of a completed session again. */
  reverify(sessionId: string): Promise<SimulatedSession>

  /**
   * Closes the simulator and all connections. A simulator of another process goes on. Later calls, and waits for webhooks, reject
   * with a `SimulatorError`.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** An organization and a client of the public API in its name. */
export interface TestOrganization {
  /** The simulator that it belongs to. */
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
  /** Signing secret of the webhooks that `nextWebhook` and `listen` hand out. */
  readonly webhookSecret: string
  /**
   * Calls the public API with the key.
   * @returns the body of the response, parsed; a `Uint8Array` if it is no JSON
   * @throws {SimulatorError} when it is refused; `status`, `code` and `body` say how
   */
  request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  /** Creates a session (`POST /v1/sessions`). @throws {SimulatorError} when it is refused */
  createSession(input?: SessionCreate): Promise<SessionSummary>
  /** Reads a session (`GET /v1/sessions/{id}`). @throws {SimulatorError} when it is refused */
  session(id: string): Promise<Session>
  /** Makes another key. @returns the key @throws {SimulatorError} when it is refused */
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
  /** Wipes its records. */
  reset(): Promise<void>
  /** Removes it with everything it owns. */
  delete(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
