/**
 * An independent validation: the whole run through `prism proxy`, which validates each response of
 * a simulator against the contract's document.
 *
 *   node conformance/self-test/prism-run.ts     prints the violations that Prism finds in responses; exit 1 if there are any
 *
 * Requests are not judged: many are wrong on purpose. Prism forwards text only and damages images
 * and uploads, so checks that need them have no result here. All other checks must pass as they do
 * without Prism.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Traffic } from '../http/traffic.ts'
import { count } from '../text.ts'
import { type Fault, startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { type StartedSimulator, startSimulator } from './simulator.ts'

export interface PrismResult {
  /** Number of responses that Prism validated. */
  answers: number
  /** Violations that it finds, each with the request. */
  violations: string[]
  /** Checks that passed through it, and those that did not although they need only text. */
  passed: string[]
  failed: string[]
  /** Prism's output for a wrong response, which proves that an empty output means no violations. */
  violationsOfWrongResponse: string[]
}

/** Empties one response behind Prism. */
const WRONG: Fault = {
  response: ({ headers }, response) => {
    if (headers['x-make-it-wrong']) response.body = Buffer.from('{}')
  },
}

/**
 * @param only ids of the checks to run, with Prism in front of region us; by default all, in front
 * of both regions
 */
export async function judgeThroughPrism(
  simulator: StartedSimulator,
  only?: readonly string[],
): Promise<PrismResult> {
  const behind = await startProxies(simulator, WRONG)
  const fronted = only ? [behind.baseUrls.us] : [behind.baseUrls.us, behind.baseUrls.eu]
  const prisms = await Promise.all(fronted.map(startPrism))
  try {
    const urls = prisms.map(({ url }) => url)
    const [us = '', eu = behind.baseUrls.eu] = urls
    const report = await judge(
      simulator.fullTargetFile({ us, eu }),
      {},
      { timeLimit: 300, ...(only && { only }) },
    )
    const exchanges = report.checks
      .flatMap(({ traffic }) => traffic)
      .filter(({ answer, request }) => answer && urls.some((url) => request.url.startsWith(url)))
    const text = report.checks.filter(({ traffic }) => !traffic.some(carriesBytes))
    return {
      answers: exchanges.length,
      violations: exchanges.flatMap(violations),
      passed: text.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id),
      failed: failures({ ...report, checks: text }),
      violationsOfWrongResponse: violationsIn([
        ...(await fetch(`${us}/v1/sessions`, { headers: { 'X-Make-It-Wrong': '1' } })).headers,
      ]),
    }
  } finally {
    for (const { stop } of prisms) await stop()
    await behind.close()
  }
}

async function startPrism(upstream: string): Promise<{ url: string; stop(): Promise<void> }> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      'proxy',
      join(root, 'spec/generated/openapi.json'),
      upstream,
      '--port',
      String(port),
      '--validate-request',
      'false',
      '--cors',
      'false',
      '--verboseLevel',
      'silent',
    ],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill()
    await exited
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}`)
    if (
      (await fetch(`${url}/openapi.json`).then(
        (answer) => answer.body?.cancel(),
        () => 'no',
      )) !== 'no'
    )
      return { url, stop }
    await sleep(100)
  }
  await stop()
  throw new Error('Prism did not start within a minute')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function violations({ request, answer }: Traffic): string[] {
  return violationsIn(answer!.headers).map(
    (violation) => `${request.method} ${request.url}: ${answer!.status_line}: ${violation}`,
  )
}

function violationsIn(headers: readonly [string, string][]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'sl-violations')
    .flatMap(([, value]) => JSON.parse(value) as { location: string[]; message: string }[])
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')} ${message}`)
}

/** Prism reads every body as UTF-8, and writes the result. */
function carriesBytes({ request, answer }: Traffic): boolean {
  const type = (headers: readonly [string, string][] = []): string =>
    headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return (
    type(request.headers).startsWith('multipart/') ||
    /^(image|application\/pdf)/.test(type(answer?.headers))
  )
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-prism-'))
  const simulator = await startSimulator(folder)
  const { answers, violations, passed, failed } = await judgeThroughPrism(simulator).finally(
    async () => {
      await simulator.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  )
  for (const line of [...violations, ...failed]) console.log(line)
  console.log(
    `${count(answers, 'response')} through Prism, ${count(violations.length, 'violation')}; ` +
      `${count(passed.length, 'check')} passed, ${failed.length} did not`,
  )
  if (violations.length > 0 || failed.length > 0) process.exitCode = 1
}
