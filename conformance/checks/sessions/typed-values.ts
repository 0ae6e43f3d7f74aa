import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  COMPLETED,
  REVIEW,
  sessionOf,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import { asRequested } from '../screening/screening.ts'
import { passedChecks, TOGETHER } from './forced-outcome.ts'

/** A person with values that other services reserve for an outcome of their test mode. */
interface Person {
  family_name: string
  given_names: string[]
  email: string
  date_of_birth: string
}

const person = (word: string, email: string, date_of_birth: string): Person => ({
  family_name: word,
  given_names: [word],
  email,
  date_of_birth,
})

const MINOR = new Date(Date.now() - 15.5 * 365.25 * 86_400_000).toISOString().slice(0, 10)

/** With each expected outcome, the persons whose values mean the opposite elsewhere. */
const TYPED_VALUES: readonly (readonly [forced: 'pass' | 'fail', persons: readonly Person[]])[] = [
  [
    'pass',
    [
      person('Fail', 'fail@applicant.example', '1970-01-01'),
      person('Decline', 'una+fail@applicant.example', '2000-01-01'),
      person('Declined', 'declined@applicant.example', '1980-01-01'),
      person('Reject', 'una+decline@applicant.example', '1999-12-31'),
      person('Review', 'review@applicant.example', '1990-01-01'),
      person('Error', 'una@decline.example', '1931-01-01'),
      person('Fraud', 'una+review@applicant.example', MINOR),
      person('FAILED', 'FAILED@APPLICANT.EXAMPLE', '1988-02-29'),
      // Born before most people who live, at a domain of disposable addresses, in another script.
      person('Blocked', 'una@mailinator.com', '1900-01-01'),
      person('Παπαδοπούλου', 'una@test.example', '1985-07-09'),
    ],
  ],
  [
    'fail',
    [
      person('Pass', 'pass@applicant.example', '1970-01-01'),
      person('Approve', 'una+pass@applicant.example', '2000-01-01'),
      person('Approved', 'approved@applicant.example', '1980-01-01'),
      person('CLEAR', 'una+approve@applicant.example', '1990-01-01'),
    ],
  ],
]

const REQUIREMENTS = ['OUT-019', 'OUT-020', 'OUT-022']

export const typedValueChecks: readonly Check[] = [
  {
    id: 'sessions.no-typed-value-decides',
    area: 'sessions',
    requirements: REQUIREMENTS,
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'submitted_session'],
    },
    why: 'A person of this name, born on this day, must end as the test asks, or tests fail by chance.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: [COMPLETED, REVIEW] })
      const ends: { id: string; forced: 'pass' | 'fail'; who: string; typed?: JsonObject }[] = []
      for (const [forced, persons] of TYPED_VALUES)
        for (const [i, one] of persons.entries()) {
          // In turns typed by the applicant and sent by the backend.
          const isTyped = i % 2 === 0
          const id = await sessionOf(ctx, key, {
            expected_outcome: forced,
            ...(!isTyped && { applicant: one }),
          })
          const { family_name, email, date_of_birth } = one
          const who = `${family_name}, ${email}, born ${date_of_birth}`
          ends.push({ id, forced, who, ...(isTyped && { typed: inSubmission(one) }) })
        }
      for (const { id, typed } of ends)
        await reach(ctx, 'submitted_session', {
          organization,
          session_id: id,
          ...(typed && { applicant: typed }),
        })
      for (const { id, forced, who } of ends) {
        const delivery = await verdictDelivery(hook, about(id))
        const { type, outcome } = delivery ? bodyOf(delivery) : {}
        const holds = delivery !== undefined && (outcome === 'approved') === (forced === 'pass')
        const label = `${forced === 'pass' ? 'approved' : 'not approved'} with ${forced}: ${who}`
        for (const requirement of REQUIREMENTS)
          ctx.expect(requirement, label, holds, delivery ? { type, outcome } : 'no event came')
      }
    },
  },
  {
    id: 'sessions.no-typed-value-decides-a-check',
    area: 'sessions',
    requirements: REQUIREMENTS,
    level: 'must',
    needs: {
      features: ['sessions', 'workflow_templates'],
      credentials: [],
      states: ['screened_session'],
    },
    why: 'A check that searches by name must not take a name for a hit of its own.',
    async run(ctx) {
      for (const [forced, persons] of TYPED_VALUES)
        for (const one of persons) {
          const passed = await passedChecks(ctx, forced, asRequested(ctx, { ...one }))
          const wrong = TOGETHER.filter((check) => passed.has(check) !== (forced === 'pass'))
          const { family_name, email, date_of_birth } = one
          const who = `${family_name}, ${email}, born ${date_of_birth}`
          for (const requirement of REQUIREMENTS)
            ctx.expect(
              requirement,
              `${forced === 'pass' ? 'each check passes' : 'no check passes'} with ${forced}: ${who}`,
              wrong.length === 0,
              `${wrong.join(', ')}: ${forced === 'pass' ? 'not passed' : 'passed'}`,
            )
        }
    },
  },
]

/** Returns a person in the names of an SDK submission. */
function inSubmission({ family_name, given_names, email, date_of_birth }: Person): JsonObject {
  return {
    familyName: family_name,
    givenNames: given_names,
    email,
    dateOfBirth: date_of_birth,
  }
}
