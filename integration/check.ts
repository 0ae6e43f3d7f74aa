import type { Level } from '../conformance/check/check.ts'
import type { Answer } from '../conformance/http/answer.ts'
import type { Operation, Outcome } from './driver/protocol.ts'
import type { Exchange } from './service/recording-proxy.ts'
import type { Rules } from './service/rules.ts'
import type { DocumentAnswers } from './service/documents.ts'
import type { WebhookParts } from './service/sign.ts'
import type { Simulator } from '../library/types/simulator.ts'

/** Areas of an integration; the id of a check begins with its area. */
export const AREAS = {
  receiver: 'the webhook receiver of the integrator',
  backend: 'the backend of the integrator, as a client of the service',
  documents: 'the check of signed files',
} as const

export type Area = keyof typeof AREAS

export interface Check {
  /** `area.name`; never reused or renamed. */
  id: string
  area: Area
  /** Duties of clients; each expectation names one of them. */
  requirements: readonly string[]
  /** The strongest level among them. */
  level: Level
  needs: {
    webhook?: true
    /** Operations that the driver has to offer. */
    drive?: readonly Operation[]
  }
  /** Consequence for the integrator if this does not hold. */
  why: string
  run(ctx: Context): Promise<void>
}

/** Deviations of a session from the defaults of the service. */
export interface SessionOptions {
  expectedOutcome?: 'review' | 'fail'
  /** Steps of its workflow. @default those of the organization */
  steps?: readonly object[]
}

/** A verification that the driver has begun. */
export interface StartedSession {
  reference: string
  sessionId: string
  /** Everything that the backend gives to the browser. */
  browser: unknown
}

/** Operations that a check can use. The methods that drive the backend need a driver that offers the operation. */
export interface Context {
  readonly simulator: Simulator
  /** Signing secret of the receiver. */
  readonly signingSecret: string
  /** Whether the driver offers an optional operation. */
  can(operation: Operation): boolean
  /** Whether the driver says that the processes of the backend share no state. */
  readonly isStateless: boolean
  /** Longest time of a recovery after a crash, if the driver states it, in milliseconds. */
  readonly recoveryMs: number | undefined
  /** Returns a reference that was never used. */
  unique(): string
  /** Sets the behaviour of the service until the check ends. */
  readonly rules: Rules
  /** Returns the requests that the backend has made since the check began, or since the run began. */
  exchanges(filter?: { operation?: string; sessionId?: string; ofRun?: true }): Exchange[]
  /** Creates a session unknown to the backend. @returns its id */
  createSession(options?: SessionOptions): Promise<string>
  /** Has the backend begin a verification. @throws {Blocked} when it fails */
  begin(options?: SessionOptions): Promise<StartedSession>
  /** Like `begin`, but a failure of the backend does not block the check, which can ask again with the reference. */
  tryBegin(reference?: string): Promise<StartedSession | { reference: string; failed: string }>
  /** The backend's record of a verification. */
  result(reference: string): Promise<Outcome>
  /** Calls any other operation of the driver. @throws {Blocked} when it fails */
  drive(operation: Operation, params: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Polls the result until it fits or the timeout ends. @returns the last one */
  resultThat(reference: string, fits: (outcome: Outcome) => boolean): Promise<Outcome>
  /**
   * Sends a signed webhook to the receiver.
   * @param options.mayBeLate whether the check gives the receiver a reason to answer late
   */
  deliver(label: string, webhook: WebhookParts, options?: { mayBeLate?: boolean }): Promise<Answer>
  /** Returns the next webhook of a session, as the service emits it. */
  webhook(sessionId: string, type: string): Promise<WebhookParts>
  /**
   * Waits until the receiver has processed earlier deliveries: completes another verification, delivers it, and waits
   * for its result. Does nothing if the driver does not report results.
   */
  settle(): Promise<void>
  /** Acts as the public check of signed files. @returns SHA-256 of the file, lower-case hex */
  document(answers: DocumentAnswers): { file: string; sha256: string }
  /** Time limit of the receiver for a response, in milliseconds. */
  readonly answerWithinMs: number
  /** Time limit for a result, in milliseconds. */
  readonly patienceMs: number
  /** Least time until the end of the window of a 429, in milliseconds. */
  readonly resetInMs: number
  /**
   * Judges one expectation; the check continues in either case.
   * @param expected completes "expected …"
   * @param of the answer that shows it @default the last exchange
   * @returns whether it holds
   */
  expect(requirement: string, expected: string, holds: boolean, got: unknown, of?: Answer): boolean
  /** Reports a behaviour that the contract does not regulate. @param about id of the duty that would apply */
  observe(about: string, note: string): void
}
