import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { conformanceCommand } from '../command.ts'

const KEYS = { US: 'ah_sk_us_test_0000000000', OTHER: 'ah_sk_us_test_1111111111' }

/** Runs the suite against one region. @returns its report and exit code */
async function run(t: Test, base_url: string): Promise<{ out: string; code: number | undefined }> {
  const result = { out: '', code: undefined as number | undefined }
  const credentials = { test: { env: 'US' }, test_other_organization: { env: 'OTHER' } }
  const target = JSON.stringify({ name: 'a', regions: { us: { base_url, credentials } } })
  await conformanceCommand({
    out: (text) => (result.out += text),
    err: (text) => (result.out += text),
    terminal: false,
    color: false,
    env: KEYS,
    exit: (code) => (result.code = code),
  }).parseAsync(['--target', `${t.testdir({ target })}/target`, '--timeout', '1'], { from: 'user' })
  return result
}

async function listening(t: Test, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (t: Test, answer: (socket: Socket) => void): Promise<string> =>
  listening(
    t,
    createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => answer(socket))
    }),
  )

t.test(
  'without a usable response, the preflight says what it expected and what to do',
  async (t) => {
    const http = createHttpServer((_, response) => response.end('{}'))
    const cases: [scheme: string, server: Promise<string>, told: RegExp][] = [
      [
        'http',
        answering(t, (socket) => socket.destroy()),
        /no response from http:\S+: .*: the log of the service may say why .* write https:\/\//,
      ],
      [
        'http',
        answering(t, (socket) => socket.end('SSH-2.0-OpenSSH\r\n')),
        /not HTTP\/1\.1 .*: check that the URL names the port .* write https:\/\//,
      ],
      [
        'http',
        answering(t, () => undefined),
        /sent no complete response within 1 s; .*: check that the service is ready .*--timeout SECONDS/,
      ],
      ['https', listening(t, http), /does not speak TLS; .*: write http:\/\/ in the URL/],
    ]
    for (const [scheme, server, told] of cases) {
      const base = `${scheme}://${await server}`
      const { out, code } = await run(t, base)
      t.equal(code, 2)
      t.match(out, told)
      t.match(out, `; expected an HTTP/1.1 response to GET ${base}/v1/sessions: `)
      t.equal(out.match(/^preflight/gm)?.length, 1, 'one problem for one region')
    }
  },
)
