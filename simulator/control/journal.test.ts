import t from 'tap'
import { backendFor } from '../testing/page.ts'
import { type Client, client, demoKey, roomyWorld } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, problemsOf } from './testing.ts'

interface Shown {
  content_type: string | null
  bytes: number | null
  body: unknown
  truncated: boolean
}
interface Entry {
  organization: string | null
  operation: string | null
  path: string
  query: object
  status: number | null
  answered: string
  request_id: string
  duration_ms: number
  error_code: string | null
  fault_id: string | null
  request: Shown
  response: Shown
}

const PERSON = { family_name: 'Verylongsecretname', given_names: ['Ana'] }

t.test('the request journal', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  const key = demoKey('org_acme')
  const acme = client(simulator, key)
  const globex = client(simulator, demoKey('org_globex'))
  const list = async (query = '') =>
    dataOf<Entry[]>(await control('GET', `/requests?limit=100${query}`))
  const begin = async (body: object = {}) => {
    await control('PUT', '/journal', { enabled: false })
    return dataOf(await control('PUT', '/journal', { enabled: true, ...body }))
  }

  t.test('it is off by default, and then records nothing', async (t) => {
    t.strictSame(dataOf(await control('GET', '/journal')), {
      enabled: false,
      organization: null,
      count: 0,
    })
    await acme('GET', '/v1/sessions')
    t.strictSame(await list(), [])
    t.strictSame(await begin(), { enabled: true, organization: null, count: 0 })
    await acme('GET', '/v1/sessions')
    t.equal((await list()).length, 1)
    await control('PUT', '/journal', { enabled: false })
    t.strictSame(await list(), [], 'the entries are deleted')
  })

  t.test('an entry includes the response as soon as the caller has it', async (t) => {
    await begin()
    const reply = await acme(
      'POST',
      '/v1/sessions',
      { metadata: { orderId: 'A-1' } },
      { 'accept-language': 'de' },
    )
    const [entry, ...others] = await list()
    t.strictSame(others, [])
    t.match(entry, {
      organization: 'org_acme',
      mode: 'test',
      region: 'us',
      key_id: 'key_acme_test_main',
      operation: 'createSession',
      method: 'POST',
      path: '/v1/sessions',
      query: {},
      status: 201,
      answered: 'whole',
      error_code: null,
      fault_id: null,
      headers: { 'accept-language': 'de' },
      request_id: reply.headers.get('x-request-id'),
      request: {
        content_type: 'application/json',
        bytes: 30,
        body: { metadata: { orderId: 'A-1' } },
        truncated: false,
      },
      response: {
        content_type: 'application/json; charset=utf-8',
        bytes: reply.bytes.length,
        body: { data: reply.json<{ data: object }>().data },
      },
    })
    t.ok(entry!.duration_ms >= 0)
  })

  t.test('rejected requests are included, also for unknown paths', async (t) => {
    await begin()
    const headers = { host: 'localhost', authorization: `Bearer ${key}` }
    await simulator.regions.us.inject({ url: '/v1/sessions', headers }) // Requests of the simulator to itself are not recorded.
    await acme('POST', '/v1/sessions', { naem: 'x' })
    await client(simulator, `${key}x`)('POST', '/v1/sessions', { name: 'unseen' })
    await acme('GET', '/v1/session?id=1')
    await acme('DELETE', '/v1/sessions')
    await acme('POST', '/v1/sessions', '{"not json')
    const shown = (await list()).map(
      ({ operation, organization, status, error_code, path, query }) => [
        operation,
        organization,
        status,
        error_code,
        path,
        JSON.stringify(query),
      ],
    )
    t.strictSame(shown, [
      ['createSession', 'org_acme', 422, 'validation_error', '/v1/sessions', '{}'],
      [null, null, 405, 'method_not_allowed', '/v1/sessions', '{}'],
      [null, null, 404, 'resource_not_found', '/v1/session', '{"id":"[redacted]"}'],
      ['createSession', null, 401, 'invalid_api_key', '/v1/sessions', '{}'],
      ['createSession', 'org_acme', 422, 'validation_error', '/v1/sessions', '{}'],
    ])
    t.match((await list()).at(-1)!.request.body, { naem: 'x' }, 'with what was sent')
  })

  t.test('no key, token, signing secret or image is in it', async (t) => {
    await begin()
    const secrets: string[] = [key]
    const session = (
      await acme('POST', '/v1/sessions', {
        metadata: { apiKey: 'hush-hush', note: `it is ${key}` },
      })
    ).json<{ data: { id: string } }>().data.id
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    await acme('GET', `/v1/sessions/${session}/idv-image/front`)
    await acme('GET', `/v1/sessions/${session}/report.pdf`)
    const fresh = (await acme('POST', '/v1/sessions', {})).json<{ data: { id: string } }>().data.id
    for (const kind of ['browser_token', 'client_token']) {
      const reply = await acme('POST', `/v1/sessions/${fresh}/${kind}`)
      const tokens = JSON.stringify(reply.json())
        .match(/"[\w.-]{20,}"/g)!
        .map((text) => text.slice(1, -1))
      t.ok(tokens.length > 0, `${kind} is made`)
      secrets.push(...tokens.filter((text) => text !== fresh))
    }
    await client(
      simulator,
      secrets.find((secret) => secret.startsWith('bt_')),
    )('GET', '/sdk/v1/sessions/me')
    const webhook = {
      url: 'https://user:hush-hush@hooks.example.com/?key=hush-hush',
      events: ['kyc.session.completed'],
    }
    await acme('POST', '/v1/webhook-subscriptions', webhook)
    const { secret, id } = (
      await acme('POST', '/v1/webhook-subscriptions', {
        ...webhook,
        url: 'https://hooks.example.com/',
      })
    ).json<{ data: { secret: string; id: string } }>().data
    const rotated = (await acme('POST', `/v1/webhook-subscriptions/${id}/rotate-secret`)).json<{
      data: { secret: string }
    }>().data.secret
    secrets.push(secret, rotated, 'hush-hush')
    await acme('GET', `/v1/sessions/${key}`)
    await acme('GET', `/v1/sessions/${key.replace('_', '%5f')}`)
    await acme('GET', `/v1/sessions?limit=2&cursor=${key}&api_key=${key}&${key}=1`)
    await acme('GET', `/v1/nothing/${key}?token=${secrets[1]}`)
    await acme('GET', '/v1/sessions', undefined, {
      'user-agent': `backend ${key}`,
      cookie: 'hush-hush',
      'x-publishable-key': 'hush-hush',
    })
    const form = new FormData()
    form.set('front', new Blob([Buffer.from('JPEGJPEGJPEG')]), 'Ana Okafor.jpg')
    await fetch(`${simulator.base_urls.us}/v1/id-verification`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${key}` },
    })
    const entries = await list()
    t.equal(entries.length, 16)
    const text = JSON.stringify(entries)
    for (const hidden of [...secrets, 'JPEGJPEG', 'Ana Okafor.jpg', 'Bearer'])
      t.notOk(text.includes(hidden), `${hidden.slice(0, 12)}…`)
    t.match(entries[0]!.request.body, [{ name: 'front', bytes: 12 }])
    const image = entries.find(({ operation }) => operation === 'retrieveEvidenceImage')!
    t.match(image.response, { content_type: /^image\//, body: null })
    t.ok(image.response.bytes! > 1000)
    t.match(
      entries.find(({ operation }) => operation === 'retrieveSdkSession'),
      { organization: 'org_acme', key_id: null, status: 200 },
    )
  })

  t.test('a submitted image is in no entry, whatever its size', async (t) => {
    await begin()
    const { sdk } = await backendFor(simulator, key).page()
    const shown: unknown[] = []
    for (const size of [30, 300, 3_000]) {
      const front = Buffer.alloc(size, 'JPEG').toString('base64')
      await sdk('POST', '/sdk/v1/sessions/me/steps/step_1/submit', { images: { front } })
      const [entry] = await list()
      t.notOk(JSON.stringify(entry).includes(front.slice(0, 40)), `${size} bytes`)
      shown.push(entry!.request.body)
    }
    t.strictSame(
      shown,
      [40, 400, 4_000].map((length) => ({ images: { front: `[${length} characters]` } })),
    )
  })

  t.test('the entry of a faulted request shows its actual effect', async (t) => {
    await begin()
    const broken = async (effect: object) => {
      const { id } = dataOf<{ id: string }>(
        await control('POST', '/faults', {
          organization: 'org_acme',
          operation: 'listSessions',
          effect,
        }),
      )
      await acme('GET', '/v1/sessions').catch(() => undefined)
      while ((await list())[0]?.fault_id !== id)
        await new Promise((resolve) => setTimeout(resolve, 5))
      const [{ status, answered, error_code, response }] = (await list()) as [Entry]
      return [status, answered, error_code, response.body === null]
    }
    t.strictSame(await broken({ status: 503 }), [503, 'whole', null, true])
    t.strictSame(await broken({ error: 'internal_error' }), [500, 'whole', 'internal_error', false])
    t.strictSame(await broken({ reset: 'before' }), [null, 'none', null, true])
    t.strictSame(await broken({ reset: 'after' }), [null, 'none', null, true])
    t.strictSame(await broken({ truncate: true }), [200, 'part', null, true])
    t.strictSame(await broken({ delay_ms: 20 }), [200, 'whole', null, false])
    t.ok((await list())[0]!.duration_ms >= 15, 'the delay is part of the duration')
  })

  t.test('entries can be filtered, paged and limited to one organization', async (t) => {
    await begin()
    for (const call of [acme, globex, acme]) await call('GET', '/v1/sessions')
    await acme('GET', '/v1/wallet')
    await acme('POST', '/v1/sessions', { naem: 1 })
    const count = async (query: string) => (await list(query)).length
    for (const [query, expected] of [
      ['', 5],
      ['&organization=org_acme', 4],
      ['&organization=org_globex', 1],
      ['&operation=listSessions', 3],
      ['&status=422', 1],
      ['&status=422&operation=listSessions', 0],
      ['&mode=live', 0],
      ['&mode=test', 5],
    ] as const)
      t.equal(await count(query), expected, query)
    const first = (await control('GET', '/requests?limit=2')).json<{
      data: Entry[]
      has_more: boolean
      next_cursor: string
    }>()
    await acme('GET', '/v1/wallet')
    const second = (await control('GET', `/requests?limit=100&cursor=${first.next_cursor}`)).json<{
      data: Entry[]
      has_more: boolean
    }>()
    t.strictSame(
      [first.data.length, first.has_more, second.data.length, second.has_more],
      [2, true, 3, false],
    )
    t.equal(new Set([...first.data, ...second.data].map(({ request_id }) => request_id)).size, 5)
    t.strictSame(problemsOf(await control('GET', '/requests?operation=listSesions')), [
      'custom operation',
    ])
    t.match(
      (await control('GET', '/requests?operation=listSesions')).text,
      /did you mean listSessions/,
    )
    t.equal(codeOf(await control('GET', '/requests?organization=org_nobody')), 'resource_not_found')
    t.equal(
      codeOf(await control('PUT', '/journal', { enabled: true, organization: 'org_nobody' })),
      'resource_not_found',
    )
    await control('PUT', '/journal', { enabled: true, organization: 'org_globex' })
    await client(simulator, `${key}x`)('GET', '/v1/sessions')
    for (const call of [acme, globex]) await call('GET', '/v1/sessions')
    t.strictSame(
      (await list()).map(({ organization }) => organization),
      ['org_globex', 'org_globex'],
      'the others are forgotten',
    )
  })

  t.test('the data of an erased person is removed from it; other data stays', async (t) => {
    for (const erase of [
      (id: string) => acme('DELETE', `/v1/applicants/${id}`),
      async (id: string) => {
        await acme('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id: id })
        await control('POST', '/clock/advance', { seconds: 61 })
      },
    ]) {
      await begin()
      const kept = (
        await acme('POST', '/v1/applicants', { family_name: 'Keptname', given_names: ['Bo'] })
      ).json<{ data: { id: string } }>().data.id
      const theirs = await globex('POST', '/v1/applicants', {
        family_name: 'Othername',
        given_names: ['Cy'],
      })
      const session = (await acme('POST', '/v1/sessions', { applicant: PERSON })).json<{
        data: { id: string; applicant_id: string }
      }>().data
      await acme('POST', `/v1/sessions/${session.id}/notes`, { text: 'about Verylongsecretname' })
      await acme('PATCH', `/v1/applicants/${session.applicant_id}`, {
        family_name: 'Verylongsecretname II',
      })
      await acme('GET', '/v1/applicants')
      await acme('POST', '/v1/applicants', { ...PERSON, nothing: 1 })
      t.match(JSON.stringify(await list()), 'Verylongsecretname')
      await erase(session.applicant_id)
      const text = JSON.stringify(await list())
      t.notOk(text.includes('Verylongsecretname'))
      t.match(text, 'Keptname')
      t.match(text, 'Othername')
      t.match(text, kept)
      t.equal(theirs.status, 201)
    }
  })

  t.test('a purge removes purged data, also from requests in progress', async (t) => {
    await begin()
    const live = client(simulator, demoKey('org_acme', 'live'))
    for (const call of [acme, live, globex]) await call('GET', '/v1/sessions')
    const owners = async () =>
      (await list())
        .map((entry) => `${entry.organization} ${(entry as unknown as { mode: string }).mode}`)
        .sort()
    await control('POST', '/reset', { organization: 'org_acme', mode: 'test' })
    t.strictSame(await owners(), ['org_acme live', 'org_globex test'])
    await control('POST', '/reset', { organization: 'org_acme' })
    t.strictSame(await owners(), ['org_globex test'])
    const fault = dataOf<{ id: string }>(
      await control('POST', '/faults', {
        organization: 'org_acme',
        operation: 'createApplicant',
        effect: { delay_ms: 60_000 },
      }),
    )
    const late = acme('POST', '/v1/applicants', PERSON)
    while (
      dataOf<{ hits: { count: number } }[]>(await control('GET', '/faults'))[0]!.hits.count === 0
    )
      await new Promise((resolve) => setTimeout(resolve, 5))
    await control('POST', '/reset', {})
    await late
    t.equal((await control('DELETE', `/faults/${fault.id}`)).status, 404, 'the reset released it')
    t.notOk(JSON.stringify(await list()).includes('Verylongsecretname'))
  })

  t.test('the number of entries is limited', async (t) => {
    await begin()
    const calls = (count: number, call: Client) =>
      Promise.all(Array.from({ length: count }, () => call('GET', '/v1/wallet')))
    await globex('GET', '/v1/wallet')
    for (let i = 0; i < 10; i++) await calls(100, acme)
    t.match(dataOf(await control('GET', '/journal')), { count: 1000 })
    t.strictSame(await list('&organization=org_globex'), [], 'the oldest entry was dropped')
  })
})

t.test('a flag turns it on, and a large body is truncated', async (t) => {
  const { simulator, control } = await controlFor(t, { journal: true })
  t.match(dataOf(await control('GET', '/journal')), { enabled: true })
  const metadata = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`k${i}`, 'some words '.repeat(40)]),
  )
  await client(simulator, demoKey('org_acme'))('POST', '/v1/sessions', {
    metadata,
    other: metadata,
  })
  const [{ request }] = dataOf<[Entry]>(await control('GET', '/requests'))
  t.equal(request.truncated, true)
  t.equal((request.body as string).length, 16_000)
  t.match(request.body as string, /^\{"metadata":\{"k0":"some words/)
})
