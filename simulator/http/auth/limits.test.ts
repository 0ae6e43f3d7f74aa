import t from 'tap'
import demoWorld from '../../../fixtures/world/demo.json' with { type: 'json' }
import { routeClasses } from '../../../spec/generated/limits.ts'
import { type WorldFile } from '../../world/world.ts'
import { type Client, type Reply, client, demoKey, simulatorFor } from '../../testing/simulator.ts'
import {
  UNKNOWN_IDS,
  controlOf,
  keyed,
  newOwner,
  pathOf,
  rateOf,
  refusalOf,
  roomySimulator,
  verdict,
} from '../testing.ts'

/** Written down by hand from the requirements: which class each route counts in. */
const CLASS_OF: Record<string, [requirement: string, route: string][]> = {
  'sessions:create': [['RLC-001', 'POST /v1/sessions']],
  'sessions:read_report': [['RLC-002', 'GET /v1/sessions/{id}/report.pdf']],
  'sessions:read_image': [['RLC-005', 'GET /v1/sessions/{id}/idv-image/{artifact}']],
  'idv:create': [['RLC-006', 'POST /v1/id-verification']],
  'applicants:create': [
    ['RLC-007', 'POST /v1/applicants'],
    ['RLC-008', 'PATCH /v1/applicants/{id}'],
    ['RLC-009', 'DELETE /v1/applicants/{id}'],
  ],
  'dsar:create': [['RLC-010', 'POST /v1/data_subject_requests']],
  reads: [
    ['RLC-012', 'GET /v1/sessions'],
    ['RLC-012', 'GET /v1/sessions/{id}'],
    ['RLC-013', 'GET /v1/applicants'],
    ['RLC-013', 'GET /v1/applicants/{id}'],
    ['RLC-014', 'GET /v1/workflow-templates'],
    ['RLC-014', 'GET /v1/workflow-templates/{id}'],
    ['RLC-015', 'GET /v1/wallet'],
  ],
  global: [
    ['RLC-017', 'POST /v1/sessions/{id}/cancel'],
    ['RLC-018', 'POST /v1/sessions/{id}/resend'],
    ['RLC-019', 'POST /v1/sessions/{id}/notes'],
    ['RLC-020', 'POST /v1/sessions/{id}/skip_step'],
    ['RLC-021', 'POST /v1/sessions/{id}/browser_token'],
    ['RLC-021', 'POST /v1/sessions/{id}/client_token'],
    ['RLC-022', 'POST /v1/workflow-templates'],
    ['RLC-022', 'PATCH /v1/workflow-templates/{id}'],
  ],
}
/** One route for each class. */
const ONE_OF = Object.entries(CLASS_OF).map(([name, [first]]) => [name, first![1]] as const)
const SECOND = '2026-11-20T09:00:00.000Z'

/** Requests a route of the contract with unknown ids; requests that fail after the limit still count. */
function ask(call: Client, route: string): Promise<Reply> {
  const operation = keyed.find(({ method, path }) => `${method.toUpperCase()} ${path}` === route)
  if (!operation) throw new Error(`no route ${route}`)
  return call(
    operation.method.toUpperCase(),
    pathOf(operation),
    operation.method === 'post' ? {} : undefined,
  )
}

t.test(
  'LIM-005 LIM-006 LIM-007 RLC-016 SCO-011 each route counts in its own class only',
  async (t) => {
    const simulator = await roomySimulator(t)
    await controlOf(simulator)('POST', '/clock/freeze', { at: SECOND })
    // Budgets that differ tell the classes apart.
    const budgets: Record<string, number> = {
      ...Object.fromEntries(Object.keys(CLASS_OF).map((name, i) => [name, 100 + i])),
      // Flat classes, which the control API does not raise.
      'sessions:read_report': 50,
      'dsar:create': 9,
    }
    const owner = await newOwner(simulator, { tier: 'custom', budgets })
    const call = await owner.caller('test')
    const other = await owner.caller('test')
    const used: Record<string, number> = {}
    const expect = async (title: string, route: string, routeClass: string): Promise<void> => {
      used[routeClass] = (used[routeClass] ?? 0) + 1
      const rate = rateOf((await ask(call, route)).headers)
      t.strictSame(
        [rate?.limit, rate?.remaining],
        [budgets[routeClass], budgets[routeClass]! - used[routeClass]],
        title,
      )
    }
    for (const [routeClass, routes] of Object.entries(CLASS_OF)) {
      for (const [requirement, route] of routes)
        await expect(`${requirement} ${route} is of ${routeClass}`, route, routeClass)
    }
    const named = Object.values(CLASS_OF)
      .flat()
      .map(([, route]) => route)
    for (const { method, path } of keyed) {
      const route = `${method.toUpperCase()} ${path}`
      if (!named.includes(route))
        await expect(`${route} is of no class of its own`, route, 'global')
    }
    for (const [routeClass, route] of ONE_OF) {
      t.equal(
        rateOf((await ask(other, route)).headers)?.remaining,
        budgets[routeClass]! - 1,
        `another key has its own counter of ${routeClass}`,
      )
    }
  },
)

t.test(
  'ERR-024 LIM-022 LIM-026 LIM-027 LIM-028 LIM-029 LIM-030 ' +
    'past the budget of a class: 429, its details, and the other classes go on',
  async (t) => {
    const simulator = await roomySimulator(t)
    await controlOf(simulator)('POST', '/clock/freeze', { at: SECOND })
    for (const [routeClass, route] of ONE_OF) {
      const owner = await newOwner(simulator, { tier: 'elevated', budgets: { [routeClass]: 2 } })
      const call = await owner.caller('test')
      const replies = [
        await ask(call, route),
        await ask(call, route),
        await ask(call, route),
        await ask(call, route),
      ]
      t.strictSame(
        replies.map(({ status }) => status === 429),
        [false, false, true, true],
        routeClass,
      )
      const window = routeClass === 'dsar:create' ? 86_400 : 60
      const reset =
        Date.parse(routeClass === 'dsar:create' ? '2026-11-21T00:00:00Z' : '2026-11-20T09:01:00Z') /
        1000
      t.strictSame(
        replies.map(({ headers }) => rateOf(headers)),
        [1, 0, 0, 0].map((remaining) => ({ limit: 2, remaining, reset, window })),
        routeClass,
      )
      const { code, details } = refusalOf(replies[2]!)
      t.equal(code, 'rate_limit_exceeded')
      t.strictSame(
        details,
        {
          reset_at: reset,
          limit: 2,
          window_seconds: window,
          route_class: routeClass,
          tier: 'elevated',
        },
        routeClass,
      )
      for (const [otherClass, otherRoute] of ONE_OF) {
        if (otherClass !== routeClass)
          t.not(
            (await ask(call, otherRoute)).status,
            429,
            `${otherClass} goes on when ${routeClass} is spent`,
          )
      }
    }
  },
)

t.test('LIM-017 a key with only sessions:write sees sessions:create in its 429', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator, { budgets: { 'sessions:create': 1 } })
  const call = await owner.caller('test', ['sessions:write'])
  await controlOf(simulator)('POST', '/clock/freeze')
  await call('POST', '/v1/sessions', {})
  t.equal(refusalOf(await call('POST', '/v1/sessions', {})).details.route_class, 'sessions:create')
})

t.test(
  'ERR-025 LIM-008 LIM-009 LIM-010 RLC-011 ' +
    'a window is fixed: nothing comes back before it rolls, then everything does',
  async (t) => {
    const simulator = await roomySimulator(t)
    const control = controlOf(simulator)
    for (const [routeClass, route] of ONE_OF) {
      const seconds = routeClass === 'dsar:create' ? 86_400 : 60
      const start = Math.ceil(Date.parse(SECOND) / (seconds * 1000)) * seconds * 1000
      await control('POST', '/clock/freeze', { at: new Date(start).toISOString() })
      const owner = await newOwner(simulator, { budgets: { [routeClass]: 3 } })
      const call = await owner.caller('test')
      const spend = async (): Promise<boolean[]> => {
        const admitted: boolean[] = []
        for (let i = 0; i < 4; i++) admitted.push((await ask(call, route)).status !== 429)
        return admitted
      }
      t.strictSame(
        await spend(),
        [true, true, true, false],
        `${routeClass}: the whole budget at once`,
      )
      for (const share of [1 / 3, 2 / 3]) {
        await control('POST', '/clock/set', {
          at: new Date(start + seconds * 1000 * share).toISOString(),
        })
        t.equal((await ask(call, route)).status, 429, `${routeClass}: nothing trickles back`)
      }
      await control('POST', '/clock/set', {
        at: new Date(start + seconds * 1000 - 1).toISOString(),
      })
      const late = await ask(call, route)
      t.equal(late.status, 429, `${routeClass}: not a millisecond early`)
      t.equal(refusalOf(late).details.reset_at, start / 1000 + seconds)
      await control('POST', '/clock/advance', { seconds: 0.001 })
      t.strictSame(
        await spend(),
        [true, true, true, false],
        `${routeClass}: the whole budget again`,
      )
    }
  },
)

t.test(
  'LIM-011 LIM-014 LIM-016 LIM-018 LIM-019 LIM-020 LIM-021 RLC-003 RLC-004 IMG-033 budgets by tier',
  async (t) => {
    const simulator = await roomySimulator(t)
    const table: Record<string, Record<string, number>> = {}
    for (const tier of ['standard', 'elevated', 'enterprise', 'custom', undefined]) {
      const call = await (
        await newOwner(simulator, tier === undefined ? {} : { tier })
      ).caller('test')
      for (const [routeClass, route] of ONE_OF)
        (table[routeClass] ??= {})[tier ?? 'new'] = rateOf((await ask(call, route)).headers)!.limit
    }
    const { standard, elevated, enterprise, custom } = table['sessions:read_image']!
    t.strictSame([standard, elevated, enterprise, custom], [120, 120, 120, 120], 'images')
    for (const [routeClass, budgets] of Object.entries(table)) {
      const [low, mid, high] = [budgets.standard!, budgets.elevated!, budgets.enterprise!]
      t.equal(budgets.new, low, `${routeClass}: a new organization is standard`)
      if (routeClass === 'sessions:read_image' || routeClass === 'dsar:create')
        t.strictSame([mid, high, budgets.custom], [low, low, low], `${routeClass} is flat`)
      else if (routeClass === 'sessions:read_report')
        t.strictSame([low < mid, high, budgets.custom], [true, mid, mid], 'the report rises once')
      else t.ok(low < mid && mid < high, `${routeClass} rises with the tier`)
      t.equal(
        low,
        routeClasses[routeClass as keyof typeof routeClasses].budgets.standard,
        `${routeClass} as the table says`,
      )
    }
    for (const tier of ['standard', 'elevated', 'enterprise']) {
      t.ok(
        table['sessions:read_report']![tier]! * 4 <= table.reads![tier]!,
        `${tier}: reports are well below reads`,
      )
    }
  },
)

t.test(
  'LIM-015 ' +
    "the tier is the organization's: a change of it reaches all its keys with their next request",
  async (t) => {
    const simulator = await roomySimulator(t)
    const owner = await newOwner(simulator)
    const callers = [await owner.caller('test'), await owner.caller('live')]
    const limits = async (): Promise<unknown[]> =>
      Promise.all(
        callers.map(async (call) => rateOf((await call('GET', '/v1/sessions')).headers)?.limit),
      )
    t.strictSame(await limits(), [300, 300])
    await owner.change({ tier: 'enterprise' })
    t.strictSame(await limits(), [6000, 6000])
  },
)

t.test('200 concurrent clients of one key and class: exactly the budget is admitted', async (t) => {
  const simulator = await roomySimulator(t)
  const control = controlOf(simulator)
  await control('POST', '/clock/freeze', { at: SECOND })
  const call = await (await newOwner(simulator)).caller('test')
  const { id } = (await call('POST', '/v1/sessions', {})).json<{ data: { id: string } }>().data
  await control('POST', `/sessions/${id}/journey`, { action: 'submit' })
  const burst = async (): Promise<Reply[]> =>
    Promise.all(
      Array.from({ length: 200 }, () => call('GET', `/v1/sessions/${id}/idv-image/front`)),
    )
  const replies = await burst()
  const served = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ status }) => status === 429)
  t.strictSame([served.length, refused.length], [120, 80])
  t.strictSame(
    served.map(({ headers }) => rateOf(headers)!.remaining).sort((a, b) => a - b),
    Array.from({ length: 120 }, (_, i) => i),
    'no place given twice',
  )
  t.ok(refused.every(({ headers }) => rateOf(headers)!.remaining === 0))
  await control('POST', '/clock/advance', { seconds: 60 })
  t.equal(
    (await burst()).filter(({ status }) => status === 200).length,
    120,
    'a rejected request used no budget of the next window',
  )
})

t.test(
  'LIM-001 LIM-002 LIM-003 LIM-004 ' +
    'the limit by address: bad credentials count, good ones do not, and it rolls',
  async (t) => {
    const simulator = await simulatorFor(t, {
      world: { ...(structuredClone(demoWorld) as WorldFile), ip_limit: 5 },
    })
    const control = controlOf(simulator)
    await control('POST', '/clock/freeze', { at: SECOND })
    const good = client(simulator, demoKey('org_globex'))
    const stranger = client(simulator, `ah_sk_us_test_${'guess'.repeat(5)}`)
    const junk = (headers = {}) => stranger('GET', '/v1/sessions', undefined, headers)
    for (let i = 0; i < 20; i++)
      t.equal((await good('GET', '/v1/sessions')).status, 200, 'a good key is not counted')
    t.equal((await good('GET', '/v1/nothing')).status, 404, 'nor where no route takes the request')
    const spent = [
      await junk(),
      await client(simulator, undefined)('GET', '/v1/sessions'),
      await client(simulator, 'bt_x')('GET', '/v1/wallet'),
      await stranger('GET', '/v1/nothing'),
      await client(simulator, undefined)('GET', '/openapi.json'),
    ]
    t.strictSame(
      spent.map(({ status }) => status),
      [401, 401, 403, 404, 200],
      'a request without a valid key counts',
    )
    const refused = await junk({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })
    t.equal(verdict(refused), '429 rate_limit_exceeded', 'and a forwarded address has no effect')
    const reset = Date.parse(SECOND) / 1000 + 60
    t.strictSame(refusalOf(refused).details, {
      reset_at: reset,
      limit: 5,
      window_seconds: 60,
      route_class: 'pre_auth_ip',
      tier: 'unauthenticated',
    })
    t.equal(rateOf(refused.headers), null)
    t.equal(
      verdict(await good('GET', '/v1/sessions')),
      '429 rate_limit_exceeded',
      'the key is not even looked at',
    )
    t.equal(
      verdict(await client(simulator, undefined, 'eu')('GET', '/v1/sessions')),
      '401 authentication_required',
      'each region counts for itself',
    )
    await control('POST', '/clock/advance', { seconds: 59.999 })
    t.equal((await good('GET', '/v1/sessions')).status, 429, 'not before the window rolls')
    await control('POST', '/clock/advance', { seconds: 0.001 })
    t.equal((await good('GET', '/v1/sessions')).status, 200)
    t.equal((await junk()).status, 401)
  },
)

t.test('a reset by the control API restores the budgets', async (t) => {
  const simulator = await roomySimulator(t)
  const control = controlOf(simulator)
  await control('POST', '/clock/freeze', { at: SECOND })
  const [one, two] = [
    await newOwner(simulator, { budgets: { reads: 1 } }),
    await newOwner(simulator, { budgets: { reads: 1 } }),
  ]
  const [first, second] = [await one.caller('test'), await two.caller('test')]
  const states = async (): Promise<number[]> => [
    (await first('GET', `/v1/sessions/${UNKNOWN_IDS.session}`)).status,
    (await second('GET', '/v1/sessions')).status,
  ]
  t.strictSame(await states(), [404, 200])
  t.strictSame(await states(), [429, 429])
  await control('POST', '/reset', { organization: two.id })
  t.strictSame(await states(), [429, 200])
  await control('POST', '/reset')
  t.strictSame(await states(), [404, 200])
})
