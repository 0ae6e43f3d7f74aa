import { OCCURRENCES } from '../../check/resources/event-types.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

/** Sends events of live mode to endpoints of test mode. */
export const OCCURRENCE_MODE_MUTANTS: readonly Mutant[] = OCCURRENCES.map((type) => ({
  name: `sends live events ${type} to test endpoints`,
  killedBy: 'webhooks.occurrences-of-one-mode',
  breaks: 'PLN-030',
  fault: () => ({
    state({ state, params }) {
      if (state !== 'webhook_subscription' || params['mode'] === 'live') return
      params['mode'] = 'live'
      params['events'] = [type]
    },
  }),
}))
