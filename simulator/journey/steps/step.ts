import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { Attempt } from '../fields.ts'
import type { FormBody } from '../form-body.ts'
import type { Piece } from '../html.ts'
import type { Visit } from '../visit.ts'

/** One step as its page shows it. */
export interface Drawn {
  title: string
  body: Piece
  /** Of the fields, by name. */
  labels: Map<string, string>
}

/** What a page hands in for a step: the body of `submitSdkStep`, and what only the simulator asks for. */
export interface Handed {
  body: object
  specimen?: string
}

/** How the pages take an applicant through one type of step. */
export interface StepPage {
  draw(step: SdkStep, visit: Visit, attempt: Attempt): Drawn
  /** @returns an attempt where the form can't be handed in as it is */
  read(step: SdkStep, visit: Visit, form: FormBody): Handed | Attempt
}

/** Where the form of a step goes. */
export function actionOf({ owner }: Visit, { id }: Pick<SdkStep, 'id'>, act?: string): string {
  const path = `/s/${owner.sessionId}/steps/${encodeURIComponent(id)}`
  return act === undefined ? path : `${path}/${act}`
}
