import type { Mode, Session, SessionCreate } from '../../spec/generated/wire.ts'

/** Input of `submit`. */
export interface SubmitOptions {
  /** Specimen whose document is shown. @default one that depends on the session's id */
  specimen?: 'odette' | 'joost' | 'kembangrasa' | 'oeyvind' | 'iuliana' | 'thaddeus' | 'persephone'
  /** Answers to forms, by step id and question id. */
  answers?: Record<string, Record<string, unknown>>
  /** Reported source of the document image. @default 'camera' */
  acquisition?: 'camera' | 'upload' | null
  /**
   * Device and network signals by field, as in `{ 'fraud.botScore': 4 }`.
   * @default signals of an ordinary visitor
   */
  signals?: Record<string, unknown>
}

/** Input of `submitStep`. */
export interface SubmitStepOptions extends Omit<SubmitOptions, 'answers'> {
  /** Answers to the step's form, by question id. */
  answers?: Record<string, unknown>
  /** Names and contact data that the applicant enters. */
  applicant?: object
}

/** Options of `trigger`. */
export interface TriggerOptions {
  /** Id of the organization. @default the first organization */
  organization?: string
  /** Mode of the session. @default 'test' */
  mode?: Mode
  /** Fields of the session, such as `metadata` and `applicant`. */
  session?: SessionCreate
}

/** A session, with fields that only the simulator has. */
export type SimulatedSession = Session & {
  organization: string
  expected_outcome: string | null
  decision_source: 'automatic' | 'reviewer' | null
  steps: { id: string; type: string; status: string; outcome: string | null }[]
}
