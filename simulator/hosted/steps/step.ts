import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { HostedMessages } from '../../../sdk/messages/en/hosted.ts'
import type { Attempt, FieldKind } from '../fields.ts'
import type { FormBody } from '../form-body.ts'
import type { Piece } from '../html.ts'
import type { Visit } from '../visit.ts'

/** The page of one step. */
export interface StepContent {
  title: string
  body: Piece
  /** Errors of the fields, by name. */
  labels: Map<string, string>
  /** Whether it shows PDF files in the page. */
  showsPdf?: boolean
}

/**
 * Submission of a page for a step: the body of `submitSdkStep`, and fields that exist only in the
 * simulator.
 */
export interface StepSubmission {
  body: object
  specimen?: string
}

/** The screens and forms of one type of step. */
export interface StepPage {
  render(step: SdkStep, visit: Visit, attempt: Attempt): StepContent
  /** @returns the attempt to show again, if the form has problems */
  read(step: SdkStep, visit: Visit, form: FormBody): StepSubmission | Attempt
  /** Labels of fields, for error messages. */
  kindOf(step: SdkStep, name: string): FieldKind
}

/** Returns the path of the form of a step. */
export function actionOf({ owner }: Visit, { id }: Pick<SdkStep, 'id'>, act?: string): string {
  const path = `/s/${owner.sessionId}/steps/${encodeURIComponent(id)}`
  return act === undefined ? path : `${path}/${act}`
}

const NAMES: Record<string, keyof HostedMessages> = {
  id_verification: 'nameIdVerification',
  custom_form: 'nameCustomForm',
  esign: 'nameEsign',
  credit_history: 'nameCreditHistory',
  background_check: 'nameBackgroundCheck',
  sanctions_screening: 'nameSanctionsScreening',
  email_verification: 'nameEmailVerification',
}

/** Title of a step. */
export function nameOf({ words }: Visit, { type }: Pick<SdkStep, 'type'>): string {
  return words.text[NAMES[type] ?? 'nameOther']
}
