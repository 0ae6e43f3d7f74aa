import { limits } from '../../../spec/generated/limits.ts'
import type { SdkStepSubmission } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import { submittedApplicantIssues } from '../applicants/submitted-applicant.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import type { Answer } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { givenSignalIssues, givenSignals } from './given-signals.ts'
import { givenSpecimen, givenSpecimenIssues } from '../sessions/given-specimen.ts'
import { travel } from './applicant-actions.ts'
import { sdkAnswer } from './sdk-session.ts'
import { SESSION, type SessionDocument, type StepRecord } from '../sessions/session-record.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { openStep, submittedAnswerIssues } from '../sessions/steps.ts'

/** Hands in one step of the token's session; what follows is the same as for any other road to it. */
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
    await travel(
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
        language: languageOf(call),
        signals: givenSignals(call),
      },
    ),
  )
}

/** The step that a browser may submit: look-up first, then the state of what was found. @throws {ApiError} */
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
  // A document is signed on routes of its own.
  if (!step || step.type === 'esign') throw new ApiError('resource_not_found')
  if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
  return openStep(step)
}

/**
 * Returns the problems of a submission to an open step that the schema cannot express; `run` refuses steps that are
 * not open. Also called on bodies that the schema refused, so it assumes no types.
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
    ...submittedApplicantIssues(applicant, call.now, languageOf(call)),
    // A form that is submitted without answers lacks those that it requires.
    ...submittedAnswerIssues(step, step.type === 'custom_form' ? (answers ?? {}) : answers),
  ]
}

function languageOf({ headers }: Call): string | undefined {
  const language = headers['accept-language']
  return typeof language === 'string' ? language : undefined
}

function surplusImages({ type }: StepRecord): Issue[] {
  if (type === 'id_verification') return []
  const message = `A step of type ${type} takes no images`
  return [{ code: 'custom', path: ['images'], message, param: 'images' }]
}

/** An existing photo is taken only where the template offers it (IDV-012). */
function refusedUpload({ type, config }: StepRecord): Issue[] {
  if (type !== 'id_verification' || config.allowPhotoUpload === true) return []
  const message =
    'This step takes no existing photo: submit camera, or set allowPhotoUpload in the workflow template'
  return [{ code: 'custom', path: ['acquisition'], message, param: 'acquisition' }]
}

/**
 * Images are judged as those of the standalone scan are, and then not looked at any more: what they come to was fixed
 * when the session was created.
 */
async function imageIssues({ uploads }: Ports, call: Call): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const { path, characters, bytes } of call.files.values()) {
    const fault =
      characters > LONGEST_TEXT
        ? { code: 'too_big', message: `Expected at most ${LONGEST_TEXT} characters` }
        : await fileFault(uploads, bytes)
    const names = path.split('.')
    if (fault) issues.push({ ...fault, path: names, param: names.at(-1)! })
  }
  return issues
}

/** As the schema says, which sees no long text (http/bodies.ts). */
const LONGEST_TEXT = 14_000_000

async function fileFault(
  uploads: Ports['uploads'],
  bytes: Uint8Array | undefined,
): Promise<Pick<Issue, 'code' | 'message'> | undefined> {
  if (!bytes) return { code: 'invalid_string', message: 'Expected base64' }
  const most = limits.id_scan_image_bytes.value
  if (bytes.length > most) return { code: 'too_big', message: `Expected at most ${most} bytes` }
  return uploads.imageFault(bytes)
}
