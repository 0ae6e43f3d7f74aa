import type { Audience, Location, Severity } from '../judgement.ts'
import type { Spot } from './findings.ts'

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

export interface Told {
  readonly severity: Severity
  readonly reason: string
  readonly rule: string | null
  /** If it differs from that of the scene. */
  readonly audience?: Audience
}

/** One operation or event that both contracts have, with the data for reports. */
export interface Scene {
  /** `GET /v1/wallet`, or an event type. */
  readonly name: string
  /** Name in the projection for oasdiff. */
  readonly operation: string
  readonly audience: Audience
  readonly tell: (
    kind: string,
    what: string,
    location: Location,
    told: Told,
    at?: { part?: string; side?: Spot['side']; names?: string[] },
  ) => void
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

export type MakeScene = (name: string, operation: string, audience: Audience) => Scene
