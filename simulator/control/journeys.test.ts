import t from 'tap'
import type { RunningSimulator } from '../server.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Session {
  id: string
  status: string
  outcome: string | null
  idv?: object
}

t.test('an applicant submits, and the session reaches its expected outcome', async (t) => {
  const { simulator, control } = await controlFor(t)
  for (const [expected_outcome, status, outcome, decision_source, step] of [
    ['pass', 'completed', 'approved', 'automatic', 'pass'],
    ['fail', 'completed', 'declined', 'automatic', 'fail'],
    ['review', 'awaiting_review', null, null, 'review'],
    ['doc_quality', 'awaiting_review', null, null, 'review'],
  ] as const) {
    const session = await acmeSession(simulator, {
      expected_outcome,
      metadata: { 10: 'ten', Key: { a: 1.5 } },
    })
    const travelled = dataOf<Session>(
      await control('POST', `/sessions/${session}/journey`, { action: 'submit' }),
    )
    t.match(
      travelled,
      {
        organization: 'org_acme',
        expected_outcome,
        decision_source,
        id: session,
        status,
        outcome,
        steps: [{ type: 'id_verification', status: 'submitted', outcome: step }],
        idv: { capture_acquisition: 'camera' },
      },
      expected_outcome,
    )
    const retrieved = (
      await client(simulator, demoKey('org_acme'))('GET', `/v1/sessions/${session}`)
    ).json<{ data: object }>().data
    for (const [field, value] of Object.entries(retrieved)) {
      t.strictSame(travelled[field as 'id'], value, `${field} is as the public API shows it`)
    }
  }
})

t.test('the acquisition is the one that the browser reports', async (t) => {
  const { simulator, control } = await controlFor(t)
  for (const acquisition of ['camera', 'upload', null]) {
    const session = await acmeSession(simulator)
    t.match(
      dataOf(
        await control('POST', `/sessions/${session}/journey`, { action: 'submit', acquisition }),
      ),
      { idv: { capture_acquisition: acquisition } },
    )
  }
})

t.test('an applicant abandons the session, or never starts it', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const first = await acmeSession(simulator)
  const ended = dataOf<Session>(
    await control('POST', `/sessions/${first}/journey`, { action: 'end' }),
  )
  t.match(ended, { status: 'completed', outcome: 'declined', decision_source: null })
  t.notOk('idv' in ended, 'no document was taken')
  const second = await acmeSession(simulator)
  const abandoned = dataOf<Session>(
    await control('POST', `/sessions/${second}/journey`, { action: 'abandon' }),
  )
  t.match(abandoned, { status: 'in_progress', outcome: null })
  await control('POST', '/clock/advance', { seconds: 7 * 86_400 })
  const [event] = dataOf<{ type: string; session_id: string }[]>(await control('GET', '/events'))
  t.match(event, { type: 'kyc.session.expired', session_id: abandoned.id })
})

t.test('a reviewer decides sessions that wait for review', async (t) => {
  const { simulator, control } = await controlFor(t)
  for (const outcome of ['approved', 'declined'] as const) {
    const session = await acmeSession(simulator, { expected_outcome: 'review' })
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    t.match(dataOf(await control('POST', `/sessions/${session}/review`, { outcome })), {
      status: 'completed',
      outcome,
      decision_source: 'reviewer',
    })
    t.equal(
      codeOf(await control('POST', `/sessions/${session}/review`, { outcome })),
      'session_already_completed',
    )
  }
})

t.test('an operator cancels open sessions, in either region and mode', async (t) => {
  const { simulator, control } = await controlFor(t)
  const live = await client(simulator, demoKey('org_umbra', 'live'), 'eu')(
    'POST',
    '/v1/sessions',
    {},
  )
  const { id } = live.json<{ data: Session }>().data
  t.match(dataOf(await control('POST', `/sessions/${id}/cancel`)), {
    organization: 'org_umbra',
    status: 'cancelled',
    outcome: null,
    expected_outcome: null,
    mode: 'live',
    region: 'eu',
  })
  for (const [path, body] of [
    ['cancel', undefined],
    ['journey', { action: 'end' }],
    ['review', { outcome: 'approved' }],
  ] as const) {
    t.equal(
      codeOf(await control('POST', `/sessions/${id}/${path}`, body)),
      'session_already_completed',
      path,
    )
  }
  const waiting = await acmeSession(simulator, { expected_outcome: 'review' })
  await control('POST', `/sessions/${waiting}/journey`, { action: 'submit' })
  t.equal(codeOf(await control('POST', `/sessions/${waiting}/cancel`)), 'illegal_transition')
  t.equal(
    codeOf(await control('POST', `/sessions/${waiting}/journey`, { action: 'submit' })),
    'illegal_transition',
  )
})

t.test('unknown sessions and empty bodies are rejected', async (t) => {
  const { simulator, control } = await controlFor(t)
  const session = await acmeSession(simulator)
  for (const id of ['vs_000000000000000000000000', 'nonsense', 'app_000000000000000000000000']) {
    t.equal(
      codeOf(await control('POST', `/sessions/${id}/journey`, { action: 'submit' })),
      'resource_not_found',
      id,
    )
    t.equal(
      codeOf(await control('POST', `/sessions/${id}/review`, { outcome: 'approved' })),
      'resource_not_found',
      id,
    )
    t.equal(codeOf(await control('POST', `/sessions/${id}/cancel`)), 'resource_not_found', id)
  }
  for (const [path, body, problem] of [
    ['journey', undefined, 'invalid_type '],
    ['journey', { action: 'fly' }, 'invalid_enum_value action'],
    ['journey', { action: 'submit', acquisition: 'scan' }, 'invalid_enum_value acquisition'],
    ['review', { outcome: null }, 'invalid_type outcome'],
    ['review', { outcome: 'approved', reviewer: 'me' }, 'unrecognized_keys '],
  ] as const) {
    const problems = problemsOf(await control('POST', `/sessions/${session}/${path}`, body))
    t.ok(problems.includes(problem), `${path} ${JSON.stringify(body)}`)
  }
})

function acmeSession(simulator: RunningSimulator, body?: object): Promise<string> {
  return newSession(client(simulator, demoKey('org_acme')), body)
}
