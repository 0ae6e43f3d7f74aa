import { travel, type JourneyAction } from '../features/journey.ts'
import { SESSION, SESSION_ID, type IdentityRun, type SessionRecord } from '../features/session-record.ts'
import { sessionText } from '../features/session-view.ts'
import { move } from '../features/transitions.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'

/** What an applicant, a reviewer or an operator does to a session, found by its id alone. */
export function journeyHandlers(ports: Ports): Record<string, Handler> {
  return {
    travelSession: {
      run: async (call) => {
        const { action, acquisition = 'camera' } =
          call.body as { action: JourneyAction, acquisition?: IdentityRun['capture_acquisition'] }
        const scope = await scopeOfSession(ports, call.params.id!)
        return answer(scope, await travel(ports, scope, call.params.id!, call.now, action, acquisition))
      },
    },
    reviewSession: {
      run: async (call) => {
        const { outcome } = call.body as { outcome: 'approved' | 'declined' }
        const scope = await scopeOfSession(ports, call.params.id!)
        return answer(scope, await move(ports, scope, call.params.id!, call.now, (session) => ({
          session, trigger: { type: 'verdict', outcome, decisionSource: 'reviewer' },
        })))
      },
    },
    cancelSessionAsOperator: {
      run: async (call) => {
        const scope = await scopeOfSession(ports, call.params.id!)
        return answer(scope, await move(ports, scope, call.params.id!, call.now, (session) => ({
          session, trigger: { type: 'cancelled_by_operator' },
        })))
      },
    },
  }
}

async function scopeOfSession(ports: Ports, id: string): Promise<string> {
  const document = SESSION_ID.test(id) ? await ports.records.find(SESSION, id) : undefined
  if (!document) throw new ApiError('resource_not_found')
  return document.scope
}

/** The session as its customer retrieves it, with what only the service knows of it in front. */
function answer(scope: string, session: SessionRecord): Answer {
  const known = JSON.stringify({
    organization: scope.split('/')[2],
    expected_outcome: session.expected_outcome,
    decision_source: session.decision_source ?? null,
    steps: session.steps.map(({ id, type, status, outcome }) => ({ id, type, status, outcome: outcome ?? null })),
  })
  return { status: 200, json: `{"data":${known.slice(0, -1)},${sessionText(session, true).slice(1)}}` }
}
