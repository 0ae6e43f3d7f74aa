import type { Ports } from '../../ports.ts'
import { type FormAnswer, answerTo, triggeringQuestions } from '../forms/rules/form-rules.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'
import { type WorkflowStep, currentForm, currentSteps, formOf } from '../sessions/workflows.ts'

/** One submitted form, as the review page and the report show it. */
export interface FormCard {
  step_id: string
  /** Recorded when the form was submitted; never changes (FRM-028). */
  flagged: boolean
  /** The questions of the form with their answers; null for a missing answer. */
  answers: { question_id: string; label: string; answer: FormAnswer | null }[]
  /** The questions whose rules hold now; only on a flagged form. */
  triggers: { question_id: string; label: string }[]
  /** Explains in words why a flagged form names no question; else null. */
  trigger_note: string | null
}

const UNDETERMINED = 'The question that triggered the flag cannot be determined.'

/**
 * Returns the submitted forms of a session. Each call evaluates the rules again on the stored answers (FRM-025,
 * FRM-026).
 */
export async function formCards(
  ports: Ports,
  scope: string,
  session: SessionRecord,
): Promise<FormCard[]> {
  const forms = session.steps.filter(
    ({ type, status }) => type === 'custom_form' && status === 'submitted',
  )
  const current = forms.some(({ flagged }) => flagged)
    ? await currentSteps(ports, scope, session)
    : []
  return forms.map((step) => formCard(current, step))
}

function formCard(current: WorkflowStep[], step: StepRecord): FormCard {
  const { answers = {}, flagged = false } = step
  const triggers = flagged ? triggeringQuestions(currentForm(current, step), answers) : []
  return {
    step_id: step.id,
    flagged,
    answers: formOf(step).questions.map(({ id, label }) => ({
      question_id: id,
      label,
      answer: answerTo(answers, id) ?? null,
    })),
    triggers: triggers.map(({ id, label }) => ({ question_id: id, label })),
    trigger_note: flagged && triggers.length === 0 ? UNDETERMINED : null,
  }
}
