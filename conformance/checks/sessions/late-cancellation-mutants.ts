import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { isSession, type Mutant } from '../../self-test/wire-faults.ts'

const KILLED_BY = 'sessions.ended-stays-ended'

/** Cancels sessions that have ended, too. @param of the status of these sessions */
const cancels =
  (of: string, change: (session: JsonObject) => void): (() => Fault) =>
  () => {
    const cancelled = new Set<string>()
    return {
      response(request, response) {
        const id = request.path.split('/')[3] ?? ''
        if (request.path.endsWith('/cancel')) cancelled.add(id)
        if (isSession(request) && cancelled.has(id))
          changeJson(response, ({ data }) => {
            if (data['status'] === of) change(data)
          })
      },
    }
  }

export const LATE_CANCELLATION_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['completed', 'SES-005'],
      ['expired', 'SES-006'],
    ] as const
  ).map(([status, requirement]): Mutant => ({
    name: `cancels sessions that are ${status}`,
    killedBy: KILLED_BY,
    breaks: [requirement, 'STA-006'],
    fault: cancels(status, (session) => {
      session['status'] = 'cancelled'
    }),
  })),
  {
    name: 'erases the outcome of a session that is cancelled after its verdict',
    killedBy: KILLED_BY,
    breaks: ['SES-005', 'STA-006'],
    fault: cancels('completed', (session) => {
      session['outcome'] = null
    }),
  },
  {
    name: 'announces the cancellation of a session that has ended',
    killedBy: KILLED_BY,
    breaks: 'EVT-004',
    fault: () => {
      const ended = new Set<unknown>()
      return {
        bindings({ params }, { session_id }) {
          if (params['status'] === 'completed') ended.add(session_id)
        },
        delivery(delivery) {
          const event = JSON.parse(delivery.body.toString()) as JsonObject
          if (!ended.has(event['sessionId'])) return
          const type = 'kyc.session.cancelled'
          const late = { ...event, type, status: 'cancelled', outcome: null }
          return [delivery.body, Buffer.from(JSON.stringify(late))]
        },
      }
    },
  },
]
