import t from 'tap'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { newSimulator } from '../app.ts'
import { startSimulator } from '../server.ts'
import type { WorldFile } from '../world/world.ts'
import { backendFor } from '../testing/page.ts'
import { data, controlClient } from '../testing/control-client.ts'
import { heading, visitorAt } from '../testing/visitor.ts'
import { demoKey, simulatorFor } from '../testing/simulator.ts'

// tap removes the folder after the simulators are closed.
const dataDir = t.testdir()

interface Session {
  id: string
  hosted_url: string
}

t.test('after a start on another port, links contain that port', async (t) => {
  const world = structuredClone(demoWorld) as WorldFile
  const first = await startSimulator({ adminPort: 0, usPort: 0, euPort: 0, world, dataDir })
  const created = data<Session>(
    await backendFor(first, demoKey('org_acme')).call('POST', '/v1/sessions', {}),
  )
  t.equal(created.hosted_url, `${first.base_urls.us}/s/${created.id}`)
  await first.close()
  const second = await simulatorFor(t, { dataDir, usUrl: 'https://verify.acme.example' })
  const { call } = backendFor(second, demoKey('org_acme'))
  for (const from of ['the store', 'memory']) {
    const read = data<Session>(await call('GET', `/v1/sessions/${created.id}`))
    t.equal(
      read.hosted_url,
      `https://verify.acme.example/s/${created.id}`,
      `or of where somebody says, from ${from}`,
    )
  }
  const page = visitorAt(second.base_urls.us, created.id)
  t.equal(
    heading(await page.get()),
    '200 Verification for Acme Rentals',
    'the earlier link still works',
  )
  const foreign = await page.post('/end', {}, { origin: 'https://verify.other.example' })
  t.equal(foreign.status, 403)
  const proxied = await page.post('/end', {}, { origin: 'https://verify.acme.example' })
  t.equal(proxied.headers.get('location'), `/s/${created.id}`, 'behind a proxy, too')
})

t.test('an e-mail contains the link at the time of writing', async (t) => {
  const simulator = await simulatorFor(t)
  const { call } = backendFor(simulator, demoKey('org_acme'))
  const applicant = { family_name: 'Ek', email: 'ek@example.com' }
  const { id, hosted_url } = data<Session>(await call('POST', '/v1/sessions', { applicant }))
  t.equal((await call('POST', `/v1/sessions/${id}/resend`)).status, 200)
  const [mail] = await controlClient(simulator).call<{ text: string }[]>(
    'GET',
    `/emails?session_id=${id}`,
  )
  t.equal(mail!.text, `Please continue here: ${hosted_url}`)
})

t.test(
  'when listening on every address, links use an address that this machine can open',
  async (t) => {
    for (const [host, address] of [
      ['0.0.0.0', '127.0.0.1'],
      ['::', '[::1]'],
    ] as const) {
      const simulator = await simulatorFor(t, { host })
      const { call } = backendFor(simulator, demoKey('org_acme'))
      const { hosted_url } = data<Session>(await call('POST', '/v1/sessions', {}))
      const { protocol, hostname, pathname } = new URL(hosted_url)
      t.strictSame([protocol, hostname], ['http:', address])
      t.match(pathname, /^\/s\/vs_/)
      t.equal((await fetch(hosted_url)).status, 200)
    }
  },
)

t.test(
  'without a listener, links have the form of the contract, and the pages still work',
  async (t) => {
    const { regions, close } = await newSimulator({
      world: structuredClone(demoWorld) as WorldFile,
    })
    t.teardown(close)
    const headers = { host: 'any', authorization: `Bearer ${demoKey('org_acme')}` }
    const answer = await regions.us.inject({
      method: 'POST',
      url: '/v1/sessions',
      headers,
      payload: {},
    })
    const { id, hosted_url } = answer.json<{ data: Session }>().data
    t.equal(hosted_url, `https://verify.us.vskit.example/s/${id}`)
    const page = await regions.us.inject({ url: `/s/${id}`, headers: { host: 'any' } })
    t.match(page.payload, 'Agree and start')
  },
)
