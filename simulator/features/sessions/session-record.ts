import type { CheckResult, Finding } from './rules/checks.ts'
import type { Screening } from '../screening/rules/evaluate.ts'
import type { Signals } from '../screening/rules/signals.ts'
import type { FormAnswers } from '../forms/rules/form-rules.ts'
import type { SessionOutcome, SessionStatus, DecisionSource } from './rules/lifecycle.ts'
import type { CheckOutcome, ExpectedOutcome } from './rules/synthetic.ts'
import type { Document } from '../../store/records.ts'
import type { Mode, Region } from '../../world/world.ts'

/** A verification as stored. `session-view.ts` makes the view for callers. */
export interface SessionRecord {
  id: string
  status: SessionStatus
  outcome: SessionOutcome
  mode: Mode
  region: Region
  workflow_template_id: string | null
  /** The template version that the session started with and is evaluated by (GAP-RULE-TIMING). */
  workflow_template_version?: number
  /** Days from its end until its images are deleted; absent: they are kept (GAP-IMAGE-RETENTION). */
  image_retention_days?: number
  applicant_id: string | null
  /** The JSON text of the caller's metadata, byte for byte. */
  metadata: string
  /** Fixed at creation; null in live mode, where the field is dropped (OUT). */
  expected_outcome: ExpectedOutcome | null
  decision_source?: DecisionSource
  steps: StepRecord[]
  /** Result of its template's screening rules, once its checks are done. */
  screening?: Screening & { signals: Signals | null }
  /** Explicitly given device and network signals and findings, which replace those of its checks. */
  facts?: { signals?: Signals; findings?: Finding[] }
  /** The newest identity run; absent until one ran. */
  idv?: IdentityRun
  /** Number of re-verifications from the console (STA-023). */
  reverifications?: number
  /** Progress of the applicant on the hosted pages between two steps. */
  hosted?: HostedProgress
  created_at: string
  expires_at: string
  completed_at: string | null
}

/** Contains no applicant data: only the finished screens and the specimen. */
export interface HostedProgress {
  /** The applicant agreed on the first screen. */
  started?: boolean
  /** The capture of one identity step, in progress. */
  capture?: HostedCapture
  /** Steps whose documents the signer has read. */
  read?: string[]
}

export interface HostedCapture {
  step_id: string
  specimen: string
  acquisition: 'camera' | 'upload'
  /** Absent until taken. */
  front?: 'taken' | 'used'
  back?: 'taken' | 'used'
  /** Number of retakes. */
  retakes: number
}

export interface StepRecord {
  id: string
  type: string
  /** As configured when the session was created. */
  config: Record<string, unknown>
  status: 'pending' | 'submitted' | 'skipped'
  outcome?: CheckOutcome
  /** Result of the check. */
  result?: CheckResult
  /** When it was submitted or skipped. */
  done_at?: string
  /** Of a custom form, by question id: personal data. */
  answers?: FormAnswers
  /** A flag-for-review rule held when the form was submitted; never changes (FRM-028). */
  flagged?: boolean
  /** Of an `esign` step, once the applicant has opened it. */
  envelope_id?: string
}

export interface IdentityRun {
  capture_acquisition: 'camera' | 'upload' | null
  recorded_at: string
  /** Identity on the document, by id; absent on earlier records and after erasure. */
  specimen?: string
  /** SHA-256 of the stored bytes by artifact; exactly the artifacts whose bytes are stored. */
  images: Partial<Record<Artifact, string>>
}

/** Served artifacts, in the order of the list (IDV). */
export const ARTIFACTS = ['portrait', 'front', 'selfie'] as const
export type Artifact = (typeof ARTIFACTS)[number]

export const SESSION = 'session'

export type SessionDocument = Document<SessionRecord>

/** Form of a session id; other ids are not looked up. */
export const SESSION_ID = /^vs_[0-9a-z]{24}$/
