import { givenSignalIssues, givenSignals } from '../features/applicant-actions/given-signals.ts'
import {
  performAction,
  type ApplicantAction,
} from '../features/applicant-actions/applicant-actions.ts'
import type { IdentityRun } from '../features/sessions/session-record.ts'
import { type Effect, move } from '../features/sessions/transitions.ts'
import { applicantOf } from '../features/sessions/session-applicant.ts'
import { decline } from '../features/signing/ceremony.ts'
import type { Signer } from '../features/signing/envelope-opening.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import { organizationOf } from './access/organization.ts'
import { anySession, sessionAnswer } from './access/session.ts'

type ActionBody = ApplicantAction & {
  acquisition?: IdentityRun['capture_acquisition']
  specimen?: string
  legacy?: { no_portrait?: boolean; no_acquisition?: boolean }
}

/** Runs an action of applicant, reviewer or operator on a session, which is found by its id. */
export function controlActionHandlers(ports: Ports): Record<string, Handler> {
  return {
    travelSession: {
      patient: true,
      check: givenSignalIssues,
      run: (call) => applicantAction(ports, call),
    },
    reviewSession: {
      run: (call) => {
        const { outcome } = call.body as { outcome: 'approved' | 'declined' }
        return moveSession(ports, call, { type: 'verdict', outcome, decisionSource: 'reviewer' })
      },
    },
    expireSession: { run: (call) => moveSession(ports, call, { type: 'lapsed' }) },
    declineToSign: { run: (call) => declineToSign(ports, call) },
    cancelSessionAsOperator: {
      run: (call) => moveSession(ports, call, { type: 'cancelled_by_operator' }),
    },
  }
}

async function applicantAction(ports: Ports, call: Call): Promise<Answer> {
  const { scope, id } = await anySession(ports, call.params.id!)
  const { acquisition = 'camera', specimen, legacy = {}, ...action } = call.body as ActionBody
  const session = await performAction(ports, scope, id, call.now, action, {
    acquisition: legacy.no_acquisition ? null : acquisition,
    withoutPortrait: legacy.no_portrait ?? false,
    specimen,
    signals: givenSignals(call),
    language: call.acceptLanguage,
  })
  return sessionAnswer(ports, scope, session)
}

/** Declines the documents of the next `esign` step. */
async function declineToSign(ports: Ports, call: Call): Promise<Answer> {
  const { scope, id, body: session } = await anySession(ports, call.params.id!)
  const step = session.steps.find(({ type, status }) => type === 'esign' && status === 'pending')
  if (!step) {
    const message = session.steps.some(({ type }) => type === 'esign')
      ? 'All signing steps of this session have ended. Decline in a session with an open `esign` step.'
      : 'This session has no signing step. Create a session whose workflow has an `esign` step.'
    throw new ApiError('resource_not_found', {}, message)
  }
  const { reason } = (call.body ?? {}) as { reason?: string }
  const organization = organizationOf(ports, scope.split('/')[2]!)
  const moved = await move(ports, scope, id, call.now, async (found) => {
    const applicant = await applicantOf(ports, scope, found)
    const signer: Signer = {
      organization,
      scope,
      now: call.now,
      acceptLanguage: undefined,
      applicant,
    }
    return decline(reason)(ports, signer, found, step.id)
  })
  return sessionAnswer(ports, scope, moved)
}

async function moveSession(ports: Ports, call: Call, trigger: Effect['trigger']): Promise<Answer> {
  const { scope, id } = await anySession(ports, call.params.id!)
  return sessionAnswer(
    ports,
    scope,
    await move(ports, scope, id, call.now, (session) => ({ session, trigger })),
  )
}
