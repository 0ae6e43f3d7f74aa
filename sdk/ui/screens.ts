import type { SdkSession } from '../../spec/generated/wire.ts'
import { VskitError } from '../core/errors.ts'
import { fill } from '../messages/catalogue.ts'
import type { JourneyMessages } from '../messages/en/journey.ts'
import { h } from './dom.ts'
import type { Screen } from './stage.ts'

/**
 * End of the session in this page, which alone knows it: the service sends no result to pages.
 * `done` follows the submission of the last open step.
 */
export type Ending = 'done' | 'ended' | 'declined' | 'withdrawn'

const NAMES: Record<string, keyof JourneyMessages> = {
  id_verification: 'nameIdVerification',
  custom_form: 'nameCustomForm',
  esign: 'nameEsign',
  credit_history: 'nameCreditHistory',
  background_check: 'nameBackgroundCheck',
  sanctions_screening: 'nameSanctionsScreening',
  email_verification: 'nameEmailVerification',
}

/** Returns the name of a step for the list. */
export function nameOf(type: string, messages: JourneyMessages): string {
  return messages[(Object.hasOwn(NAMES, type) && NAMES[type]) || 'nameOther']
}

/** Draws the screen after the end of a session. */
export function endingScreen(
  { status }: SdkSession,
  ending: Ending | undefined,
  messages: JourneyMessages,
): Screen {
  // Ended elsewhere or before a reload: by the applicant, by a signature or by a decision.
  if (status === 'completed' && !ending)
    return { title: messages.endedTitle, body: h('p', {}, messages.cancelledText) }
  const key = status === 'cancelled' || status === 'expired' ? status : (ending ?? 'done')
  return { title: messages[`${key}Title`], body: h('p', {}, messages[`${key}Text`]) }
}

/** Message about a failure, with a code for support. */
export function failureScreen(
  error: unknown,
  messages: JourneyMessages,
  again: () => void,
): Screen {
  const code = error instanceof VskitError ? error.code : 'internal_error'
  const text =
    code === 'network_error'
      ? messages.failedNetwork
      : code === 'token_expired'
        ? messages.failedToken
        : messages.failedOther
  return {
    title: messages.failedTitle,
    body: [
      h('p', { role: 'alert' }, text),
      h('button', { type: 'button', onclick: () => again() }, messages.tryAgain),
      h('p', { class: 'hint' }, fill(messages.failedCode, { code })),
    ],
  }
}
