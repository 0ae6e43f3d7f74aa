import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Run } from '../run.ts'
import { ALL_SCRIPTS, SCRIPTS } from './scripts.ts'

const CLI = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
const KEY = `ah_sk_us_test_${SCRIPTS[4]!}`
/** The report of the benchmark names a slice with such a response. */
const WRONG_EVERY = 10

/**
 * Writes the report of the suite about a server that answers every request with scripts.
 * @returns the URL of the report
 */
export async function suiteReport(run: Run): Promise<string> {
  const base_url = await scriptedServer(run, (request, response) =>
    answer(request, response, { status: 500, contentType: `text/html; ${SCRIPTS[1]}` }),
  )
  const folder = await run.folder()
  const credentials = { test: { env: 'SCRIPT_KEY' } }
  const target = { name: SCRIPTS[0], regions: { us: { base_url, credentials } } }
  await writeFile(join(folder, 'target.json'), JSON.stringify(target))
  const report = join(folder, 'report.html')
  const args = ['conformance', '--target', join(folder, 'target.json'), '--report-html', report]
  await vskit(run, [...args, '--area', 'applicants', 'sessions'], [1])
  return `file://${report}`
}

/**
 * Writes the report of a benchmark of a target whose URL and responses are scripts.
 * @returns the URL of the report
 */
export async function benchReport(run: Run): Promise<string> {
  let requests = 0
  const origin = await scriptedServer(run, (request, response) => {
    const isWrong = ++requests % WRONG_EVERY === 0
    answer(request, response, { status: isWrong ? 500 : 200, contentType: 'application/json' })
  })
  const folder = await run.folder()
  const target = {
    base_url: `${origin}/${SCRIPTS[0]}${SCRIPTS[1]}`,
    key_env: 'SCRIPT_KEY',
    session_id: SCRIPTS[5],
    artifact: SCRIPTS[2],
  }
  await writeFile(join(folder, 'target.json'), JSON.stringify(target))
  const short = ['--rounds', '1', '--duration', '0.2', '--warmup', '0', '--connections', '2']
  const args = ['bench', 'image', '--no-peers', ...short, '--target', join(folder, 'target.json')]
  // Exit code 2: a slice with a wrong response is discarded, and the report names it.
  await vskit(run, [...args, '--out', folder], [0, 2])
  return `file://${join(folder, 'bench.html')}`
}

async function scriptedServer(
  run: Run,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  run.teardown(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, contentType }: { status: number; contentType: string },
): void {
  request.resume()
  const body = JSON.stringify({ data: { id: ALL_SCRIPTS }, error: { message: ALL_SCRIPTS } })
  response.writeHead(status, SCRIPTS[0], {
    'content-type': contentType,
    'x-request-id': SCRIPTS[2],
    'x-a': SCRIPTS[3],
  })
  response.end(request.url?.length === 1 ? ALL_SCRIPTS : body)
}

async function vskit(run: Run, args: string[], codes: readonly number[]): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SCRIPT_KEY: KEY },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code === null || !codes.includes(code))
    run.fail(-1, `vskit ${args[0]!} ended with ${String(code)}: ${said}`)
}
