import t from 'tap'
import { errors } from '../../spec/generated/errors.ts'
import type { RunningSimulator } from '../server.ts'
import { simulatorFor } from '../testing/simulator.ts'
import {
  type RawReply,
  exchange,
  keyed,
  newOwner,
  pathOf,
  refusalOf,
  requestText,
  roomySimulator,
  verdict,
} from './testing.ts'

/** Sent in places whose content no refusal may repeat. */
const MARK = 'M4rk3r-of-the-caller'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A simulator and the Authorization header of a key that may do everything. */
async function prepared(
  t: Parameters<typeof simulatorFor>[0],
): Promise<{ simulator: RunningSimulator; url: string; auth: { Authorization: string } }> {
  const simulator = await roomySimulator(t)
  const { key } = await (await newOwner(simulator)).caller('test')
  return { simulator, url: simulator.base_urls.us, auth: { Authorization: `Bearer ${key}` } }
}

async function one(url: string, bytes: string | Buffer): Promise<RawReply> {
  const replies = await exchange(url, bytes)
  if (replies.length !== 1) throw new Error(`expected one answer, got ${replies.length}`)
  return replies[0]!
}

t.test(
  'ENV-001 ENV-002 ENV-003 ENV-004 ' +
    'every error has the same body, repeats no input, and has its id in the header too',
  async (t) => {
    const { url, auth } = await prepared(t)
    const json = { ...auth, ...JSON_TYPE }
    const refused: [title: string, request: string | Buffer, expected: string][] = [
      ['unknown path', requestText('GET', `/v1/${MARK}`, auth), '404 resource_not_found'],
      [
        'unknown path with a query',
        requestText('GET', `/v1/nothing?a=${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'unknown path, broken JSON',
        requestText('POST', `/v1/${MARK}`, json, `{"${MARK}`),
        '404 resource_not_found',
      ],
      [
        'unknown path, another media type',
        requestText('POST', `/v1/${MARK}`, { ...auth, 'Content-Type': `text/${MARK}` }, MARK),
        '404 resource_not_found',
      ],
      ['unknown path without a key', requestText('GET', `/${MARK}`), '404 resource_not_found'],
      ['path of another case', requestText('GET', '/V1/Sessions', auth), '404 resource_not_found'],
      ['two slashes', requestText('GET', '//v1/sessions', auth), '404 resource_not_found'],
      ['slash at the end', requestText('GET', '/v1/sessions/', auth), '404 resource_not_found'],
      [
        'slash at the end of a POST',
        requestText('POST', '/v1/sessions/', json, '{}'),
        '404 resource_not_found',
      ],
      [
        'empty id within a path',
        requestText('GET', '/v1/sessions//idv-image/front', auth),
        '404 resource_not_found',
      ],
      ['asterisk', requestText('GET', '*', auth), '404 resource_not_found'],
      ['OPTIONS of the server', requestText('OPTIONS', '*'), '404 resource_not_found'],
      [
        'percent sign that starts no escape',
        requestText('GET', `/v1/sessions/%${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'escape of half a letter',
        requestText('GET', `/v1/sessions/%C3%28${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'percent sign on an unknown path',
        requestText('GET', `/${MARK}%zz`),
        '404 resource_not_found',
      ],
      [
        'NUL in an id',
        requestText('GET', `/v1/sessions/%00${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'path in an id',
        requestText('GET', `/v1/sessions/..%2f..%2f${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'id of 15 KiB',
        requestText('GET', `/v1/sessions/${'x'.repeat(15_000)}${MARK}`, auth),
        '404 resource_not_found',
      ],
      [
        'PUT',
        requestText('PUT', '/v1/sessions', { ...json, [MARK]: MARK }, `"${MARK}"`),
        '405 method_not_allowed',
      ],
      [
        'PUT with broken JSON',
        requestText('PUT', '/v1/sessions', json, `{"${MARK}`),
        '405 method_not_allowed',
      ],
      [
        'PATCH without a key',
        requestText('PATCH', '/v1/sessions', JSON_TYPE, '{}'),
        '405 method_not_allowed',
      ],
      [
        'DELETE with an id',
        requestText('DELETE', `/v1/sessions/${MARK}`, auth),
        '405 method_not_allowed',
      ],
      [
        'OPTIONS',
        requestText('OPTIONS', '/v1/sessions', { Origin: `https://${MARK}.example` }),
        '405 method_not_allowed',
      ],
      [
        'TRACE',
        requestText('TRACE', '/v1/sessions', { ...auth, 'X-Mark': MARK }),
        '405 method_not_allowed',
      ],
      ['PROPFIND', requestText('PROPFIND', '/v1/sessions', auth), '405 method_not_allowed'],
      // The framework refuses this method by itself when it comes without a media type; that was answered 500.
      ['QUERY', requestText('QUERY', '/v1/sessions', auth), '405 method_not_allowed'],
      ['no credential', requestText('GET', '/v1/sessions'), '401 authentication_required'],
      [
        'another scheme',
        requestText('GET', '/v1/sessions', { Authorization: `Basic ${MARK}` }),
        '401 authentication_required',
      ],
      [
        'no key of ours',
        requestText('GET', '/v1/sessions', { Authorization: `Bearer ${MARK}` }),
        '401 invalid_api_key',
      ],
      [
        'unknown key',
        requestText('GET', '/v1/sessions', { Authorization: `Bearer ah_sk_us_test_${MARK}` }),
        '401 invalid_api_key',
      ],
      [
        'browser token',
        requestText('GET', '/v1/sessions', { Authorization: `Bearer bt_${MARK}` }),
        '403 wrong_token_type',
      ],
      [
        'publishable key',
        requestText('GET', '/v1/sessions', { Authorization: `Bearer ah_pk_us_test_${MARK}` }),
        '403 wrong_token_type',
      ],
      [
        'key of the other region',
        requestText('GET', '/v1/sessions', { Authorization: `Bearer ah_sk_eu_test_${MARK}` }),
        '409 region_mismatch',
      ],
      [
        'no JSON',
        requestText('POST', '/v1/sessions', json, `{"metadata":${MARK}}`),
        '422 validation_error',
      ],
      [
        'half of a JSON text',
        requestText('POST', '/v1/sessions', json, `{"metadata":{"a":"${MARK}`),
        '422 validation_error',
      ],
      [
        'two JSON texts',
        requestText('POST', '/v1/sessions', json, `{}{"a":"${MARK}"}`),
        '422 validation_error',
      ],
      [
        'no UTF-8',
        latin1(requestText('POST', '/v1/sessions', json, '{"metadata":{"a":"??"}}')),
        '422 validation_error',
      ],
      [
        'blanks for a body',
        requestText('POST', '/v1/sessions', json, ' \n'),
        '422 validation_error',
      ],
      ['no body', requestText('POST', '/v1/sessions', json), '422 validation_error'],
      [
        'no body and no media type',
        requestText('POST', '/v1/sessions', auth),
        '422 validation_error',
      ],
      [
        'value of the wrong kind',
        requestText(
          'POST',
          '/v1/sessions',
          json,
          `{"metadata":"${MARK}","expected_outcome":"${MARK}"}`,
        ),
        '422 validation_error',
      ],
      [
        'values out of bounds',
        requestText(
          'POST',
          '/v1/applicants',
          json,
          JSON.stringify({
            family_name: '',
            given_names: Array(11).fill(MARK),
            name_suffix: MARK.repeat(2),
            email: MARK,
            phone: MARK,
            date_of_birth: MARK,
            address: { country: MARK, line1: MARK.repeat(20) },
          }),
        ),
        '422 validation_error',
      ],
      [
        'unknown ids in a body',
        requestText(
          'POST',
          '/v1/sessions',
          json,
          `{"applicant_id":"app_${MARK}","workflow_template_id":"wt_${MARK}"}`,
        ),
        '422 validation_error',
      ],
      [
        'receiver that is no URL',
        requestText(
          'POST',
          '/v1/webhook-subscriptions',
          json,
          `{"url":"https://${MARK}:99999/","events":["${MARK}"]}`,
        ),
        '422 validation_error',
      ],
      [
        'receiver with a password',
        requestText(
          'POST',
          '/v1/webhook-subscriptions',
          json,
          `{"url":"https://u:${MARK}@h.example/","events":["kyc.session.completed"]}`,
        ),
        '422 validation_error',
      ],
      [
        'query of the wrong kind',
        requestText('GET', `/v1/sessions?limit=${MARK}`, auth),
        '422 validation_error',
      ],
      [
        'query with a broken escape',
        requestText('GET', `/v1/sessions?limit=%zz${MARK}`, auth),
        '422 validation_error',
      ],
      [
        'an invalid cursor',
        requestText('GET', `/v1/sessions?cursor=${MARK}`, auth),
        '422 validation_error',
      ],
      [
        'another media type',
        requestText('POST', '/v1/sessions', { ...auth, 'Content-Type': `text/${MARK}` }, MARK),
        '415 unsupported_media_type',
      ],
      [
        'an invalid media type',
        requestText('POST', '/v1/sessions', { ...auth, 'Content-Type': `${MARK};;=` }, '{}'),
        '415 unsupported_media_type',
      ],
      [
        'empty media type',
        requestText('POST', '/v1/sessions', { ...auth, 'Content-Type': '' }, '{}'),
        '415 unsupported_media_type',
      ],
      [
        'no media type',
        requestText('POST', '/v1/sessions', auth, '{}'),
        '415 unsupported_media_type',
      ],
      [
        'too large by its length',
        requestText('POST', '/v1/sessions', { ...json, 'Content-Length': '262145' }),
        '413 payload_too_large',
      ],
      [
        'too large, in chunks',
        `${requestText('POST', '/v1/sessions', { ...json, 'Transfer-Encoding': 'chunked' })}` +
          `${`8000\r\n${MARK.padEnd(0x8000)}\r\n`.repeat(9)}0\r\n\r\n`,
        '413 payload_too_large',
      ],
    ]
    const ids = new Set<string>()
    for (const [title, request, expected] of refused) {
      const reply = await one(url, request)
      t.equal(verdict(reply), expected, title)
      if (reply.status === 413)
        t.match(refusalOf(reply).details, { limit_bytes: 262144 }, 'how much it takes')
      ids.add(refusalOf(reply).request_id)
      const all = `${reply.statusLine}\n${reply.fields.join('\n')}\n${reply.text}`.toLowerCase()
      t.notOk(all.includes(MARK.toLowerCase()), `${title}: nothing of it comes back`)
    }
    t.equal(ids.size, refused.length, 'no request id twice')
  },
)

t.test(
  'each listener answers bytes that are not HTTP with an error body and closes the connection',
  async (t) => {
    const {
      simulator,
      auth: { Authorization },
    } = await prepared(t)
    const head = `Host: x\r\nAuthorization: ${Authorization}\r\n`
    const malformed: Record<string, string> = {
      'no request line': `${MARK}\r\n\r\n`,
      'unknown method': `FOO /v1/sessions HTTP/1.1\r\n${head}\r\n`,
      'lower-case method': `get /v1/sessions HTTP/1.1\r\n${head}\r\n`,
      'path without a slash': `GET ${MARK} HTTP/1.1\r\n${head}\r\n`,
      'unknown version': `GET /v1/sessions HTTP/9.9\r\n${head}\r\n`,
      'preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      TLS: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
      'no host': `GET /v1/sessions HTTP/1.1\r\nAuthorization: ${Authorization}\r\nConnection: close\r\n\r\n`,
      'headers over 16 KiB': `GET /v1/sessions HTTP/1.1\r\n${head}X-Mark: ${MARK.repeat(1000)}\r\n\r\n`,
      'path over 16 KiB': `GET /v1/sessions/${'x'.repeat(17_000)} HTTP/1.1\r\n${head}\r\n`,
      'header without a colon': `GET /v1/sessions HTTP/1.1\r\n${head}${MARK}\r\n\r\n`,
      'blank before a colon': `GET /v1/sessions HTTP/1.1\r\n${head}X-Mark : ${MARK}\r\n\r\n`,
      'NUL in a header': `GET /v1/sessions HTTP/1.1\r\n${head}X-Mark: a\0b\r\n\r\n`,
      'two lengths': `POST /v1/sessions HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
      'length that is no number': `POST /v1/sessions HTTP/1.1\r\n${head}Content-Length: 2x\r\n\r\n{}`,
      'length and chunks': `POST /v1/sessions HTTP/1.1\r\n${head}Content-Length: 2\r\n${CHUNKED}\r\n0\r\n\r\n`,
      'chunk without a length': `POST /v1/sessions HTTP/1.1\r\n${head}${CHUNKED}Content-Type: application/json\r\n\r\n${MARK}\r\n`,
      'a tunnel': 'CONNECT api.example:443 HTTP/1.1\r\nHost: api.example:443\r\n\r\n',
    }
    for (const url of [simulator.base_urls.us, simulator.base_urls.eu, simulator.control_url]) {
      for (const [title, bytes] of Object.entries(malformed)) {
        const [reply, ...more] = await exchange(url, Buffer.from(bytes, 'latin1'))
        // Its host is refused before its broken body comes to light.
        const early = url === simulator.control_url && title === 'chunk without a length'
        t.equal(verdict(reply!), early ? '403 origin_not_allowed' : '400 malformed_request', title)
        t.strictSame(more, [], `${title}: one response`)
        if (title.endsWith('over 16 KiB'))
          t.match(reply!.text, /are larger than 16 KiB: shorten them/)
        t.notOk(reply!.text.includes(MARK), `${title}: nothing of it comes back`)
      }
    }
  },
)

t.test('405 lists the allowed methods, on each path of the contract', async (t) => {
  const { url, auth } = await prepared(t)
  for (const path of new Set(keyed.map(({ path }) => path))) {
    const methods = keyed
      .filter((operation) => operation.path === path)
      .map(({ method }) => method.toUpperCase())
    const reply = await one(
      url,
      requestText('PUT', pathOf(keyed.find((operation) => operation.path === path)!), auth),
    )
    t.equal(verdict(reply), '405 method_not_allowed', path)
    t.strictSame(reply.headers.get('allow')?.split(', ').sort(), methods.sort(), path)
  }
})

t.test('HEAD is refused without a body, and leaves no entry for an exported image', async (t) => {
  const { simulator, url, auth } = await prepared(t)
  for (const operation of keyed.filter(({ method }) => method === 'get')) {
    const reply = await one(url, requestText('HEAD', pathOf(operation), auth))
    t.equal(reply.status, 405, operation.path)
    t.equal(reply.text, '', operation.path)
    t.match(reply.headers.get('allow'), 'GET')
  }
  const activity = await fetch(`${simulator.control_url}/control/v1/activity`)
  t.match(await activity.json(), { data: [] })
})

t.test(
  'an unexpected error is reported to the operator, and reveals nothing to the caller',
  async (t) => {
    const reported: unknown[] = []
    const simulator = await simulatorFor(t, { report: (error) => reported.push(error) })
    const caller = await (await newOwner(simulator)).caller('test')
    const fault = new Error(`${MARK} in /secret/place`)
    simulator.ports.records.pageViews = () => Promise.reject(fault)
    const late = await caller('GET', '/v1/sessions')
    t.equal(verdict(late), '500 internal_error')
    t.equal(refusalOf(late).message, errors.internal_error.message)
    t.strictSame(refusalOf(late).details, {})
    simulator.ports.records.page = () => {
      throw fault
    }
    t.equal(verdict(await caller('GET', '/v1/applicants')), '500 internal_error')
    t.strictSame(reported, [fault, fault])
  },
)

t.test(
  'ENV-005 ERR-004 ERR-008 ERR-014 VAL-021 a retry of an error that is not retryable gets the same error',
  async (t) => {
    const simulator = await roomySimulator(t)
    const owner = await newOwner(simulator)
    const full = await owner.caller('test')
    const none = await owner.caller('test', [])
    for (const [expected, details, ask] of [
      [
        '422 validation_error',
        ['issues'],
        () => full('POST', '/v1/applicants', { first_name: 'Ana', given_names: 5 }),
      ],
      ['404 resource_not_found', [], () => full('GET', '/v1/sessions/vs_000000000000000000000000')],
      ['403 insufficient_scope', ['required_scopes'], () => none('GET', '/v1/sessions')],
    ] as const) {
      const answers = [await ask(), await ask(), await ask()]
      t.strictSame(answers.map(verdict), [expected, expected, expected])
      const refusals = answers.map((answer) => ({ ...refusalOf(answer), request_id: '' }))
      t.strictSame(refusals[1], refusals[0])
      t.strictSame(refusals[2], refusals[0])
      t.strictSame(Object.keys(refusals[0]!.details), details)
    }
  },
)

/** The text with two bytes in place of `??` that are no UTF-8. */
function latin1(text: string): Buffer {
  return Buffer.from(text.replace('??', '\u00e9\u00ff'), 'latin1')
}
