import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { pollUntil } from '../check/eventually.ts'
import type { Check } from '../check/check.ts'
import { loadCatalogue } from '../check/catalogue.ts'
import { Redactor } from '../http/redactor.ts'
import type { RunReport } from '../run/result.ts'
import { runSuite } from '../run/suite.ts'
import { readTarget } from '../target/load.ts'
import { JsonReporter } from './json.ts'
import { JunitReporter } from './junit.ts'
import { TapReporter } from './tap.ts'

const CHECK: Check = {
  id: 'webhooks.example',
  area: 'webhooks',
  requirements: ['GEN-009'],
  level: 'must',
  needs: { features: [], credentials: [] },
  why: 'Because.',
  async run(ctx) {
    const look = () => ctx.step('list sessions', { method: 'GET', path: '/v1/sessions' })
    const list = await pollUntil(look, ({ status }) => status === 200, 8)
    for (let i = 0; i < 9; i++) ctx.expect('GEN-009', 'success', false, list.status)
  },
}

t.test('TAP and JUnit show the last of equal requests and broken expectations', async (t) => {
  let asked = 0
  const server = createServer((_, response) => {
    response.writeHead(404).end(JSON.stringify({ asked: ++asked }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const texts = { tap: '', junit: '', json: '' }
  await runSuite({
    target: readTarget(JSON.stringify({ name: 'x', regions: { us: { base_url } } }), 'x', {}, []),
    checks: [CHECK],
    whole: false,
    catalogue: loadCatalogue(),
    redactor: new Redactor(),
    reporters: [
      new TapReporter((text) => (texts.tap += text)),
      new JunitReporter((text) => (texts.junit += text)),
      new JsonReporter((text) => (texts.json += text)),
    ],
    parallel: 1,
  })
  const { checks } = JSON.parse(texts.json) as RunReport
  const { traffic, expectations } = checks.find(({ id }) => id === CHECK.id)!
  t.equal(traffic.length, 9, 'JSON is complete')
  t.equal(expectations.length, 9)
  t.equal(texts.tap.match(/- requirement: GEN-009/g)?.length, 3)
  t.match(texts.tap, '    more_with_the_same_cause: 6\n')
  t.equal(texts.junit.match(/GEN-009: expected success/g)?.length, 4, 'three, and the message')
  t.match(texts.junit, 'GEN-009: 6 more with the same cause')
  t.match(texts.junit, '(8 equal requests before #9 with the same status)\n#9 list sessions')
  t.equal(texts.junit.match(/&#60; HTTP\/1\.1 404/g)?.length, 1)
})
