// An independent mock server must be able to serve the bundle, which shows that the contract is
// complete.
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { operation } from './contract.ts'

const ROOT = join(import.meta.dirname, '..')
const key = { authorization: 'Bearer ah_sk_us_test_anything' }

t.test('Prism serves the bundle from its examples', async (t) => {
  const base = await startPrism(t)
  const call = (path: string, init: RequestInit = {}) => fetch(base + path, init)

  const session = await call('/v1/sessions/vs_any', { headers: key })
  t.equal(session.status, 200)
  t.strictSame(
    await session.json(),
    operation('retrieveSession').success.body!.examples.with_identity_check,
  )
  for (const header of ['limit', 'remaining', 'reset', 'window']) {
    t.match(session.headers.get(`x-ratelimit-${header}`), /^\d+$/, header)
  }

  const image = await call('/v1/sessions/vs_any/idv-image/portrait', { headers: key })
  t.equal(image.headers.get('content-type'), 'image/jpeg')
  t.equal(image.headers.get('cache-control'), 'no-store, private')

  const json = { ...key, 'content-type': 'application/json' }
  const create = (applicant: object) =>
    call('/v1/sessions', { method: 'POST', headers: json, body: JSON.stringify({ applicant }) })
  t.equal((await create({ family_name: 'Suharto', given_names: [] })).status, 201)
  const refused = await create({ first_name: 'Ana' })
  t.equal(refused.status, 422, 'the closed request schema refuses a removed name field')
  t.equal(((await refused.json()) as { error: { code: string } }).error.code, 'validation_error')

  const form = new FormData()
  form.set('front', new Blob(['bytes'], { type: 'image/jpeg' }), 'front.jpg')
  form.set('expected_outcome', 'review')
  const scan = await call('/v1/id-verification', { method: 'POST', headers: key, body: form })
  t.equal(((await scan.json()) as { data: { mode: string } }).data.mode, 'test')

  const gone = await call('/v1/applicants/app_any', { method: 'DELETE', headers: key })
  t.equal(gone.status, 204)

  const keyless = await call('/v1/wallet')
  t.equal(keyless.status, 401)
  t.equal(
    ((await keyless.json()) as { error: { code: string } }).error.code,
    'authentication_required',
  )

  const body = JSON.stringify({ sha256: 'a'.repeat(64) })
  const headers = { 'content-type': 'application/json' }
  const verified = await call('/v1/esign/verify', { method: 'POST', headers, body })
  t.match(await verified.json(), { match: true, status: 'verified' }, 'needs no key')

  const limited = await call('/v1/wallet', {
    headers: { ...key, prefer: 'code=429, example=before_authentication' },
  })
  t.equal(limited.status, 429)
  t.match(
    await limited.json(),
    { error: { details: { route_class: 'pre_auth_ip' } } },
    'any example, by its name',
  )
})

async function startPrism(t: Test): Promise<string> {
  const port = await freePort()
  const bundle = join(ROOT, 'spec/generated/openapi.json')
  const command = join(ROOT, 'node_modules/.bin/prism')
  const prism = spawn(process.execPath, [
    command,
    'mock',
    bundle,
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
  ])
  t.teardown(async () => {
    prism.kill()
    if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit')
  })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    // Its output is read to the end: a closed pipe would end the process at its next line.
    prism.stdout.on('data', (chunk) => {
      log += chunk
      if (log.includes('Prism is listening')) resolve()
    })
    prism.on('exit', () => reject(new Error(`Prism did not start: ${log}`)))
  })
  return `http://127.0.0.1:${port}`
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
