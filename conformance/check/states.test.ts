import t from 'tap'
import { StateError, StateUnavailable } from '../target/states.ts'
import type { Context } from './check.ts'
import { Blocked, Unreachable } from './outcome.ts'
import { reach, reachIfPossible } from './states.ts'

const refusing = (error: Error): Context =>
  ({
    home: 'us',
    async state() {
      throw error
    },
  }) as unknown as Context

t.test('a parameter that the provider may refuse makes a check unreachable', async (t) => {
  const refused = new StateUnavailable('account', 'no plans here')
  const outcome = reachIfPossible(refusing(refused), 'account', {})
  await t.rejects(outcome, Unreachable)
  await t.rejects(outcome, {
    message:
      'the provider refuses the state account with these params, as PROTOCOL.md permits: no plans here',
  })
})

t.test('an error of the provider stays one', async (t) => {
  const failed = new StateError('500')
  await t.rejects(reachIfPossible(refusing(failed), 'account', {}), StateError)
})

t.test('a state that the service refuses, and one without a binding', async (t) => {
  const giving = (bindings: object) =>
    ({ home: 'us', state: async () => bindings }) as unknown as Context
  const outcomeOf = (bindings: object) => reach(giving(bindings), 'screened_session', {})
  const refusal = { message: /the service refuses the state screened_session/ }
  await t.rejects(outcomeOf({ refused: true }), Blocked)
  await t.rejects(outcomeOf({ refused: true }), refusal)
  await t.rejects(outcomeOf({ key: 'k' }), { message: /has to return the binding organization/ })
})
