import { once } from 'node:events'
import net from 'node:net'
import t from 'tap'
import type { RunReport } from '../run/result.ts'
import type { TargetFile } from '../target/load.ts'
import { judge } from './run.ts'

const KEYS = {
  US_TEST: 'ah_sk_us_test_nobodys-key-0000000000',
  EU_TEST: 'ah_sk_eu_test_nobodys-key-0000000000',
}
const LIMITS = { timeoutMs: 150, maxBytes: 256 * 1024 }
const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /v1/sessions\r\nContent-Length: 0\r\n\r\n'

/** Response of a bad server to a request; `sent` counts the bytes that it could send. */
const BAD_SERVERS: Record<string, (socket: net.Socket, sent: (bytes: number) => void) => void> = {
  'answers garbage': (socket) => socket.end('%%% I am no HTTP server %%%\r\n\r\n'),
  'sends headers without end': (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\n${'X-More: and more\r\n'.repeat(10_000)}`),
  hangs: () => {},
  'hangs within the body': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'),
  'closes connections': (socket) => socket.destroy(),
  'closes within the body': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'),
  'resets connections': (socket) => socket.resetAndDestroy(),
  'redirects without end': (socket) => socket.write(REDIRECT),
  'returns an empty 200 for every request': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  'returns JSON without meaning': (socket) =>
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nnull',
    ),
  'returns 429 for every request': (socket) =>
    socket.write('HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n'),
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'sends a body without end': (socket, sent) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`)
    const more = (): void => {
      if (socket.destroyed) return
      sent(chunk.byteLength)
      if (socket.write(chunk)) setImmediate(more)
    }
    socket.on('drain', more)
    more()
  },
}

for (const [does, act] of Object.entries(BAD_SERVERS)) {
  t.test(`a server that ${does} ends in harness errors or failures, never in a pass`, async (t) => {
    const sent: number[] = []
    const sockets = new Set<net.Socket>()
    const server = net.createServer((socket) => {
      sockets.add(socket)
      let total = 0
      socket
        .on('error', () => {})
        .on('data', () => act(socket, (bytes) => sent.push((total += bytes))))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
    const report = await judge(target(baseUrl), KEYS, { limits: LIMITS, timeLimit: 30 })
    t.strictSame(
      report.checks.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id),
      [],
    )
    t.not(report.exit_code, 0, report.because)
    t.strictSame(
      report.checks
        .filter((check) => !explained(check))
        .map(({ id, outcome }) => `${id}: ${outcome}`),
      [],
      'each check reports the cause',
    )
    // The socket buffers of both sides add to it.
    t.ok(Math.max(0, ...sent) < LIMITS.maxBytes + 16 * 1024 * 1024, 'reads no more than the limit')
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

t.test('a server that does not run ends in harness errors that say so', async (t) => {
  const report = await judge(target('http://127.0.0.1:1'), KEYS)
  t.equal(report.exit_code, 2)
  t.match(
    report.checks.find(({ id }) => id === 'envelope.no-credential'),
    { outcome: 'harness_error', reason: /nothing listens at http:\/\/127\.0\.0\.1:1/ },
  )
})

t.test('a server that hangs gets at most three requests, to limit the run time', async (t) => {
  let asked = 0
  const server = net.createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        asked++
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await judge(target(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`), KEYS, {
    limits: LIMITS,
    parallel: 1,
  })
  t.equal(asked, 3)
  server.close()
})

function target(baseUrl: string): TargetFile {
  return {
    name: 'bad server',
    regions: {
      us: { base_url: baseUrl, credentials: { test: { env: 'US_TEST' } } },
      eu: { base_url: baseUrl, credentials: { test: { env: 'EU_TEST' } } },
    },
    // The provider of states is as bad, and a receiver of webhooks is open.
    provider_states: { url: baseUrl },
    webhooks: { receiver: { port: 0 }, patience_seconds: 0.2 },
  }
}

function explained({ outcome, reason, signature }: RunReport['checks'][number]): boolean {
  return outcome === 'fail' ? signature !== undefined && signature !== '' : reason !== undefined
}
