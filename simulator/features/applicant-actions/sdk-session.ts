import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import { faceCheckOf } from '../sessions/rules/checks.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import { type NeededField, nameComponentsOf, neededBy } from './rules/name-components.ts'
import { applicantOf } from '../sessions/session-applicant.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { move } from '../sessions/transitions.ts'
import { formOf } from '../sessions/workflows.ts'

/** Operations of a token on its session, except for steps. */
export function sdkSessionHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveSdkSession: {
      run: async ({ session: { scope, sessionId } }) =>
        sdkAnswer(ports, scope, (await visibleSession(ports, scope, sessionId)).body),
    },
    endSdkSession: {
      run: async ({ session: { scope, sessionId }, now }) =>
        sdkAnswer(
          ports,
          scope,
          await move(ports, scope, sessionId, now, (session) => ({
            session,
            trigger: { type: 'ended_by_applicant' },
          })),
        ),
    },
  }
}

/**
 * The session as the applicant's browser sees it: no result, applicant data or metadata (TOK-010, TOK-011). About the
 * applicant it lists only the missing data.
 */
export async function sdkAnswer(
  ports: Ports,
  scope: string,
  session: SessionRecord,
): Promise<Answer> {
  const { id, status, mode } = session
  const applicant = await applicantOf(ports, scope, session)
  const missing: NeededField[] = []
  if (!applicant?.family_name) missing.push('name')
  if (applicant?.email === undefined) missing.push('email')
  // A finished session needs no steps.
  const steps = isTerminal(status) ? [] : session.steps.map((step) => sdkStep(step, missing))
  const nameComponents = nameComponentsOf(session.steps)
  return json(200, { data: { id, status, mode, nameComponents, steps } })
}

function sdkStep(
  step: StepRecord,
  missing: NeededField[],
): Omit<SdkStep, 'config'> & { config: object } {
  const { id, type, status } = step
  return {
    id,
    type,
    status: status === 'pending' ? 'open' : status,
    config: sdkConfig(step, missing),
  }
}

/**
 * Lists each setting by name, so that a new setting stays hidden until somebody has approved it. Rules are never
 * public.
 */
function sdkConfig(step: StepRecord, missing: NeededField[]): object {
  switch (step.type) {
    case 'id_verification':
      return {
        faceCheck: faceCheckOf(step.config),
        allowPhotoUpload: step.config.allowPhotoUpload === true,
      }
    case 'custom_form':
      return { questions: formOf(step).questions }
    default: {
      const needed = neededBy(step.type)
      return needed === undefined ? {} : { asks: missing.includes(needed) ? [needed] : [] }
    }
  }
}
