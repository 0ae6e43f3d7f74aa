import { creditReportFor } from '../../../fixtures/credit-history.ts'
import { iso } from '../../time/clock.ts'
import { runCheck } from './rules/checks.ts'
import { answerIssues } from '../forms/rules/form-answers.ts'
import { type FormAnswers, triggeringQuestions } from '../forms/rules/form-rules.ts'
import type { Trigger } from './rules/lifecycle.ts'
import { verdictFor } from './rules/verdict.ts'
import { ApiError, type Issue, validationError } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import { CHECK_ERROR, type Capture, captureIdentity } from './capture.ts'
import { type EventDraft, standardBody } from '../webhooks/events.ts'
import type { SessionRecord, StepRecord } from './session-record.ts'
import { formOf } from './workflows.ts'

/** Submission of one step by the applicant's browser. */
export interface Submission extends Capture {
  /** Answers of a custom form; undefined submits an empty form, even with required questions. */
  answers: FormAnswers | undefined
}

/** A session during one call: its new state, further changes to write, and events to send. */
export interface Progress {
  session: SessionRecord
  changes: Change[]
  announcements: EventDraft[]
  /** Lanes of the jobs among the changes. */
  lanes?: string[]
}

/** Returns the step if it is still open. @throws {ApiError} step_already_submitted */
export function openStep(step: StepRecord): StepRecord {
  if (step.status !== 'pending')
    throw new ApiError('step_already_submitted', { status: step.status })
  return step
}

/**
 * Runs the check of one step and records its result (CHK). A form whose rule holds is flagged
 * permanently; its event is sent while the session is in progress (EVT-006, EVT-007).
 * @param path path of the answers in the request
 * @throws {ApiError} validation_error for invalid answers
 */
export function submitStep(
  { session, changes, announcements, ...rest }: Progress,
  step: StepRecord,
  scope: string,
  now: number,
  submission: Submission,
  path: Issue['path'] = ['answers'],
): Progress {
  const answers = takenAnswers(step, submission.answers, path)
  const flagged = answers !== undefined && triggeringQuestions(formOf(step), answers).length > 0
  const broken = submission.specimen === CHECK_ERROR
  const done = checked(session, step, now, { flagged, answers, broken })
  const captured =
    step.type === 'id_verification'
      ? captureIdentity(session, step, scope, now, submission)
      : undefined
  const next = withStep({ ...session, ...(captured && { idv: captured.run }) }, done)
  return {
    ...rest,
    session: next,
    changes: [...changes, ...(captured?.changes ?? [])],
    announcements: flagged ? [...announcements, formFlagged(next, now)] : announcements,
  }
}

interface CheckRun {
  flagged?: boolean
  answers?: FormAnswers | undefined
  /** Whether the check fails to run and ends in `error`. */
  broken?: boolean
}

/** Returns a step with the result of its check. */
export function checked(
  session: SessionRecord,
  step: StepRecord,
  now: number,
  { flagged = false, answers, broken = false }: CheckRun = {},
): StepRecord {
  const expected = session.expected_outcome ?? 'pass'
  const check = runCheck({
    stepId: step.id,
    type: step.type,
    config: step.config,
    expected,
    flagged,
    broken,
    creditReport: creditReportFor(expected),
  })
  return {
    ...step,
    ...check,
    status: 'submitted',
    done_at: iso(now),
    ...(answers && { answers }),
    ...(flagged && { flagged }),
  }
}

export function withStep(session: SessionRecord, changed: StepRecord): SessionRecord {
  return {
    ...session,
    steps: session.steps.map((step) => (step.id === changed.id ? changed : step)),
  }
}

/** Continues after a finished step: the next one, or the end. */
export function nextTrigger(session: SessionRecord): Trigger {
  if (session.steps.some(({ status }) => status === 'pending')) return { type: 'step_submitted' }
  const verdict = verdictFor(
    session.steps,
    session.expected_outcome ?? 'pass',
    session.screening?.routing,
  )
  if (verdict.status === 'awaiting_review') return { type: 'parked_for_review' }
  return { type: 'verdict', outcome: verdict.outcome, decisionSource: verdict.decisionSource }
}

function takenAnswers(
  step: StepRecord,
  answers: FormAnswers | undefined,
  path: Issue['path'],
): FormAnswers | undefined {
  if (answers === undefined) return step.type === 'custom_form' ? {} : undefined
  const issues = submittedAnswerIssues(step, answers, path)
  if (issues.length > 0) throw validationError(issues)
  return answers
}

/**
 * Returns the problems of the answers to a step. Also called on bodies that the schema rejected, so it assumes no
 * types.
 */
export function submittedAnswerIssues(
  step: StepRecord,
  answers: unknown,
  path: Issue['path'] = ['answers'],
): Issue[] {
  if (answers === undefined) return []
  if (step.type !== 'custom_form') return [surplusAnswers(step, path)]
  if (!isObject(answers) || Object.values(answers).some(isOfNoAnswerType)) return []
  return answerIssues(formOf(step), answers as FormAnswers).map((issue) => ({
    ...issue,
    path: [...path, ...issue.path],
  }))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The schema reports the problem. */
function isOfNoAnswerType(value: unknown): boolean {
  return value === null || isObject(value)
}

function surplusAnswers({ type }: StepRecord, path: Issue['path']): Issue {
  const message = `A step of type ${type} has no questions`
  return { code: 'custom', path, message, param: String(path.at(-1)) }
}

/** @throws {ApiError} validation_error for answers to a step without questions */
export function refuseAnswers(
  step: StepRecord,
  answers: FormAnswers | undefined,
  path: Issue['path'] = ['answers'],
): void {
  if (answers !== undefined) throw validationError([surplusAnswers(step, path)])
}

/** An event while the session is in progress: without answers, and without a verdict (EVT-008). */
function formFlagged(session: SessionRecord, now: number): EventDraft {
  const type = 'kyc.session.form_flagged'
  return {
    type,
    body: standardBody({ ...session, status: 'in_progress', outcome: null }, type, now),
  }
}
