import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Test } from 'tap'

export const KEY = 'ah_sk_us_test_of-the-end-to-end-test'
export const QUICK = [
  '--no-peers',
  '--rounds',
  '1',
  '--duration',
  '0.2',
  '--warmup',
  '0',
  '--connections',
  '4',
]
/**
 * Options for results on a busy machine: a slice without CPU time invalidates its round, and half
 * of the rounds suffice.
 */
export const SURE = [...QUICK, '--rounds', '2', '--duration', '0.4']
const BENCH = `import { benchCommand } from ${JSON.stringify(new URL('../command.ts', import.meta.url).href)}
await benchCommand().parseAsync(process.argv.slice(1), { from: 'user' })`

/** Responds to the three paths like a target. */
export function answerAll(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on('end', () => {
    if (request.url === '/openapi.json') response.writeHead(404).end()
    else if (request.headers.authorization !== `Bearer ${KEY}`) response.writeHead(401).end()
    else if (request.method === 'POST') response.writeHead(201).end('{"data":{}}')
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.alloc(5000, 0xff))
  })
}

/** Runs the command as a child process. */
export function bench(args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', BENCH, '--', ...args], {
    env: { ...process.env, BENCH_TEST_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const add = (text: string) => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', add)
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number, output })) }
}

export function targetFile(t: Test, base_url: string): string {
  const file = { base_url, key_env: 'BENCH_TEST_KEY', session_id: 'vs_1', artifact: 'front' }
  return `${t.testdir({ 'target.json': JSON.stringify(file) })}/target.json`
}
