import { writeFileSync } from 'node:fs'
import t from 'tap'
import type { Banner } from './banner.ts'
import { simulatorProcess } from './testing/process.ts'
import { data, controlClient } from './testing/control-client.ts'
import { demoKey, roomyWorld } from './testing/simulator.ts'

const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

interface Session {
  id: string
  status: string
}

t.test(
  'a restart on the same folder keeps all data, with the same world file or without one',
  async (t) => {
    for (const world of [[], ['--world', `${folder}/world.json`]]) {
      const args = ['--data-dir', `${folder}/deep/er/${world.length}`, ...world]
      const first = await simulatorProcess(t, args)
      const [acme, control] = [first.client(demoKey('org_acme')), controlClient(first)]
      await control.freeze('2026-11-20T09:00:00.000Z')
      const subscription = data<{ id: string }>(
        await acme('POST', '/v1/webhook-subscriptions', {
          url: 'https://192.0.2.7/',
          events: ['kyc.session.completed'],
        }),
      )
      const applicant = data<{ id: string }>(
        await acme('POST', '/v1/applicants', { family_name: 'Ek' }),
      )
      const { id } = data<Session>(
        await acme('POST', '/v1/sessions', { applicant_id: applicant.id, metadata: { kept: 1 } }),
      )
      await control.journey(id, 'submit')
      const { key } = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
        type: 'sk',
        mode: 'test',
      })
      await control.call('POST', '/organizations/org_acme/keys/key_acme_test_reader/revoke')
      await control.organization('org_globex', { tier: 'custom', wallet: { status: 'locked' } })
      await control.call('POST', '/organizations', { id: 'org_new', name: 'New', region: 'eu' })
      await acme('GET', `/v1/sessions/${id}/idv-image/front`)
      await control.settle()
      const read = async (running: typeof first): Promise<string[]> => {
        const as = running.client(demoKey('org_acme'))
        const paths = [
          `/v1/sessions/${id}`,
          '/v1/sessions',
          '/v1/applicants',
          `/v1/applicants/${applicant.id}`,
          '/v1/webhook-subscriptions',
          `/v1/webhook-subscriptions/${subscription.id}`,
          `/v1/webhook-events?session_id=${id}`,
          `/v1/sessions/${id}/idv-image/front`,
        ]
        const texts = await Promise.all(paths.map(async (path) => (await as('GET', path)).text))
        const logs = await Promise.all(
          ['/world', '/events', '/deliveries'].map((path) =>
            controlClient(running).call('GET', path),
          ),
        )
        return [...texts, ...logs.map((log) => JSON.stringify(log))]
      }
      const before = await read(first)
      t.equal((await first.kill('SIGTERM')).code, 0)
      const second = await simulatorProcess(t, args)
      for (const [i, text] of (await read(second)).entries()) t.equal(text, before[i])
      t.equal((await second.client(key)('GET', '/v1/sessions')).status, 200, 'a key that was made')
      const revoked = second.client(demoKey('org_acme', 'test', 'key_acme_test_reader'))
      t.equal((await revoked('GET', '/v1/sessions')).status, 401, 'one that was revoked')
      t.equal(
        second.ready.keys.length,
        first.ready.keys.length - 1,
        'which is not offered any more',
      )
      t.equal(
        (await controlClient(second).activity()).length,
        3,
        'the image was fetched twice before and once after',
      )
    }
  },
)

t.test('an organization that was added to the world file exists after a restart', async (t) => {
  const file = `${folder}/growing.json`
  const args = ['--data-dir', `${folder}/growing`, '--world', file]
  const [acme, ...others] = roomyWorld().organizations
  writeFileSync(file, JSON.stringify({ version: 1, organizations: [acme] }))
  const first = await simulatorProcess(t, args)
  const { id } = data<Session>(await first.client(demoKey('org_acme'))('POST', '/v1/sessions', {}))
  await first.kill('SIGTERM')
  writeFileSync(file, JSON.stringify({ version: 1, organizations: [acme, ...others] }))
  const second = await simulatorProcess(t, args)
  t.equal(new Set((second.ready as Banner).keys.map(({ organization }) => organization)).size, 4)
  t.equal((await second.client(demoKey('org_acme'))('GET', `/v1/sessions/${id}`)).status, 200)
  t.equal((await second.client(demoKey('org_globex'))('GET', '/v1/sessions')).status, 200)
})
