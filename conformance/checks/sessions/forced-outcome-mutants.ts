import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { creates, type Mutant, sending } from '../../self-test/wire-faults.ts'
import { IGNORED_OUTCOMES } from './live-outcome.ts'

const REVIEW = 'kyc.session.manual_review_requested'

/** Gives every verification this outcome, for any request. */
const ending =
  (event: JsonObject): (() => Fault) =>
  () => ({
    delivery(delivery) {
      delivery.body = Buffer.from(
        JSON.stringify({ ...(JSON.parse(delivery.body.toString()) as JsonObject), ...event }),
      )
    },
  })

const APPROVED = { type: 'kyc.session.completed', status: 'completed', outcome: 'approved' }
const DECLINED = { ...APPROVED, outcome: 'declined' }
const PARKED = { type: REVIEW, status: 'awaiting_review', outcome: null }

const ENDS: [name: string, event: JsonObject, breaks: string[]][] = [
  ['pass', PARKED, ['OUT-002']],
  ['by-default', DECLINED, ['OUT-003', 'OUT-023']],
  ['by-default-whoever-it-is', DECLINED, ['OUT-003', 'OUT-019', 'OUT-022', 'OUT-023']],
  ['by-default-with-one-name', PARKED, ['OUT-003', 'OUT-019', 'OUT-023']],
  ['by-default-whatever-metadata-say', DECLINED, ['OUT-003', 'OUT-023']],
  ['fail-whoever-it-is', APPROVED, ['OUT-019', 'OUT-022']],
  ['review', APPROVED, ['OUT-004']],
  ['fail', APPROVED, ['OUT-005']],
  ['doc-quality', DECLINED, ['OUT-006']],
  ['pass-whatever-is-typed', DECLINED, ['OUT-019', 'OUT-020', 'OUT-022']],
  ['fail-whatever-is-typed', APPROVED, ['OUT-019', 'OUT-020', 'OUT-022']],
]

/** Gives live sessions that were created with this expected outcome another end. */
const endingLive = (expected: string, event: JsonObject): (() => Fault) => {
  const isForced = sending(creates, ({ expected_outcome }) => expected_outcome === expected)
  return () => {
    const { delivery: change } = ending(event)()
    const ids: string[] = []
    return {
      response(request, response) {
        if (isForced(request) && request.headers['authorization']?.includes('_live_'))
          ids.push((JSON.parse(response.body.toString()) as { data: { id: string } }).data.id)
      },
      delivery(delivery) {
        if (ids.some((id) => delivery.body.includes(id))) change?.(delivery)
      },
    }
  }
}

/** Makes a check pass, whatever outcome was requested. */
const passing =
  (check: string): (() => Fault) =>
  () => ({
    bindings(_, bindings) {
      const { tags } = bindings
      if (Array.isArray(tags)) bindings['tags'] = [...new Set([...(tags as string[]), check])]
    },
  })

/** Forgets the expected outcome of sessions that are created with metadata. */
const forgettingBesideMetadata = (): Fault => ({
  request(request) {
    if (!isWithMetadata(request)) return
    const { expected_outcome: _forgotten, ...others } = JSON.parse(
      request.body.toString(),
    ) as JsonObject
    request.body = Buffer.from(JSON.stringify(others))
  },
})
const isWithMetadata = sending(creates, ({ metadata }) => metadata !== undefined)

export const FORCED_OUTCOME_MUTANTS: readonly Mutant[] = [
  {
    name: 'forgets the expected outcome beside metadata',
    killedBy: 'sessions.ends-fail-whoever-it-is',
    breaks: 'OUT-005',
    fault: forgettingBesideMetadata,
  },
  ...ENDS.map(([name, event, breaks]): Mutant => ({
    name: `ends otherwise: ${name}`,
    killedBy: `sessions.ends-${name}`,
    breaks,
    fault: ending(event),
  })),
  ...['pass', 'fail', 'by-default'].flatMap((name) =>
    [undefined, 'reviewer'].map((decisionSource): Mutant => ({
      name: `ends ${name} with ${decisionSource ?? 'no'} decisionSource`,
      killedBy: `sessions.ends-${name}`,
      breaks: 'STA-005',
      fault: ending({ decisionSource }),
    })),
  ),
  ...['selfie', 'liveness'].map((face): Mutant => ({
    name: `passes everybody who does the face check ${face}`,
    killedBy: 'sessions.ends-fail-by-each-face-check',
    breaks: ['OUT-005', 'OUT-017'],
    fault: () => ({
      state({ params }) {
        if (params['face_check'] === face) params['expected_outcome'] = 'pass'
      },
    }),
  })),
  ...(
    [
      ['pass', 'pass', 'review', 'OUT-002'],
      ['review', 'review', 'pass', 'OUT-004'],
      ['doc_quality', 'doc-quality', 'pass', 'OUT-006'],
    ] as const
  ).flatMap(([outcome, name, instead, requirement]) =>
    ['selfie', 'liveness'].map((face): Mutant => ({
      name: `ends ${outcome} like ${instead} with the face check ${face}`,
      killedBy: `sessions.ends-${name}-by-each-face-check`,
      breaks: [requirement, 'OUT-017'],
      fault: () => ({
        state({ params }) {
          if (params['face_check'] === face && params['expected_outcome'] === outcome)
            params['expected_outcome'] = instead
        },
      }),
    })),
  ),
  ...IGNORED_OUTCOMES.map((outcome): Mutant => ({
    name: `obeys the expected outcome ${outcome} in live mode`,
    killedBy: 'sessions.live-ends-without-expected-outcome',
    breaks: 'OUT-024',
    // The simulator approves a live session, so another end shows that the value had an effect.
    fault: endingLive(outcome, outcome === 'review' ? PARKED : DECLINED),
  })),
  {
    name: 'always passes sanctions screening',
    killedBy: 'sessions.one-outcome-for-all-checks',
    breaks: 'OUT-017',
    fault: passing('sanctions_screening'),
  },
  {
    name: 'replays one recording',
    killedBy: 'sessions.one-outcome-for-all-checks',
    breaks: 'OUT-025',
    fault: passing('credit_history'),
  },
]
