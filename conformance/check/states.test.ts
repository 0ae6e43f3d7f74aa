import t from 'tap'
import { StateError, StateUnavailable } from '../target/states.ts'
import type { Context } from './check.ts'
import { Unreachable } from './outcome.ts'
import { reachIfPossible } from './states.ts'

const refusing = (error: Error): Context =>
  ({
    home: 'us',
    async state() {
      throw error
    },
  }) as unknown as Context

t.test('a parameter that the provider may refuse makes a check unreachable', async (t) => {
  const refused = new StateUnavailable('no such parameter')
  await t.rejects(reachIfPossible(refusing(refused), 'account', {}), Unreachable)
})

t.test('an error of the provider stays one', async (t) => {
  const failed = new StateError('500')
  await t.rejects(reachIfPossible(refusing(failed), 'account', {}), StateError)
})
