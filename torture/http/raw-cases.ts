/** Permitted results of a request. `refused`: an error or a close; `any`: also a success. */
export interface RawCase {
  title: string
  /** Sent one after the other, each in a separate segment. */
  bytes: Buffer[]
  expect: 'served' | 'refused' | 'any'
  /** Maximum number of responses on the connection. */
  responses: number
  method?: string
}

const BODY = '{"family_name":"Ek"}'
const CRLF = '\r\n'

/** Hand-written raw requests for a server that accepts `POST /v1/applicants` with this key. */
export function rawCases(key: string): RawCase[] {
  const cases: RawCase[] = []
  const HOST = 'Host: api.example'
  const AUTH = `Authorization: Bearer ${key}`
  const TYPE = 'Content-Type: application/json'
  const LENGTH = `Content-Length: ${BODY.length}`
  const END = 'Connection: close'
  const post = (lines: string[], body = BODY): string =>
    ['POST /v1/applicants HTTP/1.1', HOST, AUTH, TYPE, ...lines, END, '', body].join(CRLF)
  const get = (lines: string[] = [], path = '/v1/applicants'): string =>
    [`GET ${path} HTTP/1.1`, HOST, AUTH, ...lines, '', ''].join(CRLF)
  const add = (
    title: string,
    expect: RawCase['expect'],
    text: string | string[],
    more: Partial<RawCase> = {},
  ): void => {
    const bytes = [text].flat().map((part) => Buffer.from(part, 'latin1'))
    cases.push({ title, expect, bytes, responses: 1, ...more })
  }
  const each = (
    title: string,
    expect: RawCase['expect'],
    values: string[],
    make: (value: string) => string,
    more: Partial<RawCase> = {},
  ): void => {
    for (const value of values)
      add(`${title} ${JSON.stringify(value.slice(0, 40))}`, expect, make(value), more)
  }

  add('an ordinary request', 'served', post([LENGTH]))
  add('in single bytes', 'served', [...post([LENGTH])])
  // Request lines.
  each(
    'request line',
    'refused',
    [
      'GET',
      'GET /',
      'GET  / HTTP/1.1',
      'GET / HTTP/1.1 x',
      'GET / HTTP/9.9',
      'GET / HTTP/2.0',
      'GET / http/1.1',
      'GET / FTP/1.1',
      'G\0T / HTTP/1.1',
      'GÉT / HTTP/1.1',
      'get / HTTP/1.1',
      ' GET / HTTP/1.1',
      'BREW / HTTP/1.1',
      'GET /\x7f\x80 HTTP/1.1',
      'GET /v1/\0 HTTP/1.1',
      'GET \t/ HTTP/1.1',
      'GET  HTTP/1.1',
      'GET http:///v1/applicants HTTP/1.1',
      'CONNECT api.example:443 HTTP/1.1',
      'TRACE / HTTP/1.1',
      'PRI * HTTP/2.0',
      `GET /${'a'.repeat(20_000)} HTTP/1.1`,
      `${'A'.repeat(20_000)} / HTTP/1.1`,
    ],
    (line) => [line, HOST, AUTH, END, '', ''].join(CRLF),
  )
  each(
    'target',
    'any',
    [
      '*',
      '//v1/applicants',
      '/v1//applicants',
      '/v1/applicants?%',
      '/%2e%2e/v1',
      '/v1/applicants#a',
      '/?'.repeat(99),
    ],
    (target) => [`GET ${target} HTTP/1.1`, HOST, AUTH, END, '', ''].join(CRLF),
  )
  add('HTTP/2 preface', 'refused', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')
  add('TLS hello', 'refused', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03')
  add('nothing', 'refused', '')
  add('line ends alone', 'any', '\r\n\r\n\r\n')
  add('line feeds as line ends', 'any', post([LENGTH]).replaceAll(CRLF, '\n'))
  add('carriage returns as line ends', 'refused', post([LENGTH]).replaceAll(CRLF, '\r'))
  add('HTTP/1.0', 'any', get().replace('HTTP/1.1', 'HTTP/1.0'))
  add('HTTP/0.9', 'refused', 'GET /\r\n')
  add(
    'Upgrade to h2c',
    'any',
    get(['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']),
  )
  add(
    'Upgrade to WebSocket',
    'any',
    get([
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]),
  )
  // Header fields.
  each(
    'header line',
    'refused',
    [
      'X Y: 1',
      'X\0: 1',
      ': 1',
      'X : 1',
      'X-Folded: a\r\n b',
      'X-Folded: a\r\n\tb',
      'X: \0',
      'X: \x01\x02',
      'X: a\rb',
      'X\r\n: 1',
      'X-É: 1',
      'no colon',
      `X: ${'a'.repeat(20_000)}`,
      `${'X'.repeat(20_000)}: a`,
      Array.from({ length: 3000 }, (_, i) => `X-${i}: a`).join(CRLF),
      HOST,
      'Host: other.example',
      AUTH,
      'Authorization: Bearer x',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding : chunked',
      'Content-Length: 5',
      'Content-Length: 99999',
    ],
    (line) => post([LENGTH, line]),
  )
  each(
    'harmless header',
    'any',
    [
      'X: \x80\xff',
      'X:',
      'X:\t',
      'Expect: 100-continue',
      'Expect: 200-ok',
      'Content-Type: text/xml',
      'Accept: \xff',
      'Range: bytes=0-',
      'If-None-Match: *',
      'X-HTTP-Method-Override: DELETE',
      'X-Original-URL: /control/v1/world',
      'Forwarded: for=127.0.0.1',
      'X-Forwarded-For: 127.0.0.1',
      `Cookie: ${'a=1; '.repeat(500)}`,
      'Content-Encoding: identity',
      'TE: trailers',
      'Trailer: X',
      'Keep-Alive: timeout=1e9',
      'Upgrade-Insecure-Requests: 1',
    ],
    (line) => post([LENGTH, line]),
  )
  add('no Host', 'refused', post([LENGTH]).replace(HOST + CRLF, ''))
  each('Host', 'any', ['', ' ', 'a b', '[', 'a:b:c', '\xff', 'x'.repeat(5000)], (host) =>
    post([LENGTH]).replace(HOST, `Host: ${host}`),
  )
  // Lengths.
  each(
    'Content-Length',
    'refused',
    [
      '-1',
      '+20',
      '0x14',
      '20 ',
      '2 0',
      '20,20',
      '20, 21',
      '1e1',
      '9'.repeat(30),
      '18446744073709551615',
      '18446744073709551616',
      '',
      ' ',
      '20.0',
      '٢٠',
      '20;a',
      '\t20\t21',
      '4294967297',
    ],
    (length) =>
      length === '20 ' ? post(['Content-Length: 20 x']) : post([`Content-Length: ${length}`]),
  )
  add('a body that is shorter than Content-Length', 'refused', post(['Content-Length: 500']))
  add('a body without a length', 'refused', post([]))
  add('two equal lengths', 'refused', post([LENGTH, LENGTH]))
  add(
    'both length headers, CL.TE',
    'refused',
    post([LENGTH, 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /v1/applicants HTTP/1.1\r\n'),
  )
  add(
    'both length headers, TE.CL',
    'refused',
    post(
      ['Transfer-Encoding: chunked', 'Content-Length: 4'],
      '5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n',
    ),
  )
  each(
    'Transfer-Encoding',
    'refused',
    [
      'xchunked',
      'chunked, identity',
      'identity, chunked',
      'chunked;q=1',
      ' ',
      '\x0bchunked',
      'chunked\0',
      '"chunked"',
      'gzip',
      'chunked, chunked',
      'cow',
      ',chunked',
    ],
    (coding) => post([`Transfer-Encoding: ${coding}`], `14\r\n${BODY}\r\n0\r\n\r\n`),
  )
  each(
    'chunks',
    'refused',
    [
      `15\r\n${BODY}\r\n0\r\n\r\n`,
      `13\r\n${BODY}\r\n0\r\n\r\n`,
      `-14\r\n${BODY}\r\n0\r\n\r\n`,
      `0x14\r\n${BODY}\r\n0\r\n\r\n`,
      `g\r\n${BODY}\r\n0\r\n\r\n`,
      `14 \0\r\n${BODY}\r\n0\r\n\r\n`,
      `${'f'.repeat(16)}\r\n${BODY}\r\n0\r\n\r\n`,
      `${'f'.repeat(17)}\r\n${BODY}\r\n0\r\n\r\n`,
      `1${'0'.repeat(16)}\r\n${BODY}\r\n0\r\n\r\n`,
      `14\r\n${BODY}`,
      `14\r\n${BODY}\r\n`,
      `14\r\n${BODY}X\r\n0\r\n\r\n`,
      `\r\n14\r\n${BODY}\r\n0\r\n\r\n`,
      `14;${'a'.repeat(30_000)}\r\n${BODY}\r\n0\r\n\r\n`,
      `14\r${BODY}\r0\r\r`,
      `14\r\n${BODY}\r\n0\r\nX: ${'a'.repeat(30_000)}\r\n\r\n`,
      `14\r\n${BODY}\r\n0\r\nX\0: 1\r\n\r\n`,
    ],
    (body) => post(['Transfer-Encoding: chunked'], body),
  )
  each(
    'odd but correct chunks',
    'any',
    [
      `14\r\n${BODY}\r\n0\r\n\r\n`,
      `0000014\r\n${BODY}\r\n0\r\n\r\n`,
      `14;a=b\r\n${BODY}\r\n0\r\n\r\n`,
      `a\r\n${BODY.slice(0, 10)}\r\nA\r\n${BODY.slice(10)}\r\n0\r\nX: 1\r\n\r\n`,
    ],
    (body) => post(['Transfer-Encoding: chunked'], body),
  )
  // Several requests on one connection.
  const last = get([END])
  add('two requests in one segment', 'any', get() + last, { responses: 2 })
  add('fifty requests in one segment', 'any', get().repeat(49) + last, { responses: 50 })
  add('a request after a refused one', 'any', `${get([], '/nowhere')}${last}`, { responses: 2 })
  add('a request after a closing one', 'any', last + get(), { responses: 1 })
  add('rubbish after a request', 'any', `${get()}\0\0\0\0${last}`, { responses: 2 })
  add('a request in a body of a GET', 'any', get([`Content-Length: ${last.length}`, END]) + last, {
    responses: 1,
  })
  add(
    'a request in a chunked body of a GET',
    'any',
    `${get(['Transfer-Encoding: chunked', END])}0\r\n\r\n${last}`,
    { responses: 1 },
  )
  add('HEAD with a body in the response', 'any', get([END]).replace('GET', 'HEAD'), {
    method: 'HEAD',
  })
  add('OPTIONS with a body', 'any', post([LENGTH]).replace('POST', 'OPTIONS'))
  add('DELETE with a body', 'any', post([LENGTH]).replace('POST', 'DELETE'))
  return cases
}
