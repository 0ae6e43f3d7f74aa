import type { SdkApplicant } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import type { Signals } from '../screening/rules/signals.ts'
import type { FormAnswers } from '../forms/rules/form-rules.ts'
import { type Issue, validationError } from '../../call/errors.ts'
import type { Capture } from '../sessions/capture.ts'
import type { Signer } from '../signing/envelope-opening.ts'
import { withSignals } from './given-signals.ts'
import { withLocalizedName } from '../applicants/localized-name.ts'
import { conclude } from '../screening/screening.ts'
import { applicantOf } from '../sessions/session-applicant.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'
import { signForApplicant } from '../signing/signing.ts'
import {
  type Progress,
  type Submission,
  openStep,
  refuseAnswers,
  submitStep,
} from '../sessions/steps.ts'
import { applySubmittedApplicant } from '../applicants/submitted-applicant.ts'
import { type Effect, assertAllowed, move, organizationOf } from '../sessions/transitions.ts'

/** Action of the applicant. */
export type ApplicantAction =
  /** Submits all remaining steps; `answers` by step id. */
  | { action: 'submit'; answers?: Record<string, FormAnswers> }
  | { action: 'submit_step'; step_id: string; answers?: FormAnswers; applicant?: SdkApplicant }
  | { action: 'end' }
  /** Starts the session and leaves it incomplete. */
  | { action: 'abandon' }

/** Further data from the applicant's browser. */
export interface Browser extends Capture {
  /** Device and network signals, if given. */
  signals?: Signals | undefined
  /** `Accept-Language`, for a phone number without its country. */
  language?: string | undefined
}

/**
 * Performs an applicant action on a session.
 * @throws {ApiError} resource_not_found, session_already_completed, illegal_transition, step_already_submitted,
 *   validation_error, name_components_required
 */
export function performAction(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
  action: ApplicantAction,
  browser: Browser = { acquisition: 'camera' },
): Promise<SessionRecord> {
  return move(ports, scope, id, now, (stored) => {
    const session = withSignals(stored, browser.signals)
    switch (action.action) {
      case 'submit':
        return submitAll(ports, session, scope, now, action.answers ?? {}, browser)
      case 'submit_step':
        return submitOne(ports, session, scope, now, action, browser)
      case 'end':
        return { session, trigger: { type: 'ended_by_applicant' } }
      case 'abandon':
        return { session, trigger: { type: 'step_submitted' } }
    }
  })
}

async function submitAll(
  ports: Ports,
  session: SessionRecord,
  scope: string,
  now: number,
  answers: Record<string, FormAnswers>,
  browser: Browser,
): Promise<Effect> {
  assertAllowed(session, { type: 'step_submitted' })
  const strangers = Object.keys(answers).filter(
    (id) => !session.steps.some((step) => step.id === id),
  )
  if (strangers.length > 0)
    throw validationError(strangers.map((id) => unknownStep(['answers', id])))
  let progress: Progress = { session, changes: [], announcements: [] }
  for (const step of session.steps) {
    if (step.status !== 'pending') continue
    const given = Object.hasOwn(answers, step.id) ? answers[step.id] : undefined
    progress = await handIn(ports, progress, step, scope, now, { ...browser, answers: given }, [
      'answers',
      step.id,
    ])
  }
  return arrive(ports, scope, session, progress, now)
}

async function submitOne(
  ports: Ports,
  session: SessionRecord,
  scope: string,
  now: number,
  { step_id, applicant, answers }: Extract<ApplicantAction, { action: 'submit_step' }>,
  browser: Browser,
): Promise<Effect> {
  assertAllowed(session, { type: 'step_submitted' })
  const step = openStep(stepOf(session, step_id))
  const taken =
    applicant &&
    (await applySubmittedApplicant(ports, scope, session, applicant, now, browser.language))
  // A single submitted form must contain every required answer.
  const submission: Submission = {
    ...browser,
    answers: answers ?? (step.type === 'custom_form' ? {} : undefined),
  }
  const start = {
    session: taken?.session ?? session,
    changes: taken?.changes ?? [],
    announcements: [],
  }
  return arrive(
    ports,
    scope,
    session,
    await handIn(ports, start, step, scope, now, submission),
    now,
  )
}

/** Applies the consequences of all submissions of one call. */
async function arrive(
  ports: Ports,
  scope: string,
  before: SessionRecord,
  progress: Progress,
  now: number,
): Promise<Effect> {
  const changes = await withLocalizedName(ports, scope, before, progress.session, progress.changes)
  return { ...progress, changes, ...(await conclude(ports, scope, progress.session, now, changes)) }
}

/** Submits one step: a form, a capture, a check, or documents, which the applicant reads, consents to and signs. */
async function handIn(
  ports: Ports,
  progress: Progress,
  step: StepRecord,
  scope: string,
  now: number,
  submission: Submission & Browser,
  path?: Issue['path'],
): Promise<Progress> {
  const { documents = [] } = step.config as { documents?: unknown[] }
  if (step.type !== 'esign' || documents.length === 0)
    return submitStep(progress, step, scope, now, submission, path)
  refuseAnswers(step, submission.answers, path)
  const signer: Signer = {
    organization: organizationOf(ports, scope),
    scope,
    now,
    acceptLanguage: submission.language,
    applicant: await applicantOf(ports, scope, progress.session, progress.changes),
  }
  return signForApplicant(ports, signer, progress, step)
}

/** Returns the step that a body names. @throws {ApiError} validation_error */
export function stepOf(session: SessionRecord, id: string): StepRecord {
  const step = session.steps.find((candidate) => candidate.id === id)
  if (!step) throw validationError([unknownStep(['step_id'])])
  return step
}

export function unknownStep(path: Issue['path']): Issue {
  return {
    code: 'custom',
    path,
    message: 'The session has no step with that id',
    param: String(path.at(-1)),
  }
}
