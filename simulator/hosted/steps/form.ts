import type { FormQuestion, FormQuestionType, SdkStep } from '../../../spec/generated/wire.ts'
import { type Attempt, type FieldKind, choices, input } from '../fields.ts'
import { type Html, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { type StepPage, actionOf } from './step.ts'

/** A custom form, with an input for each question by its type. */
export const formPage: StepPage = {
  render(step, visit, attempt) {
    const questions = questionsOf(step)
    return {
      title: visit.words.text.formTitle,
      labels: new Map(questions.map(({ id, label }) => [nameOf(id), label])),
      body: html`<form method="post" action="${actionOf(visit, step)}">
${questions.map((question) => drawn(question, attempt, visit))}
<button>${visit.words.text.continue}</button>
</form>`,
    }
  },
  kindOf(step, name) {
    const type = questionsOf(step).find(({ id }) => nameOf(id) === name)?.type
    return type === undefined || type === 'text' ? 'text' : (KINDS[type] ?? 'choice')
  },
  read: (step, _visit, { fields }) => ({
    body: {
      answers: Object.fromEntries(
        questionsOf(step).flatMap(({ id, type }) => {
          const given = fields.getAll(nameOf(id)).filter((text) => text !== '')
          return given.length === 0
            ? []
            : [[id, type === 'multiple_choice' ? given : answer(type, given[0]!)]]
        }),
      ),
    },
  }),
}

function questionsOf({ config }: SdkStep): FormQuestion[] {
  return (config as unknown as { questions: FormQuestion[] }).questions
}

/** Name of the answer in error paths of the data plane. */
function nameOf(questionId: string): string {
  return `answers.${questionId}`
}

const KINDS: Partial<Record<FormQuestionType, FieldKind>> = {
  number: 'number',
  date: 'date',
  email: 'email',
  phone: 'phone',
}
const INPUTS = {
  number: 'number',
  date: 'date',
  email: 'email',
  phone: 'tel',
  text: 'text',
} as const
const MORE = {
  number: { step: 'any' },
  date: { min: '0001-01-01', max: '9999-12-31' },
  email: { maxlength: 5000 },
  phone: { maxlength: 5000 },
  text: { maxlength: 5000 },
} as const

function drawn(
  { id, type, label, required = false, options = [] }: FormQuestion,
  attempt: Attempt,
  { words: { text } }: Visit,
): Html {
  const field = { name: nameOf(id), label, required }
  switch (type) {
    case 'yes_no':
      return choices(
        'radio',
        field,
        [
          { value: 'true', label: text.yes },
          { value: 'false', label: text.no },
        ],
        attempt,
      )
    case 'single_choice':
      return choices(
        'radio',
        field,
        options.map((value) => ({ value, label: value })),
        attempt,
      )
    case 'multiple_choice':
      return choices(
        'checkbox',
        { ...field, hint: text.chooseAll },
        options.map((value) => ({ value, label: value })),
        attempt,
      )
    default:
      return input({ ...field, type: INPUTS[type], more: MORE[type] }, attempt)
  }
}

/** The data plane validates wrong values, as for any other client. */
function answer(type: FormQuestionType, text: string): string | number | boolean {
  if (type === 'yes_no' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text
}
