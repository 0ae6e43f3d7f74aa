import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t)
const control = controlClient(simulator)
const live = caller(simulator, demoKey('org_acme', 'live'))

t.test(
  'WAL-001 BIL-009 the wallet is readable while billing refuses everything else',
  async (t) => {
    t.strictSame(data(await live('GET', '/v1/wallet')), {
      currency: 'USD',
      balance_minor: 250_000,
      status: 'active',
    })
    const refusals: [object, string][] = [
      [{ wallet: { status: 'locked' } }, '402 payment_required'],
      [{ wallet: { status: 'active', balance_minor: 0 } }, '402 payment_required'],
      [{ wallet: { status: 'absent' } }, '402 payment_required'],
      [
        { wallet: { status: 'active', balance_minor: 1 }, subscription: { status: 'canceled' } },
        '403 subscription_required',
      ],
    ]
    for (const [change, expected] of refusals) {
      await control.organization('org_acme', change)
      t.equal(refusal(await live('GET', '/v1/sessions')), expected)
      t.equal((await live('GET', '/v1/wallet')).status, 200)
    }
    await control.organization('org_acme', { wallet: { status: 'absent' } })
    t.strictSame(data(await live('GET', '/v1/wallet')), {
      currency: null,
      balance_minor: null,
      status: 'absent',
    })
  },
)

t.test('PLN test mode has no wallet', async (t) => {
  const test = caller(simulator, demoKey('org_globex'))
  t.strictSame(data(await test('GET', '/v1/wallet')), {
    currency: null,
    balance_minor: null,
    status: 'absent',
  })
})
