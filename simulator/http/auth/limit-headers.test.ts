import t from 'tap'
import { client, demoKey } from '../../testing/simulator.ts'
import { controlOf, newOwner, rateOf, roomySimulator, verdict } from '../testing.ts'

const AT = '2031-03-04T05:06:12.250Z'
const SECOND_OF_AT = Math.floor(Date.parse(AT) / 1000)
const ROLLS = Math.ceil(SECOND_OF_AT / 60) * 60

const simulator = await roomySimulator(t)
const control = controlOf(simulator)
await control('POST', '/clock/freeze', { at: AT })
const newCaller = async (budgets = {}) => (await newOwner(simulator, { budgets })).caller('test')

t.test('LIM-024 Date and X-RateLimit-Reset of a region use the same clock', async (t) => {
  const call = await newCaller()
  const paths = {
    served: '/v1/wallet',
    refused: '/v1/sessions/x',
    unknown: '/v1/nothing',
    open: '/openapi.json',
  }
  for (const [title, path] of Object.entries(paths)) {
    const { headers } = await call('GET', path)
    t.equal(headers.get('date'), 'Tue, 04 Mar 2031 05:06:12 GMT', title)
  }
  const page = await fetch(`${simulator.base_urls.us}/s/vs_nothing`)
  t.equal(page.headers.get('date'), 'Tue, 04 Mar 2031 05:06:12 GMT', 'a hosted page')
  t.equal(rateOf((await call('GET', '/v1/wallet')).headers)?.reset, ROLLS)
  await control('POST', '/clock/advance', { seconds: 86_400 })
  t.equal((await call('GET', '/v1/wallet')).headers.get('date'), 'Wed, 05 Mar 2031 05:06:12 GMT')
  await control('POST', '/clock/freeze', { at: AT })
})

t.test('the Retry-After of a 429 is the time to wait', async (t) => {
  const call = await newCaller({ reads: 1 })
  await call('GET', '/v1/sessions')
  const refused = await call('GET', '/v1/sessions')
  t.equal(verdict(refused), '429 rate_limit_exceeded')
  t.equal(refused.headers.get('retry-after'), String(ROLLS - SECOND_OF_AT), 'rounded up')
  t.equal(
    (await call('GET', '/v1/wallet?x')).headers.get('retry-after'),
    refused.headers.get('retry-after'),
  )
  await control('POST', '/clock/advance', { seconds: ROLLS - Date.parse(AT) / 1000 })
  const served = await call('GET', '/v1/sessions')
  t.equal(served.status, 200, 'after that time the request is served')
  t.equal(served.headers.get('retry-after'), null)
  await control('POST', '/clock/freeze', { at: AT })
})

t.test(
  'LIM-022 LIM-023 LIM-024 LIM-025 RLC-016 with a valid key, an unknown route counts in the class global',
  async (t) => {
    const call = await newCaller({ global: 3 })
    const [unknown, wrongMethod] = [
      await call('GET', '/v1/nothing'),
      await call('DELETE', '/v1/wallet'),
    ]
    t.equal(verdict(unknown), '404 resource_not_found')
    t.equal(verdict(wrongMethod), '405 method_not_allowed')
    t.match(rateOf(unknown.headers), { limit: 3, remaining: 2, reset: ROLLS, window: 60 })
    t.match(rateOf(wrongMethod.headers), { limit: 3, remaining: 1, reset: ROLLS, window: 60 })
    await call('GET', '/v1/nothing')
    const spent = await call('GET', '/v1/nothing')
    t.equal(verdict(spent), '429 rate_limit_exceeded')
    t.match(rateOf(spent.headers), { limit: 3, remaining: 0 })
    t.equal(spent.headers.get('retry-after'), String(ROLLS - SECOND_OF_AT))
  },
)

t.test('an unknown route sends no rate headers without a valid key', async (t) => {
  for (const [title, key, region] of [
    ['no key', undefined, 'us'],
    ['an unknown key', `${demoKey('org_acme')}x`, 'us'],
    ['a key of the other region', demoKey('org_acme'), 'eu'],
  ] as const) {
    const reply = await client(simulator, key, region)('GET', '/v1/nothing')
    t.equal(verdict(reply), '404 resource_not_found', title)
    t.equal(rateOf(reply.headers), null, title)
  }
})
