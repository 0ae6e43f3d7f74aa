import type { FormQuestion } from '../../../spec/generated/wire.ts'
import type { FormAnswer } from '../../core/submission.ts'
import type { Child } from '../dom.ts'
import { type Field, type Problems, choices, input } from '../fields.ts'
import { type StepView, askForm } from './step.ts'

/** A custom form, with an input for each question by its type. */
export const formStep: StepView = async (drawing, step, attempt) => {
  const { messages } = drawing
  const { questions } = step.config as unknown as { questions: FormQuestion[] }
  const typed = await askForm(
    drawing,
    {
      title: messages.formTitle,
      required: questions.filter(({ required }) => required).map(({ id }) => nameOf(id)),
      labels: new Map(questions.map(({ id, label }) => [nameOf(id), label])),
      submit: messages.continue,
      draw: (problems) => questions.map((question) => drawn(question, { messages, problems })),
    },
    attempt,
  )
  const answers = questions.flatMap(({ id, type }): [string, FormAnswer][] => {
    const given = typed.getAll(nameOf(id)).map(String).filter(Boolean)
    if (given.length === 0) return []
    return [[id, type === 'multiple_choice' ? given : answer(type, given[0]!)]]
  })
  return { submission: { answers: Object.fromEntries(answers) }, typed }
}

/** Path of an answer in errors of the service. */
function nameOf(questionId: string): string {
  return `answers.${questionId}`
}

const INPUTS = {
  number: 'number',
  date: 'date',
  email: 'email',
  phone: 'tel',
  text: 'text',
} as const

function drawn(
  { id, type, label, required = false, options = [] }: FormQuestion,
  drawing: { messages: Parameters<typeof input>[2]['messages']; problems: Problems },
): Child {
  const field: Field = { name: nameOf(id), label, required }
  const { messages } = drawing
  switch (type) {
    case 'yes_no':
      return choices(
        'radio',
        field,
        [
          { value: 'true', label: messages.yes },
          { value: 'false', label: messages.no },
        ],
        drawing,
      )
    case 'single_choice':
    case 'multiple_choice':
      return choices(
        type === 'single_choice' ? 'radio' : 'checkbox',
        field,
        options.map((option) => ({ value: option, label: option })),
        drawing,
      )
    case 'number':
      return input(field, 'number', drawing, { step: 'any' })
    default:
      // An unknown question type gets a text input.
      return input(field, Object.hasOwn(INPUTS, type) ? INPUTS[type] : 'text', drawing)
  }
}

function answer(type: FormQuestion['type'], text: string): FormAnswer {
  if (type === 'yes_no') return text === 'true'
  return type === 'number' ? Number(text) : text
}
