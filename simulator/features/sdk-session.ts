import type { SdkStep } from '../../spec/generated/wire.ts'
import type { Ports } from '../ports.ts'
import { faceCheckOf } from '../rules/checks.ts'
import { isTerminal } from '../rules/lifecycle.ts'
import { type Answer, json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import type { SessionRecord, StepRecord } from './session-record.ts'
import { visibleSession } from './sessions.ts'
import { move } from './transitions.ts'
import { formOf } from './workflows.ts'

/** What the holder of a token may do to its one session, besides its steps. */
export function sdkSessionHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveSdkSession: {
      run: async ({ session: { scope, sessionId } }) =>
        sdkAnswer((await visibleSession(ports, scope, sessionId)).body),
    },
    endSdkSession: {
      run: async ({ session: { scope, sessionId }, now }) =>
        sdkAnswer(
          await move(ports, scope, sessionId, now, (session) => ({
            session,
            trigger: { type: 'ended_by_applicant' },
          })),
        ),
    },
  }
}

/** The session as its applicant's browser sees it: no result, no applicant data, no metadata (TOK-010, TOK-011). */
export function sdkAnswer({ id, status, mode, steps }: SessionRecord): Answer {
  // Nothing is left to draw once it is over.
  const data = { id, status, mode, steps: isTerminal(status) ? [] : steps.map(sdkStep) }
  return json(200, { data })
}

function sdkStep(step: StepRecord): Omit<SdkStep, 'config'> & { config: object } {
  const { id, type, status } = step
  return { id, type, status: status === 'pending' ? 'open' : status, config: sdkConfig(step) }
}

/** Named one by one, so that a new setting stays hidden until somebody has judged it: rules are nobody's to see. */
function sdkConfig(step: StepRecord): object {
  switch (step.type) {
    case 'id_verification':
      return {
        faceCheck: faceCheckOf(step.config),
        allowPhotoUpload: step.config.allowPhotoUpload === true,
      }
    case 'custom_form':
      return { questions: formOf(step).questions }
    default:
      return {}
  }
}
