import t from 'tap'
import { controlFor, dataOf, newSession } from '../control/testing.ts'
import { receiverFor } from '../testing/receiver.ts'
import { client, demoKey, roomyWorld } from '../testing/simulator.ts'

t.test('metrics count requests, refusals and deliveries from the first read on', async (t) => {
  const world = roomyWorld()
  world.organizations[0]!.budgets = { ...world.organizations[0]!.budgets, 'sessions:create': 3 }
  const receiver = await receiverFor(t)
  const { simulator, control } = await controlFor(t, { world, loopbackReceivers: true })
  const call = client(simulator, demoKey('org_acme'))
  await control('POST', '/organizations/org_acme/webhook_subscriptions', {
    mode: 'test',
    url: receiver.url,
    events: ['kyc.session.completed'],
  })
  await newSession(call)

  const first = await control('GET', '/metrics')
  t.equal(first.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  t.strictSame(samples(first.text), {}, 'nothing was counted before')

  const id = await newSession(call)
  await call('POST', '/v1/sessions', { nonsense: 1 })
  await call('POST', '/v1/sessions', {})
  dataOf(await control('POST', `/sessions/${id}/journey`, { action: 'submit' }))
  await control('POST', '/settle')

  // As a large body did before threads read it.
  const until = performance.now() + 200
  while (performance.now() < until);
  const { text } = await control('GET', '/metrics')
  const found = samples(text)
  const of = 'operation="createSession",region="us"'
  const type = 'event_type="kyc.session.completed"'
  t.match(found, {
    [`vskit_requests_total{${of},status="201"}`]: 1,
    [`vskit_requests_total{${of},status="422"}`]: 1,
    [`vskit_requests_total{${of},status="429"}`]: 1,
    [`vskit_rate_limited_total{${of}}`]: 1,
    [`vskit_request_duration_seconds_count{${of}}`]: 3,
    [`vskit_request_duration_seconds_bucket{${of},le="+Inf"}`]: 3,
    [`vskit_deliveries_total{${type},error_code=""}`]: 1,
    [`vskit_delivery_duration_seconds_count{${type}}`]: 1,
  })
  const buckets = Object.entries(found).filter(([name]) =>
    name.startsWith(`vskit_request_duration_seconds_bucket{${of}`),
  )
  t.ok(buckets.length > 5)
  t.strictSame(
    buckets.map(([, count]) => count),
    buckets.map(([, count]) => count).toSorted((a, b) => a - b),
    'buckets are cumulative',
  )
  t.match(text, /^# TYPE vskit_request_duration_seconds histogram$/m)
  const { vskit_event_loop_delay_seconds_max: delay, vskit_event_loop_busy_seconds_max: busy } =
    found
  t.ok(delay! > 0.15, `a main thread that was blocked for 0.2 s: ${delay} s`)
  t.ok(busy! > 0 && busy! < delay! + 0.1, `of which it was computing: ${busy} s`)
})

/** The samples of a page in the text format: name and labels to value. */
function samples(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`no sample: ${line}`)
      return [name, Number(value)]
    }),
  )
}
