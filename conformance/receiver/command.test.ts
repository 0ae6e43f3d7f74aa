import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import t, { type Test } from 'tap'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const RUN = `import { receiverCommand } from ${JSON.stringify(new URL('command.ts', import.meta.url).href)}
await receiverCommand().parseAsync(process.argv.slice(1), { from: 'user' })`

interface Running {
  child: ChildProcess
  output: () => string
  url: string
}

/** Runs the command in a process, because a signal ends it. */
async function start(t: Test, ...flags: string[]): Promise<Running> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', RUN, '--', '--port', '0', ...flags],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  t.after(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString()
    })
  }
  while (!/https:\/\/[^\s"]+/.test(output) && child.exitCode === null) {
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')])
  }
  return { child, output: () => output, url: /https:\/\/[^\s"]+/.exec(output)?.[0] ?? '' }
}

async function send(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const request = https.request(url, {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers,
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

async function interrupt({ child }: Running): Promise<number | null> {
  const ended = once(child, 'close')
  child.kill('SIGINT')
  return (await ended)[0] as number | null
}

t.test('each delivery is printed: time, type, signature, relevant headers, body', async (t) => {
  const running = await start(t, '--secret', SECRET)
  const body = '{"sessionId":"vs_1","type":"kyc.session.completed"}'
  const value = `v1=${createHmac('sha256', Buffer.alloc(32, 7)).update(body).digest('hex')}`
  t.equal(
    await send(running.url, body, {
      'X-Webhook-Signature': value,
      'X-Webhook-Event-Version': '1',
      'User-Agent': 'dull',
    }),
    200,
  )
  await send(running.url, '{"test":true}', {
    'X-Webhook-Origin': 'test_ping',
    'X-Webhook-Signature': value,
  })
  await send(running.url, '\u001b[2Jno json')
  t.equal(await interrupt(running), 0, 'SIGINT ends it cleanly')
  const output = running.output()
  t.match(
    output,
    /\d{4}-\d\d-\d\dT[\d:.]+Z {2}kyc\.session\.completed {2}POST \/ {2}signature valid\n/,
  )
  t.match(output, '\n  X-Webhook-Event-Version: 1\n  {\n    "sessionId": "vs_1",\n')
  t.match(
    output,
    '(test ping)  POST /  signature INVALID: no signature matches this body and secret',
  )
  t.match(output, '(no type)  POST /  signature INVALID: there is no X-Webhook-Signature')
  t.match(output, '\\u{1b}[2Jno json')
  t.notMatch(output, 'dull')
  t.notMatch(output, '\u001b')
})

t.test('--json prints a line for each delivery, and --answer sets the response', async (t) => {
  const running = await start(t, '--json', '--answer', '503')
  t.equal(await send(running.url, '{"type":"kyc.session.expired"}', { 'X-A': 'b' }), 503)
  t.equal(await interrupt(running), 0)
  const [listening, delivery] = running
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  t.strictSame(listening, { listening: running.url })
  t.match(delivery, {
    event_type: 'kyc.session.expired',
    method: 'POST',
    path: '/',
    signature: 'not checked (no --secret)',
    body: '{"type":"kyc.session.expired"}',
  })
  t.ok(
    (delivery!['headers'] as string[][]).some(([name, value]) => name === 'X-A' && value === 'b'),
  )
})

t.test('errors say what to do, and never repeat a secret', async (t) => {
  const first = await start(t)
  const cases: [string[], RegExp][] = [
    [['--secret', 'whsec_dG9vIHNob3J0'], /expected whsec_ and the base64 of 32 bytes/],
    [['--port', '99999'], /Expected a whole number from 0 to 65535/],
    [['--port', new URL(first.url).port], /port \d+ is taken; choose another one with --port/],
  ]
  for (const [flags, told] of cases) {
    const running = await start(t, ...flags)
    if (running.child.exitCode === null) await once(running.child, 'close')
    t.equal(running.child.exitCode, 1)
    t.match(running.output(), told)
    t.notMatch(running.output(), 'dG9vIHNob3J0')
  }
})

t.test(
  'a secret that is pasted in applies from then on; a delivery with another signature gets a 400',
  async (t) => {
    const running = await start(t)
    const body = '{"sessionId":"vs_1"}'
    const value = `v1=${createHmac('sha256', Buffer.alloc(32, 7)).update(body).digest('hex')}`
    t.equal(await send(running.url, body), 200, 'no signature is checked yet')
    running.child.stdin!.write(`nonsense\n${SECRET}\n`)
    while (!running.output().includes('from now on')) await once(running.child.stderr!, 'data')
    t.match(running.output(), 'Expected a signing secret')
    t.equal(await send(running.url, body), 400)
    t.equal(await send(running.url, `${body} `, { 'X-Webhook-Signature': value }), 400)
    t.equal(await send(running.url, body, { 'X-Webhook-Signature': value }), 200)
    t.notOk(running.output().includes(SECRET), 'the secret is not repeated')
  },
)
