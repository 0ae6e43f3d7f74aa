import { ACTION_MUTANTS, countsOneOf } from './action-mutants.ts'
import { ACTIONS_OF_TYPES_MUTANTS } from './actions-of-types-mutants.ts'
import { FURTHER } from './turned-cases.ts'
import { SCREENED } from './screened-verifications.ts'
import { ruleName } from './screening.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { isSession, json, type Mutant, mutantsOf } from '../../self-test/wire-faults.ts'

/** Inverts the result of the rule with that name. */
const turned =
  (name: string): (() => Fault) =>
  () => ({
    bindings({ params }, bindings) {
      if (!Array.isArray(bindings['tags'])) return
      if (!rulesIn(params).some((rule) => rule['name'] === name)) return
      const tags = bindings['tags'] as unknown[]
      bindings['tags'] = tags.includes(name) ? tags.filter((tag) => tag !== name) : [...tags, name]
    },
  })

/** Refuses every template that has such a rule. */
function refusesRules(bindings: JsonObject): void {
  for (const name of Object.keys(bindings)) delete bindings[name]
  bindings['refused'] = true
}

const rulesIn = (params: JsonObject): JsonObject[] =>
  Array.isArray(params['screening_rules']) ? params['screening_rules'].filter(isObject) : []

/** Inverts the result of a case, and uses the permitted refusal of another case in the same check. */
function besideRefusal(
  killedBy: string,
  label: string,
  refused: (condition: JsonObject) => boolean,
  name: string,
): Mutant {
  const { cases } = SCREENED.find(({ id }) => id === killedBy)!
  const at = cases.findIndex((one) => one.label === label)
  return {
    name,
    killedBy,
    breaks: cases[at]!.requirements,
    fault: () => {
      const { bindings: turn } = turned(ruleName(at))()
      return {
        bindings(use, bindings) {
          const conditions = rulesIn(use.params).map(({ condition }) => condition)
          if (conditions.filter(isObject).some(refused)) refusesRules(bindings)
          else turn!(use, bindings)
        },
      }
    },
  }
}

/** Rules on either signal read the other one. */
const exchanging = (one: string, other: string, which: string): Mutant => ({
  name: `reads ${one} in place of ${other}`,
  killedBy: `screening.signals-mixed-${which}`,
  breaks: 'DEV-001',
  fault: () => ({
    state({ params }) {
      const signals = params['signals'] as JsonObject | undefined
      if (!signals || !(one in signals)) return
      params['signals'] = { ...signals, [one]: signals[other], [other]: signals[one] }
    },
  }),
})

/** Changes the final status of screened verifications. */
const ending = (status: string): (() => Fault) =>
  json(isSession, ({ data }) => {
    data['status'] = status
  })

/** Declines verifications with a rule of this action; their status stays `completed`. */
const declining = (action: string, breaks: string): Mutant => ({
  name: `declines what has a rule with the action ${action}`,
  killedBy: 'screening.outcomes',
  breaks,
  fault: () => {
    let last: unknown
    return {
      state({ params }) {
        last = (params['screening_rules'] as JsonObject[] | undefined)?.[0]?.['action']
      },
      delivery(delivery) {
        const event = JSON.parse(delivery.body.toString()) as JsonObject
        if (last === action && 'outcome' in event)
          delivery.body = Buffer.from(JSON.stringify({ ...event, outcome: 'declined' }))
      },
    }
  },
})

const acting = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  status: string,
): Mutant => ({ name, killedBy, breaks, fault: ending(status) })

/** Returns a wrong age: the difference between the calendar years. */
function ageByYears(params: JsonObject): number {
  const born = (params['applicant'] as JsonObject | undefined)?.['date_of_birth']
  return new Date().getUTCFullYear() - Number(String(born).slice(0, 4))
}

export const SCREENING_MUTANTS: readonly Mutant[] = [
  ...FURTHER.flatMap(([killedBy, label, name]): Mutant[] => {
    const { cases } = SCREENED.find(({ id }) => id === killedBy)!
    const at = cases.findIndex((one) => label.test(one.label))
    return [{ name, killedBy, breaks: cases[at]!.requirements, fault: turned(ruleName(at)) }]
  }),
  besideRefusal(
    'screening.what-is-not-there',
    'applicant.phone neq "+442079460018"',
    ({ field }) => String(field).includes('vskit_nobody'),
    'refuses unknown subject types, and compares absent values',
  ),
  besideRefusal(
    'screening.arrays',
    'applicant.givenNames contains "An"',
    ({ operator, value }) => operator === 'eq' && Array.isArray(value),
    'refuses equality with an array, and searches in the elements of one',
  ),
  besideRefusal(
    'screening.lists-that-are-none',
    'session.metadata.desk not_in "retail, wholesale"',
    ({ operator }) => operator === 'in',
    'refuses in without a list, and takes not_in without one for true',
  ),
  {
    name: 'reads signals with device intelligence off',
    killedBy: 'screening.signals-off',
    breaks: ['DEV-001', 'DEV-002'],
    fault: () => ({
      state({ state, params }) {
        if (state === 'screened_session' && 'signals' in params)
          params['device_intelligence'] = true
      },
    }),
  },
  ...SCREENED.flatMap(({ id, cases }) =>
    mutantsOf(cases, id, `turns ${id}:`, (one) => turned(ruleName(cases.indexOf(one)))),
  ),
  ...(
    [
      ['an-object', 'PAT-021'],
      ['an-array-of-mixed-types', 'PAT-022'],
      ['an-array-that-is-mixed-at-its-end', 'PAT-022'],
    ] as const
  ).map(([what, breaks]): Mutant => ({
    name: `ignores metadata that is ${what}`,
    killedBy: `screening.metadata-that-is-${what}`,
    breaks,
    fault: () => ({
      state(use) {
        if (use.state === 'screened_session') use.params['metadata'] = { deep: 'flat' }
      },
    }),
  })),
  acting(
    'sends every applicant to review',
    'screening.actions',
    ['ATN-002', 'ATN-003', 'ATN-006', 'SCR-003', 'SCR-022', 'SCR-028'],
    'awaiting_review',
  ),
  acting(
    'sends no applicant to review',
    'screening.actions',
    ['ATN-004', 'SCR-002', 'SCR-021'],
    'completed',
  ),
  acting(
    'declines by rules',
    'screening.decline-is-a-review',
    ['ATN-008', 'ATN-010', 'ATN-011'],
    'completed',
  ),
  {
    name: 'declines by rules in one region',
    killedBy: 'screening.decline-is-a-review-elsewhere',
    breaks: ['ATN-008', 'ATN-009'],
    fault: json(
      (request) => request.region === 'eu' && isSession(request),
      ({ data }) => {
        data['status'] = 'completed'
      },
    ),
  },
  {
    name: 'counts an age by the calendar year',
    killedBy: 'screening.age-counts-birthdays',
    breaks: 'FLD-013',
    fault: () => ({
      bindings({ state, params }, bindings) {
        if (state === 'screened_session') bindings['tags'] = [String(ageByYears(params))]
      },
    }),
  },
  {
    name: 'counts the findings of the first check only',
    killedBy: 'screening.findings-of-every-check',
    breaks: 'FLD-016',
    fault: () => ({
      bindings(_, bindings) {
        const tags = bindings['tags'] as unknown[]
        bindings['tags'] = tags.filter((tag) => !/^findings (?!1$)/.test(String(tag)))
      },
    }),
  },
  countsOneOf('high', 'FLD-017'),
  countsOneOf('medium', 'FLD-018'),
  {
    name: 'accepts signals and passes none to the rules',
    killedBy: 'screening.signals-on',
    breaks: 'DEV-001',
    fault: () => ({
      state({ state, params }) {
        if (state === 'screened_session') delete params['signals']
      },
    }),
  },
  exchanging('fraud.geoTimezoneMismatch', 'fraud.deviceTouchPointMismatch', 'first'),
  exchanging('fraud.countryMismatch', 'fraud.deviceTouchPointMismatch', 'second'),
  exchanging('fraud.ipReputation', 'fraud.asnIsDatacenter', 'third'),
  exchanging('fraud.impossibleTravel', 'fraud.repeatApplicant', 'fourth'),
  {
    name: 'weighs no score',
    killedBy: 'screening.scores-are-weighed',
    breaks: 'ATN-005',
    fault: () => ({
      state({ params }) {
        for (const rule of (params['screening_rules'] ?? []) as JsonObject[])
          if (rule['action'] === 'adjust_score') rule['action'] = 'tag'
      },
    }),
  },
  {
    name: 'ignores negative scores',
    killedBy: 'screening.scores-are-weighed',
    breaks: 'ATN-005',
    fault: () => ({
      state({ params }) {
        for (const rule of rulesIn(params))
          if (Number(rule['scoreAdjustment']) < 0) rule['scoreAdjustment'] = 0
      },
    }),
  },
  {
    name: 'refuses rules on findings',
    killedBy: 'screening.findings',
    breaks: 'FLD-016',
    fault: () => ({
      bindings({ params }, bindings) {
        if ('findings' in params) refusesRules(bindings)
      },
    }),
  },
  {
    name: 'parks what a rule approves',
    killedBy: 'screening.actions',
    breaks: 'ATN-006',
    fault: () => ({
      state({ params }) {
        for (const rule of (params['screening_rules'] ?? []) as JsonObject[])
          if (rule['action'] === 'approve' && rule['isActive'] !== false) rule['action'] = 'review'
      },
    }),
  },
  ...ACTIONS_OF_TYPES_MUTANTS,
  ...ACTION_MUTANTS,
  declining('tag', 'ATN-003'),
  declining('approve', 'ATN-006'),
  {
    name: 'applies an inactive approve rule',
    killedBy: 'screening.inactive-approve',
    breaks: 'SCR-022',
    fault: () => ({
      state({ params }) {
        for (const rule of (params['screening_rules'] ?? []) as JsonObject[])
          if (rule['action'] === 'approve') delete rule['isActive']
      },
    }),
  },
  {
    name: 'reports an errored check as failed',
    killedBy: 'screening.check-that-ended-in-error',
    breaks: 'STA-027',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'errored_check') bindings['tags'] = ['fail']
      },
    }),
  },
]
