import t from 'tap'
import { HIDDEN, redactedPath, redactedQuery, redactedText, redactedValue } from './redact.ts'

const KEY = 'ah_sk_us_test_demo_acme_test_main_00000000v8d8'

t.test('credentials are hidden by their form, at any place', async (t) => {
  for (const [text, shown] of [
    [KEY, HIDDEN],
    [`my key is ${KEY}, keep it`, `my key is ${HIDDEN}, keep it`],
    [`x${KEY.toUpperCase()}`, `x${HIDDEN}`],
    ['ah_pk_eu_live_abc', HIDDEN],
    ['bt_0123456789abcdef', HIDDEN],
    ['whsec_AAECAwQFBgcICQ+/LDA0=', HIDDEN],
    ['Bearer abc.def', HIDDEN],
    ['Bearer token-abc', HIDDEN],
    ['Send a Bearer token in the header.', 'Send a Bearer token in the header.'],
    ['eyJraWQiOiJr.eyJhZ3JlZW1l.c2ln', HIDDEN],
    ['https://user:pass@hooks.example.com/x', `https://${HIDDEN}@hooks.example.com/x`],
    ['https://hooks.example.com/x?key=1', `https://hooks.example.com/x?${HIDDEN}`],
    [
      'http://127.0.0.1:4001/s/frames/open/JO4FLjFcuO-UpcfkCjeB',
      `http://127.0.0.1:4001/s/frames/open/${HIDDEN}`,
    ],
    ['http://127.0.0.1:4001/s/frames/wMxKXakfpeTLPID', `http://127.0.0.1:4001/s/frames/${HIDDEN}`],
    ['http://127.0.0.1:4001/s/vs_5t2kx8q4tb7m', 'http://127.0.0.1:4001/s/vs_5t2kx8q4tb7m'],
    ['debt_free_0123456789', 'debt_free_0123456789'],
    ['vs_5t2kx8q4tb7m2k9r5w6y0zc1', 'vs_5t2kx8q4tb7m2k9r5w6y0zc1'],
    ['Ana Okafor Lindqvist', 'Ana Okafor Lindqvist'],
    ['a'.repeat(400), '[400 characters]'],
    ['data:image/png;base64,iVBOR', '[27 characters]'],
    ['a word '.repeat(300), '[2100 characters]'],
    ['a word '.repeat(100), 'a word '.repeat(100)],
  ] as const)
    t.equal(redactedText(text), shown, text.slice(0, 60))
})

t.test('a value with a secret-sounding name is hidden, in any form', async (t) => {
  const given =
    JSON.parse(`{"secret": "s", "client_token": "c", "browserToken": "b", "api_key": 1, "Authorization": ["x"], "apiKey": {"a": "b"},
    "token": null, "name": "Ana", "list": [{"password": "p"}], "__proto__": {"n": 1}, "${KEY}": "v"}`) as unknown
  t.equal(
    JSON.stringify(redactedValue(given)),
    JSON.stringify({
      secret: HIDDEN,
      client_token: HIDDEN,
      browserToken: HIDDEN,
      api_key: HIDDEN,
      Authorization: HIDDEN,
      apiKey: HIDDEN,
      token: null,
      name: 'Ana',
      list: [{ password: HIDDEN }],
      ['__proto__']: { n: 1 },
      [HIDDEN]: 'v',
    }),
  )
})

t.test('percent-encoded credentials in paths are hidden, and the rest is unchanged', async (t) => {
  for (const [path, shown] of [
    ['/v1/sessions/vs_1', '/v1/sessions/vs_1'],
    ['/v1/sessions/M%C3%BCller%20x', '/v1/sessions/M%C3%BCller%20x'],
    [`/v1/sessions/${KEY}`, `/v1/sessions/${HIDDEN}`],
    [`/v1/sessions/${KEY.replace('_', '%5F')}`, `/v1/sessions/${HIDDEN}`],
    [`/v1/sessions/${KEY.replace('_', '%255f')}`, `/v1/sessions/${HIDDEN}`],
  ] as const)
    t.equal(redactedPath(path), shown)
  t.equal(redactedPath('/'.padEnd(5000, 'a')).length, 2000)
})

t.test('a query shows only the values of known parameters', async (t) => {
  t.strictSame(
    redactedQuery({ limit: '2', cursor: KEY.replace('_', '%5f'), api: 'x', many: ['a'] }, [
      'limit',
      'cursor',
      'many',
    ]),
    { limit: '2', cursor: HIDDEN, api: HIDDEN, many: HIDDEN },
  )
})
