import type { Mode, Session, SessionCreate } from '../../spec/generated/wire.ts'

export interface SubmitOptions {
  /** Specimen whose document is shown. @default one that depends on the session's id */
  specimen?: 'odette' | 'joost' | 'kembangrasa' | 'oeyvind' | 'iuliana' | 'thaddeus' | 'persephone'
  /** Answers to forms, by step id and question id. */
  answers?: Record<string, Record<string, unknown>>
  /** How the browser says that the document was taken. @default 'camera' */
  acquisition?: 'camera' | 'upload' | null
  /** Device and network signals that the service would have collected, by field, as in `{ 'fraud.botScore': 4 }`. */
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
