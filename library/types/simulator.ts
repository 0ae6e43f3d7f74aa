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
  readonly control: {
    /** Base URL of the control API, `/control/v1` included. */
    readonly url: string
    /**
     * Calls the control API.
     * @param path below `/control/v1`, such as `/clock`
     * @returns the `data` of the answer
     * @throws {SimulatorError} when it is refused
     */
    request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  }
  /** A page for people: what the simulator holds and does. */
  readonly console: string
  /** PEM of the certificate authority that clients have to trust; undefined for a simulator that speaks plain HTTP. */
  readonly ca: string | undefined
  /** API keys of the starting world. Empty for a simulator of another process, which shows no key twice. */
  readonly keys: readonly KnownKey[]
  /**
   * A key of the starting world: by default the secret test key of the first organization that may do the most.
   * @throws {SimulatorError} when the world has none that fits; the message lists those that it has
   */
  key(filter?: KeyFilter): string
  /** Makes an organization of its own with a key that may do everything, so that tests don't see each other's data. */
  organization(options?: OrganizationOptions): Promise<TestOrganization>

  /** The time on the simulator's clock. */
  now(): Promise<Date>
  /** Stops the clock, at a moment or where it stands. */
  freeze(at?: Date | string): Promise<Date>
  /** Lets a frozen clock run on. */
  resume(): Promise<Date>
  /** Lets time pass: retries, expiries and deliveries that become due happen on the way. Resolves when they are over. */
  advance(by: Duration): Promise<Date>
  /** Resolves when nothing is due: every webhook that had to be sent was tried. */
  settle(): Promise<void>

  /** Keeps the whole state. @returns its id */
  snapshot(name?: string): Promise<string>
  /** Brings a snapshot back. @param id @default the latest one that this object took */
  restore(id?: string): Promise<void>
  /** Writes a snapshot into a file, for another simulator. @param id @default one that is taken now */
  exportSnapshot(file: string, id?: string): Promise<void>
  /** Makes an exported snapshot the state. @returns the id under which it is kept */
  importSnapshot(file: string): Promise<string>
  /** Wipes all records; with `world` also organizations, keys and clock go back to the start. */
  reset(options?: { world?: boolean }): Promise<void>

  /** Breaks requests of the public API, the next one unless told otherwise. */
  fault(fault: FaultInput): Promise<Fault>
  /** Requests of the public API, oldest first, with keys, tokens and images removed. */
  requests(filter?: RequestFilter): Promise<RecordedRequest[]>
  /**
   * The next webhook that fits, already emitted or still to come; each one is returned once. It needs no subscription and no
   * port: the body is what every receiver gets, signed with `secret`.
   * @throws {SimulatorError} when none comes in time; the message lists those that came
   */
  nextWebhook(filter?: WebhookFilter): Promise<Webhook>
  /** Delivers webhooks to an application on plain HTTP or to a function, with retries, until it is closed. */
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
  /** Acts as the reviewer. */
  review(sessionId: string, outcome: 'approved' | 'declined'): Promise<SimulatedSession>
  /** Acts as the operator: cancels an open session. */
  cancel(sessionId: string): Promise<SimulatedSession>
  /** Lets a session expire now, without moving the clock. */
  expire(sessionId: string): Promise<SimulatedSession>
  /** Acts as the applicant: declines to sign, which completes the session as declined. */
  declineToSign(sessionId: string, reason?: string): Promise<SimulatedSession>
  /** Makes a session and does to it what announces the event; every type that is delivered can be triggered. */
  trigger(type: WebhookEventType, options?: TriggerOptions): Promise<SimulatedSession>
  /** Acts as the operator: verifies the identity of a completed session again. */
  reverify(sessionId: string): Promise<SimulatedSession>

  /** Ends it, and what it holds open. A simulator of another process goes on. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** An organization and a client of the public API in its name. */
export interface TestOrganization {
  /** To which it belongs. */
  readonly simulator: Simulator
  readonly id: string
  readonly region: Region
  readonly mode: Mode
  /** Base URL of its region. */
  readonly url: string
  /** Secret key. */
  readonly key: string
  /** Signing secret of the webhooks that `nextWebhook` and `listen` hand out. */
  readonly webhookSecret: string
  /**
   * Calls the public API with the key.
   * @returns the body of the answer, parsed; bytes if it is no JSON
   * @throws {SimulatorError} when it is refused; `status` and `body` say how
   */
  request<T = unknown>(method: string, path: string, body?: object): Promise<T>
  createSession(input?: SessionCreate): Promise<SessionSummary>
  session(id: string): Promise<Session>
  /** Makes another key. @returns the key */
  createKey(input?: {
    type?: 'sk' | 'pk'
    mode?: Mode
    scopes?: string[]
    allowed_origins?: string[]
  }): Promise<string>
  /** Changes it as the control API's `updateOrganization` does: tier, budgets, wallet, subscription, ... */
  update(changes: object): Promise<void>
  nextWebhook(filter?: Omit<WebhookFilter, 'organization'>): Promise<Webhook>
  listen(options: Omit<ListenOptions, 'organization' | 'mode'>): Promise<Listener>
  requests(filter?: Omit<RequestFilter, 'organization'>): Promise<RecordedRequest[]>
  fault(fault: Omit<FaultInput, 'organization'>): Promise<Fault>
  /** Wipes its records. */
  reset(): Promise<void>
  /** Removes it with everything it owns. */
  delete(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
