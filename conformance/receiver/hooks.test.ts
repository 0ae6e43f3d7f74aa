import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import https from 'node:https'
import net from 'node:net'
import t, { type Test } from 'tap'
import { type Hook, Hooks, type WebhookSettings } from './hooks.ts'
import { KIT_SCHEME } from './signature.ts'

const SETTINGS: WebhookSettings = {
  receiver: { host: '127.0.0.1', port: 0, plainHttp: true },
  patienceSeconds: 0.05,
  signature: { ...KIT_SCHEME, header: 'X-Signed' },
}

async function start(t: Test, settings: Partial<WebhookSettings['receiver']> = {}): Promise<Hooks> {
  const hooks = await Hooks.start({ ...SETTINGS, receiver: { ...SETTINGS.receiver, ...settings } })
  t.after(() => hooks.close())
  return hooks
}

const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers })
const bodies = ({ deliveries }: Hook): string[] => deliveries.map(({ body }) => body.toString())

t.test(
  'each hook receives deliveries to its own address, and returns its own response',
  async (t) => {
    const hooks = await start(t)
    const received: string[] = []
    const one = hooks.open(({ body }, url) =>
      received.push(`${url === one.url} ${body.toString()}`),
    )
    const two = hooks.open(() => {})
    two.answer({ status: 503 })
    t.strictSame(
      [
        (await send(one.url, 'a')).status,
        (await send(`${two.url}?x=/y`, 'b')).status,
        (await send(`${hooks.address}/elsewhere`, 'c')).status,
      ],
      [200, 503, 200],
    )
    t.strictSame([bodies(one), bodies(two), received], [['a'], ['b'], ['true a']])
  },
)

t.test('a proxy in front may add to the path, and its address is the registered one', async (t) => {
  const hooks = await start(t, { publicUrl: 'https://receiver.example.com/hooks/' })
  const hook = hooks.open(() => {})
  t.match(hook.url, /^https:\/\/receiver\.example\.com\/hooks\/[0-9a-f]{24}$/)
  await send(`${hooks.address}/internal${new URL(hook.url).pathname}`, 'a')
  t.strictSame(bodies(hook), ['a'])
})

t.test('a hook waits for a delivery as long as configured, and no longer', async (t) => {
  const hook = (await start(t)).open(() => {})
  t.equal(await hook.wait(), undefined)
  setTimeout(() => {
    send(hook.url, 'first')
      .then(() => send(hook.url, 'second'))
      .catch(t.fail)
  }, 20)
  t.equal(
    (await hook.wait(({ body }) => body.toString() === 'second', 10))?.body.toString(),
    'second',
  )
  t.equal((await hook.wait())?.body.toString(), 'first', 'an earlier delivery is found, too')
})

t.test('a delivery during a suspension of this machine is not late', async (t) => {
  const hook = (await start(t)).open(() => {})
  const waiting = hook.wait(() => true, 0.4)
  const { port, pathname } = new URL(hook.url)
  const request = `POST ${pathname} HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nmeanwhile`
  // This process is blocked while another one sends, and not for longer than the hook waits
  // afterwards.
  spawnSync(process.execPath, [
    '--eval',
    `const socket = require('net').connect(${port}, '127.0.0.1')
    socket.end(${JSON.stringify(request)}, () => process.exit())`,
  ])
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  t.equal((await waiting)?.body.toString(), 'meanwhile')
})

t.test('a closed hook still responds 200, and keeps nothing', async (t) => {
  const hook = (await start(t)).open(() => {})
  hook.answer({ status: 500 })
  hook.close()
  t.equal((await send(hook.url, 'late')).status, 200)
  t.equal(hook.deliveries.length, 0)
})

t.test('signatures are verified by the scheme of the target', async (t) => {
  const hook = (await start(t)).open(() => {})
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const signed = (body: string) =>
    `v1=${createHmac('sha256', Buffer.alloc(32, 7)).update(body).digest('hex')}`
  await send(hook.url, 'a', { 'X-Signed': signed('a') })
  await send(hook.url, 'b', { 'X-Signed': signed('a') })
  t.strictSame(
    hook.deliveries.map((delivery) => hook.signature(delivery, secret)?.valid),
    [true, false],
  )
})

t.test('a target that sends too much or without end does no harm', async (t) => {
  const hooks = await start(t)
  const hook = hooks.open(() => {})
  for (let i = 0; i < 520; i += 20)
    await Promise.all(Array.from({ length: 20 }, () => send(hook.url, 'x')))
  t.equal(hook.deliveries.length, 500)
  const huge = await send(hook.url, 'x'.repeat(2 * 1024 * 1024)).then(
    ({ status }) => status,
    () => 'reset',
  )
  t.ok(huge === 413 || huge === 'reset', `${huge}`)
  const socket = net.connect(Number(new URL(hooks.address).port), '127.0.0.1')
  socket.on('error', () => {}).write('POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab')
  await send(hook.url, 'the receiver still responds')
})

t.test('TLS with a self-signed certificate', async (t) => {
  const hook = (await start(t, { plainHttp: false })).open(() => {})
  t.match(hook.url, /^https:\/\/127\.0\.0\.1:/)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    https
      .request(
        hook.url,
        { method: 'POST', rejectUnauthorized: false, agent: false },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      .on('error', reject)
      .end('a')
  })
  t.equal(status, 200)
  t.strictSame(bodies(hook), ['a'])
})
