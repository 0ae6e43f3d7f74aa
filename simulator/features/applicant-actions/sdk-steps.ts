import { limits } from '../../../spec/generated/limits.ts'
import type { SdkStepSubmission } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import type { EncodedFile } from '../../uploads/encoded-files.ts'
import { submittedApplicantIssues } from '../applicants/submitted-applicant.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import type { Answer } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { givenSignalIssues, givenSignals } from './given-signals.ts'
import { givenSpecimen, givenSpecimenIssues } from '../sessions/given-specimen.ts'
import { performAction } from './applicant-actions.ts'
import { sdkAnswer } from './sdk-session.ts'
import { SESSION, type SessionDocument, type StepRecord } from '../sessions/session-record.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { openStep, submittedAnswerIssues } from '../sessions/steps.ts'

/** Submits one step of the token's session; the consequences are the same as for any other way to submit. */
export function sdkStepHandlers(ports: Ports): Record<string, Handler> {
  return {
    submitSdkStep: {
      check: async (call) => [
        ...givenSignalIssues(call),
        ...givenSpecimenIssues(call),
        ...(await imageIssues(ports, call)),
        ...(await submissionIssues(ports, call)),
      ],
      run: (call) => submitStep(ports, call),
    },
  }
}

async function submitStep(ports: Ports, call: Call): Promise<Answer> {
  const {
    session: { scope, sessionId },
    now,
  } = call
  // An integrator that drops the argument declares a camera (IDV-023).
  const { applicant, acquisition = 'camera', answers } = call.body as SdkStepSubmission
  const step_id = call.params.step_id!
  await openSdkStep(ports, scope, sessionId, step_id)
  return sdkAnswer(
    ports,
    scope,
    await performAction(
      ports,
      scope,
      sessionId,
      now,
      {
        action: 'submit_step',
        step_id,
        ...(answers && { answers }),
        ...(applicant && { applicant }),
      },
      {
        acquisition,
        specimen: givenSpecimen(call),
        language: call.acceptLanguage,
        signals: givenSignals(call),
      },
    ),
  )
}

/** Returns the step that a browser may submit. Checks that it exists, then its state. @throws {ApiError} */
async function openSdkStep(
  ports: Ports,
  scope: string,
  sessionId: string,
  stepId: string,
): Promise<StepRecord> {
  const {
    body: { steps, status },
  } = await visibleSession(ports, scope, sessionId)
  const step = steps.find(({ id }) => id === stepId)
  // Documents are signed on separate routes.
  if (!step || step.type === 'esign') throw new ApiError('resource_not_found')
  if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
  return openStep(step)
}

/**
 * Returns the problems of a submission to an open step that the schema cannot express; `run` rejects steps that are not
 * open. Also called on bodies that the schema rejected, so it assumes no types.
 */
async function submissionIssues({ records }: Ports, call: Call): Promise<Issue[]> {
  const { scope, sessionId } = call.session
  const session = (await records.read(scope, SESSION, sessionId)) as SessionDocument | undefined
  if (!session || isTerminal(session.body.status)) return []
  const step = session.body.steps.find(({ id }) => id === call.params.step_id)
  if (step?.status !== 'pending' || step.type === 'esign') return []
  const { applicant, acquisition, answers, images } = (call.body ?? {}) as Record<string, unknown>
  return [
    ...(images === undefined ? [] : surplusImages(step)),
    ...(acquisition === 'upload' ? refusedUpload(step) : []),
    ...submittedApplicantIssues(applicant, call.now, call.acceptLanguage),
    // A form submitted without answers lacks its required answers.
    ...submittedAnswerIssues(step, step.type === 'custom_form' ? (answers ?? {}) : answers),
  ]
}

function surplusImages({ type }: StepRecord): Issue[] {
  if (type === 'id_verification') return []
  const message = `A step of type ${type} accepts no images`
  return [{ code: 'custom', path: ['images'], message, param: 'images' }]
}

/** An uploaded photo is accepted only where the template allows it (IDV-012). */
function refusedUpload({ type, config }: StepRecord): Issue[] {
  if (type !== 'id_verification' || config.allowPhotoUpload === true) return []
  const message =
    'This step accepts no uploaded photo: submit camera, or set allowPhotoUpload in the workflow template'
  return [{ code: 'custom', path: ['acquisition'], message, param: 'acquisition' }]
}

/**
 * Validates images as the standalone scan does, and then ignores them: the outcome was fixed when the session was
 * created.
 */
async function imageIssues({ uploads }: Ports, call: Call): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const file of call.files.values()) {
    const { path, characters } = file
    const fault =
      characters > LONGEST_TEXT
        ? { code: 'too_big', message: `Expected at most ${LONGEST_TEXT} characters` }
        : await fileFault(uploads, file)
    const names = path.split('.')
    if (fault) issues.push({ ...fault, path: names, param: names.at(-1)! })
  }
  return issues
}

/** The limit of the schema, repeated because long texts are removed before validation (http/bodies.ts). */
const LONGEST_TEXT = 14_000_000

async function fileFault(
  uploads: Ports['uploads'],
  file: EncodedFile,
): Promise<Pick<Issue, 'code' | 'message'> | undefined> {
  if (!file.bytes) return { code: 'invalid_string', message: 'Expected base64' }
  const most = limits.id_scan_image_bytes.value
  if (file.bytes.length > most)
    return { code: 'too_big', message: `Expected at most ${most} bytes` }
  return uploads.imageFault(file)
}
