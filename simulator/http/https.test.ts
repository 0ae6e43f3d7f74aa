import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { type TLSSocket, connect } from 'node:tls'
import t from 'tap'
import { startSimulator } from '../server.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const simulator = await simulatorFor(t, {
  https: true,
  usUrl: 'https://us.verify.example',
  controlHosts: ['simulator.internal'],
  world: roomyWorld(),
})
const { ca } = simulator
const us = new URL(simulator.base_urls.us)
const KEY = { authorization: `Bearer ${demoKey('org_acme')}`, 'content-type': 'application/json' }

interface Response {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** Sends one request on a connection of its own; certificates are checked. */
async function ask(url: string, options: RequestOptions & { body?: string | Buffer } = {}) {
  const { body, ...rest } = options
  const sent = request(url, { ca, agent: false, ...rest })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode!, headers: response.headers, text } as Response
}

async function tlsSocket(): Promise<TLSSocket> {
  const socket = connect({ host: us.hostname, port: Number(us.port), ca })
  await once(socket, 'secureConnect')
  return socket
}

t.test(
  'regions, control API and console are served over HTTPS with a valid certificate',
  async (t) => {
    for (const { href } of [us, new URL(simulator.base_urls.eu), new URL(simulator.control_url)])
      t.match(href, /^https:\/\/127\.0\.0\.1:\d+\/$/)
    const { status, headers, text } = await ask(`${us.origin}/v1/sessions`, {
      method: 'POST',
      headers: KEY,
      body: '{}',
    })
    t.equal(status, 201)
    t.notOk('strict-transport-security' in headers)
    t.match(JSON.parse(text), { data: { hosted_url: /^https:\/\/us\.verify\.example\// } })
    const console = await ask(simulator.control_url, { headers: { accept: 'text/html' } })
    t.match(console, { status: 200, headers: { 'content-type': /html/ } })
    t.match((await ask(`${simulator.control_url}/docs/control`)).text, simulator.control_url)
    const own = { headers: { origin: simulator.control_url } }
    t.equal((await ask(`${simulator.control_url}/control/v1/health`, own)).status, 200)
    const plain = { headers: { origin: simulator.control_url.replace('https:', 'http:') } }
    t.equal((await ask(`${simulator.control_url}/control/v1/health`, plain)).status, 403)
  },
)

t.test('the certificate is valid for the names of the listeners only', async (t) => {
  for (const servername of ['localhost', 'us.verify.example', 'simulator.internal'])
    t.equal((await ask(`${us.origin}/openapi.json`, { servername })).status, 200, servername)
  await t.rejects(ask(`${us.origin}/openapi.json`, { servername: 'eu.verify.example' }), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  const { ca: stranger } = await simulatorFor(t, { https: true })
  await t.rejects(ask(`${us.origin}/openapi.json`, { ca: stranger }), {
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
  })
  t.not(new X509Certificate(stranger!).subject, new X509Certificate(ca!).subject)
})

t.test('the control API returns the certificate of the authority, and no key', async (t) => {
  const url = `${simulator.control_url}/control/v1/certificate_authority`
  const { status, headers, text } = await ask(url)
  t.equal(status, 200)
  t.equal(headers['content-type'], 'application/pem-certificate-chain')
  t.equal(text, ca)
  const plain = await simulatorFor(t)
  const answer = await fetch(`${plain.control_url}/control/v1/certificate_authority`)
  t.equal(answer.status, 404)
  t.match(await answer.json(), { error: { message: /Start it with --https/ } })
})

t.test('a data folder keeps its authority, and only its owner can read the key', async (t) => {
  const dataDir = t.testdir()
  const authorityOf = async (): Promise<string> => {
    const running = await startSimulator({
      https: true,
      adminPort: 0,
      usPort: 0,
      euPort: 0,
      dataDir,
    })
    await running.close()
    return running.ca!
  }
  const first = await authorityOf()
  t.equal(await authorityOf(), first)
  const file = `${dataDir}/certificate-authority.pem`
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.match(readFileSync(file, 'utf8'), /^-----BEGIN PRIVATE KEY-----/)
})

t.test('a client that writes its whole body first receives the early refusal', async (t) => {
  const socket = await tlsSocket()
  const body = Buffer.alloc(25_000_000, 'x')
  const lines = Object.entries({ host: us.host, ...KEY, 'content-length': String(body.length) })
  socket.write(
    `POST /v1/sessions HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  // Not a byte is read before the last one is written.
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, () => resolve())
  })
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  t.match(text, /^HTTP\/1\.1 413 [^]*payload_too_large/)
})

t.test('a reset closes the TCP connection without a TLS close_notify', async (t) => {
  await ask(`${simulator.control_url}/control/v1/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"operation": "listSessions", "effect": {"reset": "before"}}',
  })
  await t.rejects(ask(`${us.origin}/v1/sessions`, { headers: KEY }), { code: 'ECONNRESET' })
})

t.test('a plain HTTP request gets an explanation', async (t) => {
  const answer = await fetch(us.origin.replace('https:', 'http:'))
  t.equal(answer.status, 400)
  t.match(await answer.text(), /speaks HTTPS: use an https:\/\/ address/)
})

t.test('connections without a request do not delay a close', async (t) => {
  const own = await startSimulator({ https: true, adminPort: 0, usPort: 0, euPort: 0 })
  const { hostname, port } = new URL(own.base_urls.us)
  const silent = connectTcp(Number(port), hostname)
  const half = connectTcp(Number(port), hostname)
  const accepted = once(own.regions.us.server, 'secureConnection')
  const idle = connect({ host: hostname, port: Number(port), ca: own.ca })
  await Promise.all([once(silent, 'connect'), once(half, 'connect'), accepted])
  // The beginning of a handshake that never goes on.
  half.write(Buffer.of(0x16, 0x03, 0x01))
  const closed = [silent, half, idle].map((socket) => {
    socket.resume().on('error', () => undefined)
    return new Promise((resolve) => socket.once('close', resolve))
  })
  await own.close()
  await Promise.all(closed)
  t.pass('all are closed')
})
