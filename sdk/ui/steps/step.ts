import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { Acquisition, Submission } from '../../core/submission.ts'
import type { Verification } from '../../core/verification.ts'
import type { JourneyMessages } from '../../messages/en/journey.ts'
import { type Child, h } from '../dom.ts'
import { BIRTH_DATE, NONE, type Problems, summary } from '../fields.ts'
import type { Screen, Stage } from '../stage.ts'

/** Inputs for drawing a step. */
export interface StepContext {
  stage: Stage
  messages: JourneyMessages
  verification: Verification
}

/** Submission of a step, and the typed values. */
export interface StepSubmission {
  submission: Submission
  acquisition?: Acquisition
  typed?: FormData
}

/** Response of the service to the last attempt. */
export interface Attempt {
  problems: Problems
  typed?: FormData | undefined
  /** Called with the values of the form after each change. */
  keep?: ((typed: FormData) => void) | undefined
}

/** The first attempt, without problems. */
export const FIRST_ATTEMPT: Attempt = { problems: NONE }

/** Shows the screens of one type of step. */
export type StepView = (
  drawing: StepContext,
  step: SdkStep,
  attempt: Attempt,
) => Promise<StepSubmission>

interface Form {
  title: string
  /** Names of the required fields. */
  required: readonly string[]
  labels: ReadonlyMap<string, string>
  submit: string
  draw(problems: Problems): Child
  /** Below the button that submits the form. */
  below?: Child
}

/** Shows a form until all required fields are filled in. */
export async function askForm(
  { stage, messages }: StepContext,
  { title, required, labels, submit, draw, below }: Form,
  attempt: Attempt,
): Promise<FormData> {
  let { problems, typed } = attempt
  for (;;) {
    const { data, unreadable } = await stage.ask<FormInput>((answer): Screen => {
      // The browser's messages would be in the browser's language.
      const form = h(
        'form',
        {
          novalidate: true,
          oninput: () => attempt.keep?.(new FormData(form)),
          onsubmit: (event: Event) => {
            event.preventDefault()
            answer({ data: new FormData(form), unreadable: unreadableIn(form, messages) })
          },
        },
        draw(problems),
        h('button', {}, submit),
        below,
      )
      if (typed) restore(form, typed)
      return { title, body: form, problems: summary(problems, labels, messages) }
    })
    const missing = required.filter((name) => data.getAll(name).every((value) => value === ''))
    problems = new Map([
      ...missing.map((name): [string, string] => [name, messages.problemRequired]),
      ...unreadable,
    ])
    if (problems.size === 0) return data
    typed = data
  }
}

interface FormInput {
  data: FormData
  unreadable: Problems
}

/** Returns problems of numbers and dates that are not complete: the value of such an input is ''. */
function unreadableIn(form: HTMLFormElement, messages: JourneyMessages): Problems {
  const problems = new Map<string, string>()
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.validity.badInput)
      problems.set(
        element.name,
        element.type === 'number'
          ? messages.problemNumber
          : element.name === BIRTH_DATE
            ? messages.problemBirthDate
            : messages.problemDate,
      )
  }
  return problems
}

/** Restores typed values. Browsers do not allow restoring files. */
function restore(form: HTMLFormElement, typed: FormData): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || element.type === 'file') continue
    const values = typed.getAll(element.name)
    if (element.type === 'radio' || element.type === 'checkbox')
      element.checked = values.includes(element.value)
    else element.value = String(values[0] ?? '')
  }
}
