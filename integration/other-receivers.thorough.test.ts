import { join } from 'node:path'
import t from 'tap'
import { receiver, run, SECRET, signed } from './self-test/command-run.ts'
import { writeVariant } from './self-test/mutant.ts'

t.test('a receiver alone that closes the connection of forged webhooks passes', async (t) => {
  const url = await receiver(t, (body, request) => {
    if (signed(body, request)) return 200
    request.socket.destroy()
    return 401
  })
  const only = ['--only', 'receiver.signature', 'receiver.version-header']
  t.match(await run('--webhook', url, '--secret', SECRET, ...only), { code: 0 })
})

t.test('a receiver alone that accepts no webhook after a forged one fails', async (t) => {
  let isBroken = false
  const url = await receiver(t, (body, request) => {
    isBroken ||= !signed(body, request)
    if (!isBroken) return 200
    request.socket.destroy()
    return 500
  })
  const only = ['--only', 'receiver.signature']
  t.match(await run('--webhook', url, '--secret', SECRET, ...only), { code: 1 })
})

t.test('a receiver without a response to forged webhooks fails for that only', async (t) => {
  const url = await receiver(t, (body, request) =>
    signed(body, request) ? 200 : new Promise<number>(() => {}),
  )
  const args = [
    '--webhook',
    url,
    '--secret',
    SECRET,
    '--answer-within',
    '0.4',
    '--area',
    'receiver',
  ]
  const { code, out } = await run(...args)
  t.equal(code, 1)
  t.match(out, /all +8 +2 /, out)
  t.match(out, /a refusal of an event without a signature\n.*no response/)
})

t.test('a receiver without any response is not judged after some time', async (t) => {
  let answered = 0
  const url = await receiver(t, () => (answered++ < 1 ? 200 : new Promise<number>(() => {})))
  const args = ['--webhook', url, '--secret', SECRET, '--answer-within', '0.4']
  const { out } = await run(...args, '--only', 'receiver.answers-in-time', 'receiver.event-types')
  t.notMatch(out, /got:.*not sent/)
})

t.test('a backend whose queue is behind passes', async (t) => {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, {
    name: 'a correct backend with a slow queue',
    edits: [
      [
        'server.js',
        'await verifications.take(body.toString())\n      return [200, {}]',
        'queue = queue.then(() => new Promise((ok) => setTimeout(ok, 700)))\n' +
          '        .then(() => verifications.take(body.toString())).catch(() => {})\n      return [202, {}]',
      ],
      ['server.js', 'const LARGEST_BODY', 'let queue = Promise.resolve()\nconst LARGEST_BODY'],
    ],
  })
  const drive = `"${process.execPath}" "${join(folder, 'drive.js')}"`
  const only = ['receiver.event-types', 'receiver.old-bodies', 'backend.declined']
  // 17 deliveries before its settling take 12 s.
  const { code, out } = await run('--drive', drive, '--patience', '3', '--only', ...only)
  t.equal(code, 0, out)
})

t.test('a backend that stops after an event fails with advice', async (t) => {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, {
    name: 'stops at a field that it does not know',
    edits: [
      [
        'server.js',
        'await verifications.take(body.toString())\n',
        "isStopped ||= body.includes('riskBand')\n      if (!isStopped) await verifications.take(body.toString())\n",
      ],
      ['server.js', 'const LARGEST_BODY', 'let isStopped = false\nconst LARGEST_BODY'],
    ],
  })
  const drive = `"${process.execPath}" "${join(folder, 'drive.js')}"`
  const args = ['--drive', drive, '--patience', '0.4', '--only', 'receiver.unknown-fields']
  t.match(await run(...args), {
    code: 1,
    out: /fail {2}receiver\.unknown-fields[^]*within 2\.4 s; if it needs longer, set --patience/,
  })
})
