import { gzipSync } from 'node:zlib'
import t from 'tap'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { exchange, refusalOf, verdict } from './testing.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const url = simulator.base_urls.us
const AUTH = `Authorization: Bearer ${demoKey('org_acme')}`
const OTHER = `Authorization: Bearer ${demoKey('org_acme', 'live')}`
const HOST = 'Host: api.example'
const JSON_TYPE = 'Content-Type: application/json'
const BODY = '{"family_name":"Ek"}'

/** Sends exactly these header lines. */
async function send(lines: string[], body: string | Buffer = BODY) {
  const head = `POST /v1/applicants HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`
  const [reply] = await exchange(url, Buffer.concat([Buffer.from(head), Buffer.from(body)]))
  return reply!
}
const length = (body: string | Buffer = BODY): string =>
  `Content-Length: ${Buffer.byteLength(body)}`

t.test('a request with one header of each kind is served', async (t) => {
  t.equal(verdict(await send([HOST, AUTH, JSON_TYPE, length()])), '201')
})

for (const [title, lines, says] of [
  ['a second Host', [HOST, HOST, AUTH], /Host header once/],
  ['a second Host in other letters', [HOST, 'hOST: other.example', AUTH], /Host header once/],
  ['no Host', [AUTH], /Host header/],
  ['a second Authorization', [HOST, AUTH, OTHER], /Authorization header once/],
  ['the same Authorization twice', [HOST, AUTH, AUTH], /Authorization header once/],
] as const) {
  t.test(`${title} is refused and says what to do`, async (t) => {
    const reply = await send([...lines, JSON_TYPE, length()])
    t.equal(verdict(reply), '400 malformed_request')
    t.match(refusalOf(reply).message, says)
  })
}

t.test('a transfer coding besides chunked is refused', async (t) => {
  const chunked = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`
  const coded = (coding: string) =>
    send([HOST, AUTH, JSON_TYPE, `Transfer-Encoding: ${coding}`], chunked)
  t.equal(verdict(await coded('chunked')), '201')
  t.equal(verdict(await coded('Chunked')), '201')
  for (const coding of ['gzip, chunked', 'identity, chunked', 'deflate, gzip, chunked'])
    t.equal(verdict(await coded(coding)), '400 malformed_request', coding)
})

t.test('a compressed body is 415, with any content', async (t) => {
  const zipped = gzipSync(BODY)
  for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x']) {
    const reply = await send(
      [HOST, AUTH, JSON_TYPE, `Content-Encoding: ${coding}`, length(zipped)],
      zipped,
    )
    t.equal(verdict(reply), '415 unsupported_media_type', coding)
    t.match(refusalOf(reply).message, /Content-Encoding/)
    t.ok(reply.headers.get('x-ratelimit-limit'), 'with the rate headers')
  }
  t.equal(
    verdict(await send([HOST, AUTH, JSON_TYPE, 'Content-Encoding: identity', length()])),
    '201',
  )
})

t.test('a charset other than UTF-8 is 415', async (t) => {
  const typed = (type: string) => send([HOST, AUTH, `Content-Type: ${type}`, length()])
  for (const charset of ['utf-16', 'iso-8859-1', '"latin1"', 'windows-1252', 'utf-7']) {
    const reply = await typed(`application/json; charset=${charset}`)
    t.equal(verdict(reply), '415 unsupported_media_type', charset)
    t.match(refusalOf(reply).message, /UTF-8/)
  }
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8'])
    t.equal(verdict(await typed(`application/json; charset=${charset}`)), '201', charset)
})

t.test('a request that is refused before its body breaks is answered once', async (t) => {
  const chunked = [HOST, JSON_TYPE, 'Transfer-Encoding: chunked']
  for (const [title, lines, body] of [
    ['no key', chunked, 'g\r\n'],
    ['an unknown coding', [HOST, AUTH, JSON_TYPE, 'Transfer-Encoding: gzip'], `14\r\n${BODY}`],
  ] as const) {
    const head = `POST /v1/applicants HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    const replies = await exchange(url, Buffer.from(head + body))
    t.equal(replies.length, 1, title)
    t.ok(replies[0]!.status === 400 || replies[0]!.status === 401, title)
  }
})

t.test('a request target that is not a URL is refused with an error body', async (t) => {
  for (const target of ['http:///v1/applicants', 'http://']) {
    const lines = [`GET ${target} HTTP/1.1`, HOST, AUTH, 'Connection: close', '', '']
    const [reply] = await exchange(url, lines.join('\r\n'))
    t.match(verdict(reply!), /^(400 malformed_request|404 resource_not_found)$/, target)
  }
})

t.test('a truncated HTTP/2 preface is refused without an internal error', async (t) => {
  const [reply] = await exchange(url, 'PRI *TP/2.0\r\n\r\n')
  t.equal(verdict(reply!), '400 malformed_request')
})
