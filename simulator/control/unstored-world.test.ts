import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DISCLOSURE_HEADINGS } from '../features/signing/crypto/disclosure-items.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf } from './testing.ts'

const ACME = '/organizations/org_acme'
const SUBSCRIPTIONS = `${ACME}/webhook_subscriptions`
const KEY = { type: 'sk', mode: 'test' }
const RECEIVER = { mode: 'test', url: 'https://hooks.example.com/vskit' }
const NOTICE = Object.fromEntries(
  Object.keys(DISCLOSURE_HEADINGS).map((item) => [item, 'Another text.']),
)
const dataDir = t.testdir()
let stored: unknown

t.test('a change of the world that gets 500 does not exist', async (t) => {
  const errors: unknown[] = []
  const report = (error: unknown): unknown => errors.push(error)
  const { simulator, control } = await controlFor(t, { dataDir, report })
  const made = async (path: string, body: object): Promise<{ id: string; kid: string }> =>
    dataOf(await control('POST', path, body))
  const key = await made(`${ACME}/keys`, KEY)
  const { id: subscription } = await made(SUBSCRIPTIONS, RECEIVER)
  const { kid } = await made('/seal_keys/rotate', { region: 'us', mode: 'test' })
  await made('/clock/freeze', { at: '2030-01-01T00:00:00.000Z' })
  const acme = client(simulator, demoKey('org_acme'))
  const remaining = async (): Promise<number> =>
    Number((await acme('GET', '/v1/sessions')).headers.get('x-ratelimit-remaining'))
  const budget = await remaining()

  const read = ['/world', '/clock', '/disclosures', '/seal_keys', SUBSCRIPTIONS]
  const state = (): Promise<unknown[]> =>
    Promise.all(read.map(async (path) => dataOf(await control('GET', path))))
  const before = await state()
  const changes: [method: string, path: string, body?: object][] = [
    ['POST', '/organizations', { name: 'New', region: 'us' }],
    ['PATCH', ACME, { name: 'Renamed', tier: 'enterprise', wallet: { balance_minor: 1 } }],
    ['DELETE', ACME],
    ['POST', `${ACME}/keys`, KEY],
    ['POST', `${ACME}/keys/${key.id}/rotate`, {}],
    ['POST', `${ACME}/keys/${key.id}/revoke`],
    ['POST', SUBSCRIPTIONS, RECEIVER],
    ['POST', `${SUBSCRIPTIONS}/${subscription}/rotate_secret`],
    ['DELETE', `${SUBSCRIPTIONS}/${subscription}`],
    ['POST', '/disclosures', NOTICE],
    ['POST', '/seal_keys/rotate', { region: 'us', mode: 'test' }],
    ['POST', `/seal_keys/${kid}/revoke`],
    ['POST', '/clock/set', { at: '2031-01-01T00:00:00.000Z' }],
    ['POST', '/clock/advance', { seconds: 60 }],
    ['POST', '/clock/resume'],
    ['POST', '/reset', { world: true }],
  ]
  // The world is written to a file of this name first.
  const obstacle = join(dataDir, '.world.json.tmp')
  mkdirSync(obstacle)
  for (const [method, path, body] of changes) {
    const reply = await control(method, path, body)
    t.strictSame([reply.status, codeOf(reply)], [500, 'internal_error'], `${method} ${path}`)
    t.strictSame(await state(), before, `after ${method} ${path}`)
  }
  t.equal(errors.length, changes.length, 'each failure is reported')
  t.equal(await remaining(), budget - 1, 'the key of a deleted organization keeps its window')

  rmdirSync(obstacle)
  await made(`${ACME}/keys/${key.id}/rotate`, {})
  stored = dataOf(await control('GET', '/world'))
})

t.test('nor after a restart', async (t) => {
  const { control } = await controlFor(t, { dataDir })
  t.strictSame(dataOf(await control('GET', '/world')), stored)
})
