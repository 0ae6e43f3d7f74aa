import type { Answer } from '../http/answer.ts'
import type { JsonObject } from '../http/json.ts'
import type { FeatureName } from '../target/features.ts'
import type { OpenChoices, OpenRoute } from '../target/open-choices.ts'
import type { Hook } from '../receiver/hooks.ts'
import type { Bindings } from '../target/states.ts'
import type { CredentialNeed, RegionName } from '../target/target.ts'

/** Parts of the contract; a check's id begins with its area. */
export const AREAS = {
  envelope: 'error bodies and error codes',
  hiding: 'resources that a key cannot see are indistinguishable from missing ones',
  scopes: 'scopes of keys',
  planes: 'regions and modes',
  limits: 'rate limits and their headers',
  sessions: 'verification sessions',
  applicants: 'applicants, their names, phones and addresses',
  images: 'evidence images',
  'id-scan': 'the standalone scan of a document',
  report: 'the PDF report',
  tokens: 'browser tokens and client tokens',
  sdk: 'the data plane of the browser SDK',
  billing: 'errors for accounts that cannot spend',
  webhooks: 'subscriptions, signed events, replay and ping',
  deliveries: 'the log of webhook deliveries',
  activity: 'the activity log, where it is exposed',
  forms: 'rules of custom forms',
  templates: 'workflow templates and their validation',
  screening: 'actions of screening rules',
  verify: 'public verification of signed files',
  seals: 'seals, verified by the suite itself',
  keys: 'the published keys',
  esign: 'signing and withdrawal of consent',
  openapi: 'the published OpenAPI document',
  history: 'additions of later API versions',
} as const

export type Area = keyof typeof AREAS
export type Level = 'must' | 'should' | 'may'

/** Planes besides test mode of home. */
export type RepeatedPlane = 'other live' | 'other test' | 'home live'

export interface Check {
  /** `area.what-it-shows`; never reused, never renamed. */
  id: string
  area: Area
  /** Every requirement that the check judges; each expectation names one of them. */
  requirements: readonly string[]
  /** The strongest level among its requirements. */
  level: Level
  needs: {
    features: readonly FeatureName[]
    /** Features whose routes the check uses where the target has them. */
    optionalFeatures?: readonly FeatureName[]
    credentials: readonly CredentialNeed[]
    /** Regions that the check uses beside those of the credentials. */
    regions?: readonly (RegionName | 'other')[]
    /** Provider states, as PROTOCOL.md lists them. */
    states?: readonly string[]
    /** Provider states that the check uses where they are offered. */
    optionalStates?: readonly string[]
    /** Routes that the contract leaves open and that the target file has to name. */
    routes?: readonly OpenRoute[]
    /** Whether the check uses the receiver of the suite, with `ctx.receiver()`. */
    webhooks?: true
  }
  /** Runs without concurrent checks: it measures time, or what others spend or create with its key. */
  alone?: 'time' | 'shared key'
  /** Takes seconds, most of them waiting: started first. */
  long?: true
  /** Waits up to a minute for a rate-limit window to roll; runs only on demand. */
  slow?: true
  /**
   * Repeats a check of test mode of home in another plane: its region is the home of the check, and
   * keys of its mode are in place of test keys.
   */
  plane?: RepeatedPlane
  /** Consequence for an integrator if this does not hold. */
  why: string
  run(ctx: Context): Promise<void>
}

/** Operations that a check can use. */
export interface Context {
  readonly home: RegionName
  /** Mode of the test keys: live for a check that is repeated in a live plane. */
  readonly mode: 'test' | 'live'
  /** Base URL of the home region; it stands before `/v1`. */
  readonly baseUrl: string
  /** The region that is not home. */
  readonly other: RegionName
  /**
   * Makes one call and returns its response. Waits out a 429 that the check does not expect.
   * @throws if there is no complete response, or the 429 stays
   */
  step(label: string, request: StepRequest): Promise<Answer>
  /**
   * Makes a call that the check needs to succeed, without judging it.
   * @throws {Blocked} if the response is not 2xx; fails the run if the contract requires success
   */
  setUp(label: string, request: StepRequest): Promise<Answer>
  /** Returns the error to throw if a check cannot continue after this response. */
  unusable(label: string, request: StepRequest, answer: Answer): Error
  /**
   * Judges one fact; the check continues in both cases. If `holds` is false, the level of the
   * requirement decides the outcome.
   * @param expected completes "expected …"
   * @param got the observed value; a short one makes a better signature
   * @returns holds
   */
  expect(requirement: string, expected: string, holds: boolean, got: unknown): boolean
  /** Records a choice that the contract leaves open (a row of the ledger). Judges nothing. */
  observe(gap: string, note: string): void
  /** Records a measured number that no requirement bounds. Judges nothing. */
  measure(what: string, result: string): void
  /**
   * Sets up a provider state, which is undone after the check. Without `region` and `mode` in the
   * parameters, it is set up at `home` in `mode`.
   * @throws {StateError}
   */
  state(name: string, params: JsonObject): Promise<Bindings>
  /** Whether the provider offers a state that is optional for the check. */
  offers(state: string): boolean
  /** Whether the target has a feature that the check lists in its needs. */
  has(feature: FeatureName): boolean
  /** Returns a new webhook URL that only this check uses. */
  receiver(): Hook
  /** Fields that this target requires in the body of a session creation with this credential. */
  sessionFields(credential: CredentialNeed): JsonObject
  /** Choices of the target on open points of the contract that the suite needs for its requests. */
  readonly open: OpenChoices
  /** Returns the request of a route that the check lists in its needs, for one resource. */
  route(name: OpenRoute, id: string): Pick<StepRequest, 'method' | 'path' | 'json'>
  /** Returns letters that were never used before. */
  unique(): string
  /** Returns the items in random order. */
  shuffle<T>(items: readonly T[]): T[]
}

export interface StepRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD'
  /** Path below the base URL, as in `/v1/sessions`; the check encodes variable segments. */
  path: string
  /** Bearer credential; omitted if undefined. A key from a state is passed as its value. */
  as?: CredentialNeed | { key: string; region?: RegionName } | undefined
  /** Region of the request. @default the region of the credential, else home */
  region?: RegionName
  /** Another base URL of the region, as a state returned it. */
  baseUrl?: string
  headers?: Record<string, string>
  json?: unknown
  /** Raw body, if the bytes matter; the check sets `Content-Type`. */
  body?: Buffer
  /** Sends the request on a separate raw socket. */
  alone?: boolean
  /**
   * Returns a 429 in place of waiting, for checks about rate limits. With `class`, the suite still
   * waits after a 429 that requests without a credential also get.
   */
  keeps429?: 'class' | 'address'
}
