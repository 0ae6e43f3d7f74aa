import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { startSimulator } from '../server.ts'
import { simulatorFor } from '../testing/simulator.ts'
import { exchange, newOwner, requestText, roomySimulator, verdict } from './testing.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

async function prepared(t: Parameters<typeof simulatorFor>[0]) {
  const simulator = await roomySimulator(t)
  const { key } = await (await newOwner(simulator)).caller('test')
  return { url: simulator.base_urls.us, auth: { Authorization: `Bearer ${key}` } }
}

/** A request after which the connection stays open. */
function openEnded(...request: Parameters<typeof requestText>): string {
  return requestText(...request).replace('Connection: close\r\n', '')
}

t.test(
  'the error response to an unfinished body is not taken for the response to the next request',
  async (t) => {
    const { url, auth } = await prepared(t)
    const json = { ...auth, ...JSON_TYPE }
    const smuggled = openEnded('GET', '/openapi.json')
    for (const [title, path, headers, expected] of [
      ['no credential', '/v1/sessions', JSON_TYPE, '401 authentication_required'],
      ['unknown path', '/v1/nothing', json, '404 resource_not_found'],
      [
        'another media type',
        '/v1/sessions',
        { ...auth, 'Content-Type': 'text/plain' },
        '415 unsupported_media_type',
      ],
      ['an operation without a body', '/v1/sessions/x/cancel', json, undefined],
    ] as const) {
      const first = openEnded('POST', path, headers, smuggled)
      const answers = await exchange(url, first + requestText('GET', '/v1/wallet?second', {}))
      t.equal(answers.length, 2, `${title}: two requests, two answers`)
      if (expected) t.equal(verdict(answers[0]!), expected, title)
      t.equal(
        verdict(answers[1]!),
        '401 authentication_required',
        `${title}: the second request is the second one`,
      )
    }
    const [tooLarge, ...more] = await exchange(
      url,
      openEnded('POST', '/v1/sessions', { ...json, 'Content-Length': '262145' }) + smuggled,
    )
    t.equal(verdict(tooLarge!), '413 payload_too_large')
    t.equal(tooLarge!.headers.get('connection'), 'close')
    t.strictSame(more, [], 'bytes after an unread body are not parsed')
  },
)

t.test(
  'a complete request gets its response before the error for the garbage behind it',
  async (t) => {
    const { url, auth } = await prepared(t)
    const request = openEnded('POST', '/v1/sessions', { ...auth, ...JSON_TYPE }, '{}')
    const [first, second, ...more] = await exchange(url, `${request}${request}!!\r\n\r\n`)
    t.equal(first?.status, 201)
    t.equal(second?.status, 201)
    t.strictSame(more.map(verdict), ['400 malformed_request'])
  },
)

t.test('an expectation other than 100-continue is ignored', async (t) => {
  const { url, auth } = await prepared(t)
  const [reply] = await exchange(
    url,
    requestText('POST', '/v1/sessions', { ...auth, ...JSON_TYPE, Expect: 'the best' }, '{}'),
  )
  t.equal(reply?.status, 201)
})

t.test('a client that disconnects within its body is not reported as an error', async (t) => {
  const reported: unknown[] = []
  const simulator = await simulatorFor(t, { report: (error) => reported.push(error) })
  const caller = await (await newOwner(simulator)).caller('test')
  const { hostname, port } = new URL(simulator.base_urls.us)
  const socket = connect(Number(port), hostname)
  const refused = once(simulator.regions.us.server, 'request')
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${caller.key}`, 'Content-Length': '100' }
  socket.write(`${requestText('POST', '/v1/sessions', headers)}{"metadata":`)
  const [, response] = (await refused) as [unknown, ServerResponse]
  socket.destroy()
  await once(response, 'close')
  t.equal(
    (await caller('GET', '/v1/sessions')).json<{ data: unknown[] }>().data.length,
    0,
    'nothing was made of it',
  )
  t.strictSame(reported, [])
})

t.test('an idle connection does not delay a close', async (t) => {
  const simulator = await startSimulator({ adminPort: 0, usPort: 0, euPort: 0 })
  const accepted = once(simulator.regions.us.server, 'connection')
  const { hostname, port } = new URL(simulator.base_urls.us)
  const socket = connect(Number(port), hostname)
  await accepted
  const closed = once(socket, 'close')
  await simulator.close()
  await closed
  t.pass('closed, though the caller was in no hurry')
})
