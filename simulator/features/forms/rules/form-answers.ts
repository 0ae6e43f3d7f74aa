import type { CustomFormConfig, FormQuestion } from '../../../../spec/generated/wire.ts'
import type { Issue } from '../../../call/errors.ts'
import { type FormAnswer, type FormAnswers, answerTo, fits, isAnswered } from './form-rules.ts'

/** Returns the problems of submitted form answers. Paths start at the answers. */
export function answerIssues(form: CustomFormConfig, answers: FormAnswers): Issue[] {
  const strangers = Object.keys(answers).filter(
    (id) => !form.questions.some((question) => question.id === id),
  )
  const issues = strangers.map((id) => issue(id, 'This form has no such question'))
  for (const question of form.questions) {
    const answer = answerTo(answers, question.id)
    if (!isAnswered(answer)) {
      if (question.required) issues.push(issue(question.id, 'Required', 'invalid_type'))
      continue
    }
    const message = problemOf(question, answer)
    if (message !== undefined) issues.push(issue(question.id, message))
  }
  return issues
}

function problemOf({ type, options = [] }: FormQuestion, answer: FormAnswer): string | undefined {
  switch (type) {
    case 'multiple_choice': {
      if (!Array.isArray(answer)) return 'Expected a list of options'
      if (new Set(answer).size < answer.length) return 'Expected each option at most once'
      return answer.every((one) => options.includes(one))
        ? undefined
        : `Expected only these options: ${quoted(options)}`
    }
    case 'single_choice':
      return options.includes(answer as string) ? undefined : `Expected one of ${quoted(options)}`
    case 'yes_no':
      return fits(type, answer) ? undefined : 'Expected true or false'
    case 'number':
      return fits(type, answer) ? undefined : 'Expected a number'
    case 'date':
      return fits(type, answer) ? undefined : 'Expected an existing date as YYYY-MM-DD'
    // Stored as typed: a form does not verify an address (GAP-FORM-ANSWERS).
    default:
      return fits(type, answer) ? undefined : 'Expected text'
  }
}

function issue(questionId: string, message: string, code = 'custom'): Issue {
  return { code, path: [questionId], message, param: questionId }
}

function quoted(options: string[]): string {
  return options.map((option) => JSON.stringify(option)).join(', ')
}
