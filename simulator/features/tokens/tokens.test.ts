import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startSimulator } from '../../server.ts'
import { sha256 } from '../../world/sha256.ts'
import { caller } from '../../testing/contract.ts'
import { LISTED, type SdkSession, backendFor } from '../../testing/page.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { recognizeToken } from './token-record.ts'

const MINUTE = 60
const DAY = 24 * 3600
const PAGE_KEY = demoKey('org_acme', 'test', 'key_acme_test_web')
const FROM_PAGE = { origin: LISTED, 'x-publishable-key': PAGE_KEY }

// Created here, since a test's own folder is deleted before its simulator closes.
const folder = t.testdir({ files: {}, restart: {} })
const simulator = await simulatorFor(t, { world: roomyWorld() })
const backend = backendFor(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze('2026-11-20T09:00:00.000Z')

const sdk = (token: string) => caller(simulator, token)
const me = (token: string) => sdk(token)('GET', '/sdk/v1/sessions/me')
const idOf = async (token: string): Promise<string> => data<SdkSession>(await me(token)).id
const exchange = (token: string, headers: Record<string, string> = FROM_PAGE) =>
  sdk(token)('POST', '/sdk/v1/client_token/exchange', undefined, headers)
const exchanged = async (token: string): Promise<{ browserToken: string; expiresAt: string }> => {
  const reply = await exchange(token)
  if (reply.status !== 200) throw new Error(refusal(reply))
  return reply.json()
}

t.test(
  'END-012 END-013 SES-003 TOK-001 minting takes an unchanged session id and returns a bt_ token',
  async (t) => {
    const id = await backend.create()
    const reply = await backend.call('POST', `/v1/sessions/${id}/browser_token`)
    t.equal(reply.status, 200)
    t.strictSame(Object.keys(reply.json()), ['browserToken'], 'and nothing else')
    t.match(reply.json().browserToken, /^bt_[A-Za-z0-9_-]{43}$/)
    t.equal(reply.headers.get('cache-control'), 'no-store')
    t.equal(
      refusal(await backend.call('POST', `/v1/sessions/${id.slice(3)}/browser_token`)),
      '404 resource_not_found',
    )
  },
)

t.test('MNT-003 MNT-004 END-014 each mint returns a new token for the same session', async (t) => {
  const id = await backend.create()
  const before = data<unknown[]>(await backend.call('GET', '/v1/sessions?limit=100')).length
  const tokens = await Promise.all(Array.from({ length: 20 }, () => backend.browserToken(id)))
  t.equal(new Set(tokens).size, 20)
  for (const token of tokens) t.equal(await idOf(token), id, 'the older ones stay valid')
  t.equal(
    data<unknown[]>(await backend.call('GET', '/v1/sessions?limit=100')).length,
    before,
    'no session was created',
  )
})

t.test(
  'TOK-003 AUT-016 a browser token lives exactly ten minutes and is then deleted',
  async (t) => {
    const id = await backend.create()
    const first = await backend.browserToken(id)
    await control.advance(5 * MINUTE)
    const second = await backend.browserToken(id)
    await control.advance(5 * MINUTE - 0.001)
    t.equal((await me(first)).status, 200)
    await control.advance(0.001)
    t.equal(refusal(await me(first)), '401 token_expired')
    t.equal((await me(second)).status, 200, 'each from its own minting')
    t.equal(await simulator.ports.records.find('browser_token', sha256(first)), undefined)
    t.ok(await simulator.ports.records.find('browser_token', sha256(second)))
    await control.advance(5 * MINUTE)
    t.equal(refusal(await me(second)), '401 token_expired')
  },
)

t.test('a token expires on time even if the job that deletes it is late', async (t) => {
  const token = await backend.browserToken(await backend.create())
  const now = simulator.ports.clock.now()
  const at = (ms: number) => recognizeToken(simulator.ports, 'browser_token', token, 'us', now + ms)
  t.ok(await at(10 * MINUTE * 1000 - 1))
  t.equal(await at(10 * MINUTE * 1000), undefined)
})

t.test('MNT-001 no token for a session that is missing, foreign or over', async (t) => {
  const { id, token } = await backend.page()
  const resumable = await backend.clientToken(id)
  const routes = [`/v1/sessions/${id}/browser_token`, `/v1/sessions/${id}/client_token`]
  const refusals: [credential: string | undefined, expected: string][] = [
    [demoKey('org_globex'), '404 resource_not_found'],
    [demoKey('org_acme', 'live'), '404 resource_not_found'],
    [demoKey('org_acme', 'test', 'key_acme_test_writer'), '403 insufficient_scope'],
    [token, '403 wrong_token_type'],
    [resumable, '403 wrong_token_type'],
    [PAGE_KEY, '403 wrong_token_type'],
    [undefined, '401 authentication_required'],
  ]
  for (const route of routes) {
    for (const [credential, expected] of refusals) {
      t.equal(refusal(await client(simulator, credential)('POST', route)), expected)
    }
  }
  await control.journey(id, 'submit')
  const [mint, resume] = routes
  const late = [await backend.browserToken(id), await backend.browserToken(id)]
  t.not(late[0], late[1], 'MNT-003 a new one each time, also after the session has ended')
  t.equal(
    data<SdkSession>(await me(late[0]!)).status,
    'completed',
    'it reads that the session is over',
  )
  t.equal(
    refusal(await sdk(late[0]!)('POST', '/sdk/v1/sessions/me/end')),
    '409 session_already_completed',
    'and changes nothing',
  )
  t.equal((await backend.call('POST', mint!)).status, 200)
  t.equal(refusal(await backend.call('POST', resume!)), '409 session_already_completed')
  t.equal(refusal(await exchange(resumable)), '409 session_already_completed')
  const parked = await backend.create({ expected_outcome: 'review' })
  await control.journey(parked, 'submit')
  t.equal(
    await idOf(await backend.browserToken(parked)),
    parked,
    'an applicant may read a session in review',
  )
})

t.test(
  'TOK-006 TOK-008 AUT-020 AUT-022 a client token is opaque, long-lived and exchanged for working tokens',
  async (t) => {
    const id = await backend.create()
    const token = await backend.clientToken(id)
    t.match(token, /^[0-9a-f]{64}$/, 'no prefix of any other credential')
    t.notMatch(token, id.slice(3))
    const seen = new Set<string>()
    for (let day = 0; day < 6; day++) {
      const { browserToken, expiresAt } = await exchanged(token)
      t.equal(Date.parse(expiresAt) - simulator.ports.clock.now(), 10 * MINUTE * 1000)
      t.equal(await idOf(browserToken), id)
      seen.add(browserToken)
      await control.advance(DAY)
      t.equal(refusal(await me(browserToken)), '401 token_expired')
    }
    t.equal(seen.size, 6)
  },
)

t.test('a client token expires after thirty days, and the next one differs', async (t) => {
  const { id } = data<{ id: string }>(
    await backend.call('POST', '/v1/applicants', { family_name: 'Ek' }),
  )
  const token = await backend.clientToken(await backend.create({ applicant_id: id }))
  await control.advance(30 * DAY - 1)
  const later = await backend.create({ applicant_id: id })
  t.equal(await backend.clientToken(later), token)
  t.equal(await idOf((await exchanged(token)).browserToken), later)
  await control.advance(1)
  t.equal(refusal(await exchange(token)), '401 token_expired')
  t.equal(await simulator.ports.records.find('client_token', sha256(token)), undefined, 'forgotten')
  t.equal(
    await simulator.ports.records.find('client_token_holder', id),
    undefined,
    'and so is its holder',
  )
  const next = await backend.clientToken(later)
  t.not(next, token)
  t.equal(await idOf((await exchanged(next)).browserToken), later)
})

t.test(
  'GAP-CLIENT-TOKEN an applicant has one client token, which resumes the session it was last requested for',
  async (t) => {
    const applicant = data<{ id: string }>(
      await backend.call('POST', '/v1/applicants', { family_name: 'Ek' }),
    )
    const first = await backend.create({ applicant_id: applicant.id })
    const second = await backend.create({ applicant_id: applicant.id })
    const token = await backend.clientToken(first)
    t.equal(await idOf((await exchanged(token)).browserToken), first)
    t.equal(await backend.clientToken(second), token)
    t.equal(await idOf((await exchanged(token)).browserToken), second)
    t.equal(await backend.clientToken(first), token)
    t.equal(await idOf((await exchanged(token)).browserToken), first)
    const namesake = await backend.create({ applicant: { family_name: 'Ek' } })
    t.not(
      await backend.clientToken(namesake),
      token,
      'another person of the same name has another token',
    )
  },
)

t.test('concurrent requests for one applicant return one token', async (t) => {
  const applicant = data<{ id: string }>(
    await backend.call('POST', '/v1/applicants', { family_name: 'Ek' }),
  )
  const sessions = await Promise.all(
    Array.from({ length: 5 }, () => backend.create({ applicant_id: applicant.id })),
  )
  const tokens = await Promise.all(
    Array.from({ length: 40 }, (_, i) => backend.clientToken(sessions[i % 5]!)),
  )
  t.equal(new Set(tokens).size, 1)
  t.ok(sessions.includes(await idOf((await exchanged(tokens[0]!)).browserToken)))
})

t.test(
  "the client token of a session without an applicant becomes the applicant's once they are known",
  async (t) => {
    const { id, sdk } = await backend.page({ expected_outcome: 'review' })
    const token = await backend.clientToken(id)
    const submitted = await sdk('POST', '/sdk/v1/sessions/me/steps/step_1/submit', {
      applicant: { familyName: 'Ek' },
    })
    t.equal(submitted.status, 200)
    const { applicant_id } = data<{ applicant_id: string }>(
      await backend.call('GET', `/v1/sessions/${id}`),
    )
    t.equal(await backend.clientToken(id), token)
    t.equal(
      await backend.clientToken(await backend.create({ applicant_id })),
      token,
      'for all sessions of the applicant',
    )
    t.equal(await simulator.ports.records.find('client_token_holder', id), undefined)
    await control.advance(30 * DAY)
    t.equal(await simulator.ports.records.find('client_token_holder', applicant_id), undefined)
  },
)

t.test('TOK-009 TOK-010 TOK-011 a client token can only resume', async (t) => {
  const applicant = { family_name: 'Quellcrist', email: 'q@example.com' }
  const id = await backend.create({ applicant, metadata: { secret: 'Falconer' } })
  const token = await backend.clientToken(id)
  for (const [method, path] of [
    ['GET', '/sdk/v1/sessions/me'],
    ['POST', '/sdk/v1/sessions/me/steps/step_1/submit'],
    ['POST', '/sdk/v1/sessions/me/end'],
    ['GET', `/v1/sessions/${id}`],
    ['GET', '/v1/applicants'],
    ['GET', `/v1/sessions/${id}/report.pdf`],
    ['GET', `/v1/sessions/${id}/idv-image/front`],
  ] as const) {
    const reply = await client(simulator, token)(method, path, method === 'POST' ? {} : undefined)
    t.equal(refusal(reply), '403 wrong_token_type', path)
  }
  const reply = await exchange(token)
  t.strictSame(Object.keys(reply.json()), ['browserToken', 'expiresAt'])
  t.notMatch(reply.text, /Quellcrist|example\.com|Falconer|vs_|app_/)
})

t.test('no file contains a token, or allows to derive one without the world', async (t) => {
  const dataDir = join(folder, 'files')
  const simulator = await simulatorFor(t, { world: roomyWorld(), dataDir })
  const backend = backendFor(simulator, demoKey('org_acme'))
  const { id, token } = await backend.page()
  const client = await backend.clientToken(id)
  await simulator.ports.world.save()
  const files = readdirSync(dataDir)
  t.ok(files.includes('world.json') && files.includes('records.sqlite-wal'))
  for (const file of files) {
    const bytes = readFileSync(join(dataDir, file))
    for (const text of [token, token.slice(3), client]) t.notOk(bytes.includes(text), file)
    if (file !== 'world.json')
      t.notOk(bytes.includes(simulator.ports.world.file.token_secret!), file)
  }
  t.notMatch(
    (await controlClient(simulator).ask('GET', '/world')).text,
    simulator.ports.world.file.token_secret!,
  )
})

t.test('tokens survive a restart', async (t) => {
  const dataDir = join(folder, 'restart')
  const first = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    world: roomyWorld(),
    dataDir,
  })
  const before = backendFor(first, demoKey('org_acme'))
  const { id, token } = await before.page()
  const client = await before.clientToken(id)
  await first.close()
  const second = await simulatorFor(t, { world: roomyWorld(), dataDir })
  const after = backendFor(second, demoKey('org_acme'))
  t.equal(data<SdkSession>(await caller(second, token)('GET', '/sdk/v1/sessions/me')).id, id)
  t.equal(await after.clientToken(id), client)
  t.equal(
    (await caller(second, client)('POST', '/sdk/v1/client_token/exchange', undefined, FROM_PAGE))
      .status,
    200,
  )
})

t.test('a wipe deletes the tokens', async (t) => {
  const { id, token } = await backend.page()
  const client = await backend.clientToken(id)
  const globex = await backendFor(simulator, demoKey('org_globex')).page()
  await control.call('POST', '/reset', { organization: 'org_acme' })
  t.equal(refusal(await me(token)), '401 token_expired')
  t.equal(refusal(await exchange(client)), '401 token_expired')
  t.equal((await me(globex.token)).status, 200, 'those of other organizations stay')
})
