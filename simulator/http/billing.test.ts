import t from 'tap'
import {
  bodyOf,
  controlOf,
  keyed,
  newOwner,
  pathOf,
  rateOf,
  refusalOf,
  roomySimulator,
  verdict,
} from './testing.ts'

const NOW = '2026-11-20T09:00:00.000Z'
/** The grace of GAP-GRACE. */
const GRACE_DAYS = 14

function daysAgo(days: number, ms = 0): string {
  return new Date(Date.parse(NOW) - days * 86_400_000 + ms).toISOString()
}

const active = {
  wallet: { status: 'active', balance_minor: 1 },
  subscription: { status: 'active' },
}

t.test(
  'ERR-015 ERR-016 ERR-017 ERR-018 ERR-020 ERR-021 ERR-022 PLN-022 ' +
    'an account that cannot spend is refused in live mode, and in no other',
  async (t) => {
    const simulator = await roomySimulator(t)
    await controlOf(simulator)('POST', '/clock/freeze', { at: NOW })
    const owner = await newOwner(simulator)
    const [live, test] = [await owner.caller('live'), await owner.caller('test')]
    const accounts: [title: string, change: object, expected: string][] = [
      ['the smallest coin', active, '200'],
      [
        'locked wallet',
        { wallet: { status: 'locked', balance_minor: 500_000 } },
        '402 payment_required',
      ],
      [
        'no wallet',
        { wallet: { status: 'absent', balance_minor: 500_000 } },
        '402 payment_required',
      ],
      ['empty wallet', { wallet: { balance_minor: 0 } }, '402 payment_required'],
      ['debt', { wallet: { balance_minor: -1 } }, '402 payment_required'],
      ['canceled plan', { subscription: { status: 'canceled' } }, '403 subscription_required'],
      [
        'canceled plan and locked wallet',
        { subscription: { status: 'canceled' }, wallet: { status: 'locked' } },
        '403 subscription_required',
      ],
      ['past due since now', { subscription: { status: 'past_due', past_due_since: NOW } }, '200'],
      [
        'past due, the last moment of grace',
        { subscription: { status: 'past_due', past_due_since: daysAgo(GRACE_DAYS, 1) } },
        '200',
      ],
      [
        'past due beyond grace',
        { subscription: { status: 'past_due', past_due_since: daysAgo(GRACE_DAYS) } },
        '403 subscription_required',
      ],
      [
        'past due within grace, empty wallet',
        { subscription: { status: 'past_due', past_due_since: NOW }, wallet: { balance_minor: 0 } },
        '402 payment_required',
      ],
    ]
    for (const [title, change, expected] of accounts) {
      await owner.change(active)
      await owner.change(change)
      const reply = await live('GET', '/v1/sessions')
      t.equal(verdict(reply), expected, title)
      if (reply.status !== 200)
        t.strictSame(refusalOf(reply).details, {}, `${title}: no figures of the account`)
      t.ok(rateOf(reply.headers), `${title}: it was authenticated`)
      t.equal(
        verdict(await test('GET', '/v1/sessions')),
        '200',
        `PLN-018 PLN-019 ${title}: not in test mode`,
      )
      t.equal(
        verdict(await test('POST', '/v1/sessions', {})),
        '201',
        `${title}: nor for what would be charged`,
      )
    }
  },
)

t.test(
  'ERR-019 ERR-023 after a top-up, and after the plan was started again, the same request succeeds',
  async (t) => {
    const simulator = await roomySimulator(t)
    const owner = await newOwner(simulator, {
      wallet: { balance_minor: 0 },
      subscription: { status: 'canceled' },
    })
    const call = await owner.caller('live')
    const create = async (): Promise<string> => verdict(await call('POST', '/v1/sessions', {}))
    t.equal(await create(), '403 subscription_required')
    await owner.change({ subscription: { status: 'active' } })
    t.equal(await create(), '402 payment_required')
    await owner.change({ wallet: { balance_minor: 5000 } })
    t.equal(await create(), '201')
    const { data } = (await call('GET', '/v1/sessions')).json<{ data: unknown[] }>()
    t.equal(data.length, 1, 'rejected requests have no effect')
  },
)

t.test('the grace period ends by the clock, without a request', async (t) => {
  const simulator = await roomySimulator(t)
  const control = controlOf(simulator)
  await control('POST', '/clock/freeze', { at: NOW })
  const owner = await newOwner(simulator, { subscription: { status: 'past_due' } })
  const call = await owner.caller('live')
  await control('POST', '/clock/advance', { seconds: GRACE_DAYS * 86_400 - 0.001 })
  t.equal(verdict(await call('GET', '/v1/sessions')), '200')
  await control('POST', '/clock/advance', { seconds: 0.001 })
  t.equal(verdict(await call('GET', '/v1/sessions')), '403 subscription_required')
})

t.test(
  'END-003 BIL-007 BIL-008 BIL-009 ' +
    'every route of a live account that cannot spend is refused, reads of its state excepted',
  async (t) => {
    const simulator = await roomySimulator(t)
    const broke = await newOwner(simulator, { wallet: { balance_minor: 0 } })
    const ended = await newOwner(simulator, { subscription: { status: 'canceled' } })
    for (const [owner, expected] of [
      [broke, '402 payment_required'],
      [ended, '403 subscription_required'],
    ] as const) {
      const call = await owner.caller('live')
      const test = await owner.caller('test')
      for (const operation of keyed) {
        const ask = (by: typeof call): Promise<string> =>
          by(operation.method.toUpperCase(), pathOf(operation), bodyOf(operation)).then(verdict)
        const [live, inTest] = [await ask(call), await ask(test)]
        if (operation.accountStateRead) {
          t.equal(live, '200', `${operation.operationId} can still be read`)
        } else t.equal(live, expected, operation.operationId)
        t.not(inTest, expected, `${operation.operationId} in test mode`)
      }
    }
  },
)

t.test("BIL-009 a read of the account's state skips the billing check only", async (t) => {
  const simulator = await roomySimulator(t)
  await controlOf(simulator)('POST', '/clock/freeze', { at: NOW })
  const served = '200'
  for (const account of [
    { wallet: { balance_minor: 0 } },
    { wallet: { status: 'absent' } },
    { subscription: { status: 'canceled' } },
  ]) {
    const owner = await newOwner(simulator, { ...account, budgets: { reads: 2 } })
    const read = async (scopes: string[], times: number): Promise<string[]> => {
      const call = await owner.caller('live', scopes)
      const verdicts: string[] = []
      for (let i = 0; i < times; i++) verdicts.push(verdict(await call('GET', '/v1/wallet')))
      return verdicts
    }
    t.strictSame(await read(['wallet:read'], 3), [served, served, '429 rate_limit_exceeded'])
    t.strictSame(await read(['sessions:read'], 1), ['403 insufficient_scope'])
  }
})
