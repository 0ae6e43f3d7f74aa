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

t.test('each hook hears what is sent to its own address, and answers as it was told', async (t) => {
  const hooks = await start(t)
  const heard: string[] = []
  const one = hooks.open(({ body }, url) => heard.push(`${url === one.url} ${body.toString()}`))
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
  t.strictSame([bodies(one), bodies(two), heard], [['a'], ['b'], ['true a']])
})

t.test(
  'what stands in front may add to the path, and has the address that is registered',
  async (t) => {
    const hooks = await start(t, { publicUrl: 'https://receiver.example.com/hooks/' })
    const hook = hooks.open(() => {})
    t.match(hook.url, /^https:\/\/receiver\.example\.com\/hooks\/[0-9a-f]{24}$/)
    await send(`${hooks.address}/internal${new URL(hook.url).pathname}`, 'a')
    t.strictSame(bodies(hook), ['a'])
  },
)

t.test('a delivery is waited for so long and no longer', async (t) => {
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
  t.equal((await hook.wait())?.body.toString(), 'first', 'what came before is found too')
})

t.test('what came while this machine stood still is no late delivery', async (t) => {
  const hook = (await start(t)).open(() => {})
  const waiting = hook.wait(() => true, 0.4)
  const { port, pathname } = new URL(hook.url)
  const request = `POST ${pathname} HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nmeanwhile`
  // Nothing of this process runs while another one sends, nor for longer than is waited after that.
  spawnSync(process.execPath, [
    '--eval',
    `const socket = require('net').connect(${port}, '127.0.0.1')
    socket.end(${JSON.stringify(request)}, () => process.exit())`,
  ])
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  t.equal((await waiting)?.body.toString(), 'meanwhile')
})

t.test('after its end a hook still says 200, and keeps nothing', async (t) => {
  const hook = (await start(t)).open(() => {})
  hook.answer({ status: 500 })
  hook.close()
  t.equal((await send(hook.url, 'late')).status, 200)
  t.equal(hook.deliveries.length, 0)
})

t.test('signatures are judged by the scheme of the target', async (t) => {
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

t.test(
  'a target that sends for ever, or too much, or never to the end, does no harm',
  async (t) => {
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
    await send(hook.url, 'and still it answers')
  },
)

t.test('over TLS, with a certificate of its own', async (t) => {
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
