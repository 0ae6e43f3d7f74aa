import type { Answer } from '../http/answer.ts'
import type { JsonObject } from '../http/json.ts'
import type { FeatureName } from '../target/features.ts'
import type { OpenChoices, OpenRoute } from '../target/open-choices.ts'
import type { Hook } from '../receiver/hooks.ts'
import type { Bindings } from '../target/states.ts'
import type { CredentialNeed, RegionName } from '../target/target.ts'

/** Parts of the contract; a check's id begins with its area. */
export const AREAS = {
  envelope: 'the error envelope and its codes',
  hiding: "what a key can't see does not exist for it",
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
  billing: "what an account that can't spend is refused",
  webhooks: 'subscriptions, signed events, replay and ping',
  deliveries: 'the log of webhook deliveries',
  activity: 'the log of requests, where it is exposed',
  forms: 'rules of custom forms',
  templates: 'workflow templates and what is refused in them',
  screening: 'what screening rules do',
  verify: 'the public check of signed files',
  seals: 'seals, verified by the suite itself',
  keys: 'the published keys',
  esign: 'signing, and withdrawing from it',
  openapi: 'the served description',
  history: 'what later versions of the interface brought',
} as const

export type Area = keyof typeof AREAS
export type Level = 'must' | 'should' | 'may'

export interface Check {
  /** `area.what-it-shows`; never reused, never renamed. */
  id: string
  area: Area
  /** Every requirement that it judges; each expectation names one of them. */
  requirements: readonly string[]
  /** The strongest level among them. */
  level: Level
  needs: {
    features: readonly FeatureName[]
    credentials: readonly CredentialNeed[]
    /** Regions asked beside those of the credentials. */
    regions?: readonly (RegionName | 'other')[]
    /** Provider states, as PROTOCOL.md lists them. */
    states?: readonly string[]
    /** Routes that the contract leaves open and the target file has to name. */
    routes?: readonly OpenRoute[]
    /** The suite's own receiver, asked for by `ctx.receiver()`. */
    webhooks?: true
  }
  /** Runs with no other check beside it: it measures time, or what others spend who share its key. */
  alone?: 'time' | 'shared key'
  /** Takes seconds, most of them for waiting: begun first, beside the others. */
  long?: true
  /** Takes up to a minute, for a window to roll, and so is run on demand only. */
  slow?: true
  /** Consequence for an integrator if this does not hold. */
  why: string
  run(ctx: Context): Promise<void>
}

/** Operations that a check can use. */
export interface Context {
  readonly home: RegionName
  /** The region that is not home. */
  readonly other: RegionName
  /**
   * Makes one call and gives its answer, whatever that is. A 429 that nobody expects is waited out first.
   * @throws when there is no whole answer, or the 429 stays
   */
  step(label: string, request: StepRequest): Promise<Answer>
  /**
   * A call whose success the check builds on, and does not judge.
   * @throws {Blocked} when it is not answered by 2xx; the run fails where the contract wants it to be
   */
  setUp(label: string, request: StepRequest): Promise<Answer>
  /** Returns the error to throw if a check cannot continue after this answer. */
  unusable(label: string, request: StepRequest, answer: Answer): Error
  /**
   * Judges one thing; the check goes on either way. Where `holds` is false, the level of the requirement decides what
   * follows.
   * @param expected completes "expected …"
   * @param got what was seen; a short one makes a better signature
   * @returns holds
   */
  expect(requirement: string, expected: string, holds: boolean, got: unknown): boolean
  /** Notes a choice that the contract leaves open (a row of the ledger). Judges nothing. */
  observe(gap: string, note: string): void
  /** Notes a number that says something of the target and that no requirement bounds. Judges nothing. */
  measure(what: string, result: string): void
  /** Gets the provider into a state; undone after the check. @throws {StateError} */
  state(name: string, params: JsonObject): Promise<Bindings>
  /** Whether the provider offers a state that the check can do without. */
  offers(state: string): boolean
  /** A new address for webhooks, of this check's own. */
  receiver(): Hook
  /** Fields that this target demands in the body of a session creation with this credential. */
  sessionFields(credential: CredentialNeed): JsonObject
  /** The target's choices on open points of the contract that the suite needs for its requests. */
  readonly open: OpenChoices
  /** A route that the check lists in its needs, for one resource. */
  route(name: OpenRoute, id: string): Pick<StepRequest, 'method' | 'path'>
  /** Letters and digits that nobody used before. */
  unique(): string
  /** Returns the items in random order. */
  shuffle<T>(items: readonly T[]): T[]
}

export interface StepRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD'
  /** Below the base URL, as in `/v1/sessions`; segments that vary are encoded by the check. */
  path: string
  /** Sent as the bearer credential; none when left out. A state's key is given as itself. */
  as?: CredentialNeed | { key: string; region?: RegionName } | undefined
  /** Where it is sent; to the credential's region when left out, else home. */
  region?: RegionName
  /** Another way to the region, as a state gave it. */
  baseUrl?: string
  headers?: Record<string, string>
  json?: unknown
  /** Raw body, where the bytes matter; `Content-Type` is the check's to give. */
  body?: Buffer
  /** On a raw socket of its own. */
  alone?: boolean
  /**
   * An answer of 429 is what the check is about, and is not waited out: that of a route class, or that of the limit by
   * address. With `class`, a 429 that a request without a credential gets, too, is still waited out.
   */
  keeps429?: 'class' | 'address'
}
