import t from 'tap'
import type { RunningSimulator } from '../server.ts'
import { type Client, client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

t.test(
  'ACT-001 ACT-007 ACT-008 each request for evidence that reached a session is one entry',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
    const call = client(simulator, demoKey('org_acme'))
    const session = await newSession(call, { expected_outcome: 'doc_quality' })
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    const other = await finished(simulator, control, 'org_globex')
    for (const artifact of ['front', 'portrait', 'back']) {
      await call('GET', `/v1/sessions/${session}/idv-image/${artifact}`)
    }
    await call('GET', `/v1/sessions/${other.session}/idv-image/front`)
    const entry = {
      organization: 'org_acme',
      mode: 'test',
      session_id: session,
      actor: 'key_acme_test_main',
      created_at: '2026-11-20T09:00:00.000Z',
    }
    t.strictSame(dataOf(await control('GET', '/activity')), [
      {
        ...entry,
        artifact: 'portrait',
        action: 'kyc.idv.evidence_export_failed',
        outcome: 'artifact_not_available',
      },
      { ...entry, artifact: 'front', action: 'kyc.idv.evidence_exported', outcome: 'success' },
    ])
    const found = async (query: string) =>
      dataOf<unknown[]>(await control('GET', `/activity?${query}`)).length
    for (const [query, count] of [
      ['organization=org_acme', 2],
      ['organization=org_globex', 0],
      ['mode=test', 2],
      ['mode=live', 0],
      [`session_id=${session}`, 2],
      [`session_id=${other.session}`, 0],
      [`organization=org_acme&mode=test&session_id=${session}`, 2],
    ] as const)
      t.equal(await found(query), count, query)
  },
)

t.test('events are shown as the bytes that are sent, also without a subscription', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const { session } = await finished(simulator, control, 'org_acme')
  const other = await finished(simulator, control, 'org_umbra', 'live', 'eu')
  const [newest, older, ...rest] = dataOf<
    { body: string; id: string; headers: Record<string, string> }[]
  >(await control('GET', '/events'))
  t.strictSame(rest, [])
  t.match(newest, { organization: 'org_umbra', mode: 'live', session_id: other.session })
  t.equal(
    older!.body,
    `{"sessionId":"${session}","status":"completed","outcome":"approved","occurredAt":"2026-11-20T09:00:00.000Z",` +
      '"mode":"test","type":"kyc.session.completed","decisionSource":"automatic"}',
  )
  t.match(older!.headers, {
    'Content-Type': 'application/json',
    'X-Webhook-Id': older!.id,
    'X-Webhook-Event-Version': '1',
  })
  t.notOk(
    Object.keys(older!.headers).some((name) => /signature|timestamp/i.test(name)),
    'fields of one attempt are not part of the event',
  )
  const found = async (query: string) =>
    dataOf<{ id: string }[]>(await control('GET', `/events?${query}`)).map(({ id }) => id)
  t.strictSame(await found(`session_id=${session}`), [older!.id])
  t.strictSame(await found('organization=org_acme'), [older!.id])
  t.strictSame(await found('mode=live'), [newest!.id])
  t.strictSame(await found(`session_id=${session}&mode=live`), [])
})

t.test('deliveries of all organizations, and of one session or subscription', async (t) => {
  const { simulator, control } = await controlFor(t)
  const ids: Record<string, { session: string; subscription: string }> = {}
  for (const organization of ['org_acme', 'org_globex']) {
    const body = { mode: 'test', url: 'https://127.0.0.1:9/never-called' }
    const subscription = dataOf<{ id: string }>(
      await control('POST', `/organizations/${organization}/webhook_subscriptions`, body),
    ).id
    ids[organization] = {
      subscription,
      session: (await finished(simulator, control, organization)).session,
    }
  }
  await control('POST', '/settle')
  const rows = dataOf<Record<string, unknown>[]>(await control('GET', '/deliveries'))
  t.strictSame(rows.map(({ organization }) => organization).sort(), ['org_acme', 'org_globex'])
  const failed = { status: 'failed', error_code: 'blocked_address', http_code: null, attempt: 1 }
  for (const row of rows) t.match(row, { ...failed, event_type: 'kyc.session.completed' })
  const { session, subscription } = ids.org_globex!
  for (const query of [
    `session_id=${session}`,
    `subscription_id=${subscription}`,
    'organization=org_globex',
    `session_id=${session}&subscription_id=${subscription}`,
  ]) {
    const found = dataOf<Record<string, unknown>[]>(await control('GET', `/deliveries?${query}`))
    t.strictSame(
      found.map(({ session_id }) => session_id),
      [session],
      query,
    )
  }
  t.strictSame(
    dataOf(await control('GET', `/deliveries?session_id=${session}&organization=org_acme`)),
    [],
  )
})

t.test('pages over several organizations show each entry once, newest first', async (t) => {
  const { simulator, control } = await controlFor(t)
  const made: string[] = []
  for (const organization of ['org_acme', 'org_globex', 'org_acme', 'org_acme', 'org_globex']) {
    const { session, call } = await finished(simulator, control, organization)
    await call('GET', `/v1/sessions/${session}/idv-image/front`)
    made.unshift(session)
  }
  for (const log of ['events', 'activity']) {
    const pages: string[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const reply = await control('GET', `/${log}?limit=2${cursor && `&cursor=${cursor}`}`)
      const page = reply.json<{
        data: { session_id: string }[]
        has_more: boolean
        next_cursor: string | null
      }>()
      t.equal(page.has_more, page.next_cursor !== null)
      pages.push(page.data.map(({ session_id }) => session_id))
      cursor = page.next_cursor
    }
    t.strictSame(pages, [made.slice(0, 2), made.slice(2, 4), made.slice(4)], log)
  }
})

t.test('invalid filters are rejected', async (t) => {
  const { control } = await controlFor(t)
  for (const log of ['activity', 'deliveries', 'events']) {
    t.equal(
      codeOf(await control('GET', `/${log}?organization=org_nobody`)),
      'resource_not_found',
      'a misspelt name is not an empty log',
    )
    for (const [query, problem] of [
      ['mode=prod', 'invalid_enum_value mode'],
      ['limit=0', 'too_small limit'],
      ['limit=101', 'too_big limit'],
      ['limit=x', 'invalid_type limit'],
      ['cursor=x', 'custom cursor'],
      ['org=org_acme', 'unrecognized_keys '],
    ] as const)
      t.strictSame(
        problemsOf(await control('GET', `/${log}?${query}`)),
        [problem],
        `${log}?${query}`,
      )
  }
  t.strictSame(problemsOf(await control('GET', '/activity?subscription_id=whs_1')), [
    'unrecognized_keys ',
  ])
})

async function finished(
  simulator: RunningSimulator,
  control: Client,
  organization: string,
  mode: 'test' | 'live' = 'test',
  region: 'us' | 'eu' = 'us',
): Promise<{ call: Client; session: string }> {
  const call = client(simulator, demoKey(organization, mode), region)
  const session = await newSession(call)
  dataOf(await control('POST', `/sessions/${session}/journey`, { action: 'submit' }))
  return { call, session }
}
