import type { SdkSession, SdkStep } from '../../spec/generated/wire.ts'
import { VskitError } from '../core/errors.ts'
import { fill } from '../messages/catalogue.ts'
import type { JourneyMessages } from '../messages/en/journey.ts'
import { type Child, h } from './dom.ts'
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
function nameOf(type: string, messages: JourneyMessages): string {
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

/** Tells that a step was submitted before, in another window or by a request whose response was lost. */
export function repeatedScreen(messages: JourneyMessages, answer: () => void): Screen {
  return {
    title: messages.repeatedTitle,
    body: [
      h('p', { role: 'status' }, messages.repeatedText),
      h('button', { type: 'button', onclick: () => answer() }, messages.continue),
    ],
  }
}

/** Asks whether to send photos again whose submission has failed. */
export function unsentScreen(messages: JourneyMessages, answer: (again: boolean) => void): Screen {
  return {
    title: messages.unsentTitle,
    body: [
      h('p', {}, messages.unsentText),
      h('button', { type: 'button', onclick: () => answer(true) }, messages.sendPhotos),
      h(
        'button',
        { type: 'button', class: 'second', onclick: () => answer(false) },
        messages.otherPhotos,
      ),
    ],
  }
}

/** Draws the place of a step among all steps, and the mode. */
export function header(session: SdkSession, step: SdkStep, messages: JourneyMessages): Child {
  const { mode, steps } = session
  const place = steps.findIndex(({ id }) => id === step.id) + 1
  const name = nameOf(step.type, messages)
  return [
    // The signing frame shows this itself.
    step.type !== 'esign' &&
      h(
        'p',
        { class: 'mode', role: 'note' },
        mode === 'test' ? messages.testMode : messages.liveMode,
      ),
    h('p', { class: 'where' }, fill(messages.progress, { place, count: steps.length, name })),
    h(
      'ol',
      {},
      steps.map(({ id, type, status }) =>
        h(
          'li',
          { class: `bar ${status}`, 'aria-current': id === step.id && 'step' },
          h(
            'span',
            { class: 'unseen' },
            nameOf(type, messages),
            status === 'submitted' && ` (${messages.stepDone})`,
            status === 'skipped' && ` (${messages.stepSkipped})`,
          ),
        ),
      ),
    ),
  ]
}
