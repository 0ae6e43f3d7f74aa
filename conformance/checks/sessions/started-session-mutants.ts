import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { isSession, json, type Mutant } from '../../self-test/wire-faults.ts'

/** Changes the events with a status; undefined drops them. */
const events =
  (status: string, change: (event: JsonObject) => JsonObject | undefined): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const event = JSON.parse(delivery.body.toString()) as JsonObject
      if (event['status'] !== status) return
      const changed = change(event)
      if (changed === undefined) return 0
      delivery.body = Buffer.from(JSON.stringify(changed))
    },
  })

const [ENDS, CANCELLED] = ['sessions.ends-after-a-start', 'sessions.cancelled-after-a-start']

/** Faults in the end of sessions that their applicant has started. */
export const STARTED_SESSION_MUTANTS: readonly Mutant[] = [
  {
    name: 'announces no lapse of a started session',
    killedBy: ENDS,
    breaks: ['STA-012', 'STA-013'],
    fault: events('expired', () => undefined),
  },
  {
    name: 'declines a started session that lapsed',
    killedBy: ENDS,
    breaks: ['STA-012', 'STA-013'],
    fault: events('expired', (event) => ({ ...event, outcome: 'declined' })),
  },
  {
    name: 'keeps a started session open that lapsed',
    killedBy: ENDS,
    breaks: 'STA-010',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === 'expired') data['status'] = 'in_progress'
    }),
  },
  {
    name: 'announces no end of a started session by its applicant',
    killedBy: ENDS,
    breaks: ['STA-014', 'STA-015', 'STA-016'],
    fault: events('completed', () => undefined),
  },
  {
    name: 'names a decision where an applicant ended a started session',
    killedBy: ENDS,
    breaks: ['STA-015'],
    fault: events('completed', (event) => ({ ...event, decisionSource: 'automatic' })),
  },
  {
    name: 'cancels a started session that its applicant ended',
    killedBy: ENDS,
    breaks: 'STA-014',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === 'completed') data['status'] = 'cancelled'
    }),
  },
  {
    name: 'names a decision where a check passed before the applicant ended the session',
    killedBy: 'sessions.ends-after-a-check',
    breaks: 'STA-015',
    fault: events('completed', (event) => ({ ...event, decisionSource: 'automatic' })),
  },
  {
    name: 'approves a session that lapsed after a check that passed',
    killedBy: 'sessions.ends-after-a-check',
    breaks: ['STA-012', 'STA-013'],
    fault: events('expired', (event) => ({ ...event, outcome: 'approved' })),
  },
  {
    name: 'announces no cancellation of a started session',
    killedBy: CANCELLED,
    breaks: 'STA-007',
    fault: events('cancelled', () => undefined),
  },
]

const KILLED_BY = 'sessions.ended-stays-ended'
const CROSSING = 'sessions.cancelled-while-submitted'

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
  {
    name: 'announces both ends of a session that is cancelled while it is submitted',
    killedBy: CROSSING,
    breaks: ['EVT-003', 'EVT-004'],
    fault: () => ({
      delivery({ body }) {
        const event = JSON.parse(body.toString()) as JsonObject
        const other = event['status'] === 'completed' ? 'cancelled' : 'completed'
        return [body, Buffer.from(JSON.stringify({ ...event, status: other }))]
      },
    }),
  },
  {
    name: 'shows another end than it announced',
    killedBy: CROSSING,
    breaks: 'SES-005',
    fault: json(isSession, ({ data }) => {
      if (data) data['status'] = data['status'] === 'completed' ? 'cancelled' : 'completed'
    }),
  },
]
