import { givenSignalIssues, givenSignals } from '../features/given-signals.ts'
import { travel, type Journey } from '../features/journey.ts'
import type { IdentityRun } from '../features/session-record.ts'
import { type Effect, move } from '../features/transitions.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'
import type { Call, Handler } from '../service/call.ts'
import { anySession, sessionAnswer } from './session.ts'

type JourneyBody = Journey & {
  acquisition?: IdentityRun['capture_acquisition']
  specimen?: string
  legacy?: { no_portrait?: boolean; no_acquisition?: boolean }
}

/** What an applicant, a reviewer or an operator does to a session, found by its id alone. */
export function journeyHandlers(ports: Ports): Record<string, Handler> {
  return {
    travelSession: { check: givenSignalIssues, run: (call) => travelSession(ports, call) },
    reviewSession: {
      run: (call) => {
        const { outcome } = call.body as { outcome: 'approved' | 'declined' }
        return moveSession(ports, call, { type: 'verdict', outcome, decisionSource: 'reviewer' })
      },
    },
    cancelSessionAsOperator: {
      run: (call) => moveSession(ports, call, { type: 'cancelled_by_operator' }),
    },
  }
}

async function travelSession(ports: Ports, call: Call): Promise<Answer> {
  const { scope, id } = await anySession(ports, call.params.id!)
  const { acquisition = 'camera', specimen, legacy = {}, ...journey } = call.body as JourneyBody
  const session = await travel(ports, scope, id, call.now, journey, {
    acquisition: legacy.no_acquisition ? null : acquisition,
    withoutPortrait: legacy.no_portrait ?? false,
    specimen,
    signals: givenSignals(call),
    language: call.headers['accept-language'] as string | undefined,
  })
  return sessionAnswer(ports, scope, session)
}

async function moveSession(ports: Ports, call: Call, trigger: Effect['trigger']): Promise<Answer> {
  const { scope, id } = await anySession(ports, call.params.id!)
  return sessionAnswer(
    ports,
    scope,
    await move(ports, scope, id, call.now, (session) => ({ session, trigger })),
  )
}
