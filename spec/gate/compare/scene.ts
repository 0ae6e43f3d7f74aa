import type { Audience, Location, Severity } from '../judgement.ts'
import type { Spot } from './findings.ts'

/** Texts and illustrations, of an operation, a parameter, an answer or the whole. */
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
  /** When it is another one than that of the scene. */
  readonly audience?: Audience
}

/** One operation or event that both contracts have, with what it takes to tell of it. */
export interface Scene {
  /** `GET /v1/wallet`, or an event type. */
  readonly name: string
  /** As oasdiff is shown it. */
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

/** A part of an operation, as people and as oasdiff call it. */
export interface Part {
  readonly part: string
  readonly side: 'request' | 'response'
  readonly names: string[]
}

/** Extensions that have rules of their own. */
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
