import t from 'tap'
import { errors } from '../../../spec/generated/errors.ts'
import { operations } from '../../../spec/contract.ts'
import { demoKey, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t)
const get = async (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; text: string }> => {
  const answer = await fetch(simulator.control_url + path, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

t.test('every error code has a page with its status and its causes', async (t) => {
  const index = await get('/docs/errors')
  for (const { code, status } of Object.values(errors)) {
    const shown = await get(`/docs/errors/${code}`)
    t.equal(shown.status, 200, code)
    t.match(shown.text, `<dd>${status}</dd>`)
    t.match(index.text, `/docs/errors/${code}`)
  }
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const path of ['/docs/errors/NOTHING', '/docs/errors/no%3Cb%3E', '/docs/nothing']) {
    const shown = await get(path, asBrowser)
    t.strictSame([shown.status, shown.type], [404, 'text/html; charset=utf-8'], path)
    t.match(shown.text, 'href="/docs/errors"')
    t.notMatch(shown.text, '<b>')
  }
  t.match(JSON.parse((await get('/docs/errors/nothing')).text), {
    error: { code: 'resource_not_found' },
  })
  t.equal((await get('/docs/errors/__proto__')).status, 404)
})

t.test('the reference shows every operation, with commands that work unchanged', async (t) => {
  const { status, type, text } = await get('/docs/api')
  t.strictSame([status, type], [200, 'text/html; charset=utf-8'])
  for (const { operationId } of operations) t.match(text, `id="${operationId}"`)
  t.match(text, demoKey('org_acme'))
  t.match(text, simulator.base_urls.us)
  t.notMatch(text, /<script|\son\w+=|src="http|href="http/, 'nothing from elsewhere')
  t.match((await get('/docs/control')).text, 'id="listOrganizationSessions"')
})

t.test('the OpenAPI documents are served at their paths', async (t) => {
  const shown = JSON.parse((await get('/control/v1/openapi.json')).text) as {
    openapi: string
    paths: object
  }
  t.equal(shown.openapi, '3.1.0')
  t.ok(Object.hasOwn(shown.paths, '/control/v1/organizations/{id}/stream'))
  t.match(JSON.parse((await get('/docs/openapi.json')).text), { openapi: '3.1.0' })
})
