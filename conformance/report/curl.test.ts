import { execFileSync } from 'node:child_process'
import t from 'tap'
import type { Traffic } from '../http/traffic.ts'
import { curl } from './curl.ts'

const exchange = (request: Partial<Traffic['request']>, more: Partial<Traffic> = {}): Traffic => ({
  label: '',
  request: { method: 'POST', url: 'http://h/v1/x', headers: [], ...request },
  ...more,
})
const body = (text: string) => ({ body: { bytes: text.length, sha256: '', text } })

/** Returns the words of the command as a shell reads them, with the key inserted. */
function words(command: string): string[] {
  const printed = execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\0"')], {
    env: { KEY: 'the-key' },
  })
  return printed.toString().split('\0').slice(0, -1)
}

t.test('a shell reads the command as intended, for any text in it', async (t) => {
  const json = '{"a":"it\'s $HOME `id` \\\\ \\n \\"!\\"","b":"é"}\n'
  t.strictSame(
    words(
      curl(
        exchange({
          url: "http://h/v1/x?a='&b=$(id)",
          ...body(json),
          headers: [
            ['Accept', '*/*'],
            ['Authorization', 'Bearer [redacted us.test]'],
            ['Content-Type', 'text/x; a="b"'],
          ],
        }),
      )!,
    ),
    [
      '-sS',
      '-i',
      '-X',
      'POST',
      "http://h/v1/x?a='&b=$(id)",
      '-H',
      'Authorization: Bearer the-key',
      '-H',
      'Content-Type: text/x; a="b"',
      '--data-binary',
      json,
    ],
  )
})

t.test('a key is replaced by a variable everywhere', async (t) => {
  for (const redacted of ['[redacted us.test]', 'ah_sk_us_test_[redacted]', 'bt_[redacted]']) {
    t.strictSame(
      words(curl(exchange({ headers: [['X', `a ${redacted}`]], ...body(`${redacted}`) }))!).slice(
        5,
      ),
      ['-H', 'X: a the-key', '--data-binary', 'the-key'],
    )
  }
})

t.test('a request that cannot be repeated has no command', async (t) => {
  t.equal(
    curl(exchange({ body: { bytes: 3, sha256: 'x' } })),
    undefined,
    'bytes that are not in the report',
  )
  t.equal(curl(exchange({ body: { bytes: 3, sha256: 'x', text: 'ab', cut: true } })), undefined)
  t.equal(curl(exchange({}, { received: true })), undefined, 'a webhook')
})
