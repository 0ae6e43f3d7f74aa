import t from 'tap'
import { parseTarget, readTarget } from './target-file.ts'

const ENV = { BENCH_KEY: 'ah_sk_us_test_0123456789abcdef' }
const GOOD = {
  base_url: 'http://127.0.0.1:4001',
  key_env: 'BENCH_KEY',
  session_id: 'vs_1',
  artifact: 'portrait',
}
const PARSED = { baseUrl: GOOD.base_url, key: ENV.BENCH_KEY }
const parse = (value: unknown) =>
  parseTarget(typeof value === 'string' ? value : JSON.stringify(value), 'target.json', ENV)

t.test('a complete file, and one with required fields only', async (t) => {
  t.strictSame(parse(GOOD), { ...PARSED, sessionId: 'vs_1', artifact: 'portrait' })
  t.strictSame(parse({ base_url: 'http://localhost:4001/api/', key_env: 'BENCH_KEY' }), {
    ...PARSED,
    baseUrl: 'http://localhost:4001/api',
    sessionId: undefined,
    artifact: 'front',
  })
})

t.test('the error names the file and every mistake', async (t) => {
  const table: [what: string, file: unknown, message: RegExp][] = [
    ['no JSON', '{', /^target file target\.json is not JSON/],
    ['no object', '[]', /expected an object with base_url and key_env, got \[\]/],
    ['null', 'null', /got null/],
    ['nothing', {}, /base_url: missing\n {2}key_env: missing/],
    [
      'an unknown field',
      { ...GOOD, key: 'x' },
      /key: unknown field; expected one of base_url, key_env, other_key_env, session_id, art/,
    ],
    ['a number', { ...GOOD, session_id: 7 }, /session_id: expected a string, got 7/],
    ['an empty text', { ...GOOD, artifact: '' }, /artifact: expected a string, got ""/],
    ['a missing key', { ...GOOD, key_env: 'NO_KEY' }, /the environment has no NO_KEY/],
    [
      'a missing second key',
      { ...GOOD, other_key_env: 'NO_KEY' },
      /other_key_env: the environment has no NO_KEY/,
    ],
  ]
  for (const [what, file, message] of table) t.throws(() => parse(file), { message }, what)
})

t.test('only loopback addresses are accepted', async (t) => {
  for (const base_url of [
    'http://127.0.0.1:1',
    'http://127.9.8.7:1',
    'http://[::1]:1',
    'http://localhost:1',
    'http://LOCALHOST:1',
    'http://2130706433:1',
  ]) {
    t.doesNotThrow(() => parse({ ...GOOD, base_url }), base_url)
  }
  for (const base_url of [
    'http://192.0.2.7:1',
    'http://api.vskit.example',
    'http://localhost.vskit.example:1',
    'http://127.0.0.1.vskit.example:1',
    'http://0.0.0.0:1',
    'http://[::2]:1',
  ]) {
    t.throws(() => parse({ ...GOOD, base_url }), /is another machine/, base_url)
  }
  for (const base_url of ['https://127.0.0.1:1', 'ftp://127.0.0.1', '127.0.0.1:4001', 'nonsense']) {
    t.throws(() => parse({ ...GOOD, base_url }), /base_url: expected a URL such as http:/, base_url)
  }
  t.throws(() => parse({ ...GOOD, base_url: 'http://127.0.0.1@192.0.2.7:1' }), /without user/)
  t.throws(() => parse({ ...GOOD, base_url: 'http://127.0.0.1:1/?a=b' }), /query/)
})

t.test('messages never contain the key', async (t) => {
  try {
    parse({ ...GOOD, base_url: 'http://192.0.2.7' })
    t.fail('expected a refusal')
  } catch (error) {
    t.notMatch((error as Error).message, ENV.BENCH_KEY)
  }
})

t.test('a missing file is reported', async (t) => {
  await t.rejects(
    readTarget('no-such-file.json', ENV),
    /target file no-such-file\.json cannot be read: there is no such file/,
  )
})
