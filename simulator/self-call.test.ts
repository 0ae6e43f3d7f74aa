import t from 'tap'
import { controlFor } from './control/testing.ts'
import { client } from './testing/simulator.ts'

t.test(
  'guessed keys from this machine do not block calls of the simulator to itself',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    // The end of a window would give the address a new budget.
    await control('POST', '/clock/freeze', {})
    const guess = client(simulator, `ah_sk_us_test_${'x'.repeat(32)}`, 'us')
    let status = 0
    for (let i = 0; i < 700 && status !== 429; i++)
      status = (await guess('GET', '/v1/wallet')).status
    t.equal(status, 429, 'the address has used its budget up')
    const state = await control('POST', '/states', {
      state: 'session',
      action: 'setup',
      run_id: 'run-1',
      params: { region: 'us', mode: 'test', status: 'open' },
    })
    t.equal(state.status, 200, state.text)
  },
)
