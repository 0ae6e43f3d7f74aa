import type { Audience, Location, Severity } from '../judgement.ts'
import type { Spot } from './findings.ts'
import type { Path } from './schema/path.ts'
import { implementerVerdict } from './implementer.ts'
import { type Direction, type ValueChange, verdictOf } from './verdicts.ts'

/** Texts and examples of an operation, a parameter, a response or the whole document. */
export const EDITORIAL = new Set([
  'title',
  'summary',
  'description',
  'tags',
  'externalDocs',
  'example',
  'examples',
  'x-requirements',
  'info',
  'components',
  '$ref',
  'bearerFormat',
])

export interface Classification {
  readonly severity: Severity
  readonly reason: string
  readonly rule: string | null
  /** Replaces the audience of the reporter. */
  readonly audience?: Audience
}

/** Reports the changes of one operation or event that both contracts have. */
export interface Reporter {
  /** `GET /v1/wallet`, or an event type. */
  readonly name: string
  /** Name in the projection for oasdiff. */
  readonly operation: string
  readonly audience: Audience
  /** Distinguishes operations and events of one audience that give a change different effects. */
  readonly group?: string
  readonly report: (
    kind: string,
    what: string,
    location: Location,
    classification: Classification,
    at?: {
      part?: string
      side?: Spot['side']
      names?: string[]
      path?: Path
      origin?: Location
      counterpart?: Location | undefined
    },
  ) => void
}

/** Arguments of `report` without the verdict. */
type Reported = readonly [
  kind: string,
  what: string,
  location: Location,
  at: Parameters<Reporter['report']>[4],
]

/** Reports a change to those who send or receive a value, and to implementers if it is work for them. */
export function reportChange(
  reporter: Reporter,
  direction: Direction,
  change: ValueChange,
  ...[kind, what, location, at]: Reported
): void {
  reporter.report(kind, what, location, verdictOf(change, direction), at)
  reportWork(reporter, direction, change, kind, what, location, at)
}

/** Reports a change to implementers only, if it is work for them. */
export function reportWork(
  { report }: Reporter,
  direction: Direction,
  change: ValueChange,
  ...[kind, what, location, at]: Reported
): void {
  const work = implementerVerdict(change, direction)
  if (work) report(kind, what, location, { ...work, audience: 'implementer' }, at)
}

/** A reporter of changes that no call depends on. */
export function withoutEffect(reporter: Reporter, reason: string): Reporter {
  return {
    ...reporter,
    report: (kind, what, location, _, at) =>
      reporter.report(kind, what, location, { severity: 'safe', reason, rule: null }, at),
  }
}

/** A part of an operation, with its name in reports and in oasdiff. */
export interface Part {
  readonly part: string
  readonly side: 'request' | 'response'
  readonly names: string[]
}

/** Extensions with separate rules. */
export const HANDLED_EXTENSIONS = new Set([
  'x-route-class',
  'x-required-scopes',
  'x-error-codes',
  'x-account-state-read',
  'x-body-limit',
  'x-measured-json',
  'x-unspecified',
  'x-reserved',
  'x-event-version',
])

export type MakeReporter = (name: string, operation: string, audience: Audience) => Reporter
