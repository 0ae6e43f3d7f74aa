/// <reference lib="esnext.disposable" preserve="true" />
// The whole public surface in one place: nothing here needs the types of a dependency.
import type {
  ApplicantInput,
  Mode,
  Region,
  Session,
  SessionCancelledEvent,
  SessionCompletedEvent,
  SessionCreate,
  SessionDocumentDeclinedEvent,
  SessionDocumentSignedEvent,
  SessionExpiredEvent,
  SessionFormFlaggedEvent,
  SessionManualReviewRequestedEvent,
  SessionSummary,
  WebhookEventType,
  WebhookTestPing,
} from '../spec/generated/wire.ts'

export type {
  ApplicantInput,
  Mode,
  Region,
  Session,
  SessionCreate,
  SessionSummary,
  WebhookEventType,
}

/** The body of a webhook. Types that are not among these will come: log and ignore them. */
export type WebhookEvent =
  | SessionCompletedEvent
  | SessionCancelledEvent
  | SessionManualReviewRequestedEvent
  | SessionFormFlaggedEvent
  | SessionExpiredEvent
  | SessionDocumentSignedEvent
  | SessionDocumentDeclinedEvent
  | WebhookTestPing

/** Seconds, or a number with a unit: `500ms`, `90s`, `15m`, `24h`, `7d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

export interface SimulatorOptions {
  /**
   * Organizations and keys to start with: the demo world, a world file, or the content of one.
   * @default 'demo'
   */
  world?: 'demo' | (string & {}) | object
  /**
   * `contract` counts requests against the budgets of the contract; `roomy` gives every organization budgets that no test uses
   * up. Organizations that are made later keep the contract's budgets for images, reports and data subject requests.
   * @default 'roomy'
   */
  budgets?: 'contract' | 'roomy'
  /** Makes ids, secrets and retry delays the same at each run. @default random */
  seed?: string
  /** Where the simulator's clock stands at the start: a moment at which it is frozen, or `running`. @default 'running' */
  clock?: 'running' | 'frozen' | Date | (string & {})
  /** Whether webhooks may also go to receivers on this machine, whose certificates are not checked. @default false */
  loopbackReceivers?: boolean
  /**
   * Whether regions and control API speak HTTPS, with a certificate of the simulator's own authority: clients have to trust
   * `ca`. @default false
   */
  https?: boolean
  /** Keeps everything in this folder. @default in memory */
  dataDir?: string
  /** Whether requests are recorded for `requests()`. @default true */
  journal?: boolean
  /** Ports to listen on; 0 takes a free one. @default 0 for each */
  ports?: { control?: number; us?: number; eu?: number }
}

export interface ConnectOptions {
  /** Base URL of the control API. @default VSKIT_CONTROL_URL, then `.vskit/simulator.json`, then http://127.0.0.1:4000 */
  control?: string
  /**
   * PEM of the certificate authority of a simulator that speaks HTTPS.
   * @default that of the file in VSKIT_CA_FILE, then `.vskit/simulator.json`
   */
  ca?: string
  /** Base URLs of the regions, where they are not what the simulator says itself: in a container, say. */
  regions?: { us?: string; eu?: string }
}

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

export interface KnownKey {
  readonly key: string
  readonly organization: string
  readonly region: Region
  readonly mode: Mode
  readonly type: 'sk' | 'pk'
  readonly scopes: readonly string[]
}

export type KeyFilter = Partial<Pick<KnownKey, 'organization' | 'region' | 'mode' | 'type'>>

export interface OrganizationOptions {
  /** @default one that is made up */
  id?: string
  /** @default 'Test organization' */
  name?: string
  /** @default 'us' */
  region?: Region
  /** Of its key. @default 'test' */
  mode?: Mode
  /** Scopes of its key. @default all */
  scopes?: string[]
  /** @default 'roomy' */
  budgets?: 'contract' | 'roomy' | Record<string, number>
  /** Further fields of the control API's `createOrganization`: plan, tier, wallet, subscription, members, default_workflow. */
  [field: string]: unknown
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

export interface SubmitOptions {
  /** Whose document is shown. @default one that the session's id comes to */
  specimen?: 'odette' | 'joost' | 'kembangrasa' | 'oeyvind' | 'iuliana' | 'thaddeus' | 'persephone'
  /** Answers to forms, by step id and question id. */
  answers?: Record<string, Record<string, unknown>>
  /** How the browser says that the document was taken. @default 'camera' */
  acquisition?: 'camera' | 'upload' | null
  /** What the service would have collected about device and network, by field, as in `{ 'fraud.botScore': 4 }`. */
  signals?: Record<string, unknown>
}

export interface TriggerOptions {
  /** @default the first organization */
  organization?: string
  /** @default 'test' */
  mode?: Mode
  /** Fields of the session, such as `metadata` and `applicant`. */
  session?: SessionCreate
}

export interface SubmitStepOptions extends Omit<SubmitOptions, 'answers'> {
  /** Answers to the step's form, by question id. */
  answers?: Record<string, unknown>
  applicant?: object
}

/** A session, with what only the simulator knows of it. */
export type SimulatedSession = Session & {
  organization: string
  expected_outcome: string | null
  decision_source: 'automatic' | 'reviewer' | null
  steps: { id: string; type: string; status: string; outcome: string | null }[]
}

export interface FaultInput {
  /** Whose requests are broken. @default everybody's */
  organization?: string
  /** An operationId of the public API, or `*` for all of them. */
  operation: string
  match?: { path_params?: Record<string, string>; key_id?: string; mode?: Mode }
  effect:
    | { error: string }
    | { status: 502 | 503 | 504 }
    | { delay_ms: number }
    | { hang: 'before' | 'after' }
    | { reset: 'before' | 'after' }
    | { truncate: true }
    | { rate_limit: true }
  /** How many requests are broken. @default 1 */
  times?: number
  /** How likely each request is broken, instead of `times`. */
  probability?: number
}

export interface Fault {
  readonly id: string
  /** How many requests it has broken so far. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface RequestFilter {
  organization?: string
  mode?: Mode
  /** An operationId of the public API, such as `createSession`. */
  operation?: string
  status?: number
}

export interface RecordedRequest {
  at: string
  organization: string | null
  mode: Mode | null
  region: Region | null
  key_id: string | null
  operation: string | null
  method: string
  path: string
  query: Record<string, unknown>
  headers: Record<string, string>
  /** Null when the caller got no answer. */
  status: number | null
  answered: 'whole' | 'part' | 'none'
  request_id: string | null
  duration_ms: number
  error_code: string | null
  fault_id: string | null
  request: RecordedBody
  response: RecordedBody
}

export interface RecordedBody {
  content_type: string | null
  bytes: number | null
  body: unknown
  truncated: boolean
}

export interface WebhookFilter {
  type?: WebhookEventType | 'webhook.test_ping'
  sessionId?: string
  organization?: string
  mode?: Mode
  /** Milliseconds of real time. @default 5000 */
  timeout?: number
}

/** A webhook as a receiver gets it. */
export interface Webhook {
  id: string
  type: string
  sessionId: string | null
  organization: string
  mode: Mode
  /** The bytes that are signed, as text. */
  body: string
  /** Lower-case names; signature and timestamp included. */
  headers: Record<string, string>
  /** The body, parsed. */
  event: WebhookEvent
  /** With which `headers` are signed. */
  secret: string
}

export interface ListenOptions {
  /** URL of the application; `http://` is fine. */
  forwardTo?: string
  /** URLs for some event types, ahead of `forwardTo`. */
  routes?: Partial<Record<WebhookEventType, string>>
  /** Takes the deliveries instead of a URL. @returns the status to answer with; 200 when nothing is returned */
  handler?: (webhook: Webhook) => number | void | Promise<number | void>
  /** @default every type */
  events?: readonly WebhookEventType[]
  /** @default the first organization */
  organization?: string
  /** @default 'test' */
  mode?: Mode
  /** Called before and after each delivery. */
  onDelivery?: (delivery: ForwardedWebhook) => void
}

export interface ForwardedWebhook {
  webhook: Webhook
  /** Where it went; undefined with a handler. */
  url: string | undefined
  /** Undefined before the application has answered. */
  result?:
    | { status: number; milliseconds: number }
    | { error: 'connection_failed' | 'timeout'; reason: string; milliseconds: number }
}

export interface Listener {
  readonly subscriptionId: string
  /** Signing secret: the same for each listener of this organization and mode. */
  readonly secret: string
  /** Resolves when the simulator has ended the connection. */
  readonly ended: Promise<void>
  /** Unsubscribes. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
