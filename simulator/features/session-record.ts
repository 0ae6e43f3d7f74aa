import type { SessionOutcome, SessionStatus, DecisionSource } from '../rules/lifecycle.ts'
import type { CheckOutcome, ExpectedOutcome } from '../rules/synthetic.ts'
import type { Document } from '../store/records.ts'
import type { Mode, Region } from '../store/world.ts'

/** A verification as it is stored. What callers see of it is made by `session-view.ts`. */
export interface SessionRecord {
  id: string
  status: SessionStatus
  outcome: SessionOutcome
  mode: Mode
  region: Region
  workflow_template_id: string | null
  applicant_id: string | null
  /** The JSON text of the caller's metadata, byte for byte. */
  metadata: string
  /** Fixed at creation; null in live mode, where the field is dropped (OUT). */
  expected_outcome: ExpectedOutcome | null
  decision_source?: DecisionSource
  steps: StepRecord[]
  /** The newest identity run; absent until one ran. */
  idv?: IdentityRun
  created_at: string
  expires_at: string
  completed_at: string | null
}

export interface StepRecord {
  id: string
  type: string
  config: Record<string, unknown>
  status: 'pending' | 'submitted'
  outcome?: CheckOutcome
}

export interface IdentityRun {
  capture_acquisition: 'camera' | 'upload' | null
  /** SHA-256 of the stored bytes by artifact; exactly the artifacts whose bytes are stored. */
  images: Partial<Record<Artifact, string>>
}

/** The artifacts that are served, in the order in which they are listed (IDV). */
export const ARTIFACTS = ['portrait', 'front', 'selfie'] as const
export type Artifact = (typeof ARTIFACTS)[number]

export const SESSION = 'session'

export type SessionDocument = Document<SessionRecord>

/** What a session id looks like; anything else is no id of ours and is not looked up. */
export const SESSION_ID = /^vs_[0-9a-z]{24}$/
