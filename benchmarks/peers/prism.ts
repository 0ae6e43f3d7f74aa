import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Call } from '../load/paths.ts'
import { callOnce } from '../measure/recording.ts'
import type { Server } from '../measure/slice.ts'
import type { ProcessGroup } from '../process/process-group.ts'

const PACKAGE = '@stoplight/prism-cli'
const READY_MS = 60_000

/**
 * Starts a mock server of the contract that the target serves.
 * @throws {Error} that says what is missing
 */
export async function startPrism(
  group: ProcessGroup,
  targetUrl: string,
  core: number | undefined,
): Promise<Server> {
  const script = findPrism()
  const contract = await callOnce(targetUrl, { method: 'GET', path: '/openapi.json', headers: {} })
  if (contract.status !== 200)
    throw new Error(`the target serves no /openapi.json (${contract.status})`)
  const document = join(await group.folder(), 'openapi.json')
  await writeFile(document, contract.body)
  const port = await freePort()
  const process = group.start(
    'Prism',
    [
      script,
      'mock',
      document,
      '--port',
      String(port),
      '--host',
      '127.0.0.1',
      '--verboseLevel',
      'silent',
    ],
    { core },
  )
  const baseUrl = `http://127.0.0.1:${port}`
  await Promise.race([process.died, answering(baseUrl)])
  return { name: 'Prism', baseUrl, process }
}

/** Returns the call for Prism: a response status other than the first one needs a Prefer header. */
export function prismCall(call: Call): Call {
  return call.expects === 'refusal'
    ? { ...call, headers: { ...call.headers, prefer: 'code=429' } }
    : call
}

/** Finds Prism, which is not a dependency of the package, because it needs 200 packages. */
function findPrism(): string {
  try {
    const found = createRequire(import.meta.url)
      .resolve(`${PACKAGE}/package.json`)
      .replace(/package\.json$/, 'dist/index.js')
    if (existsSync(found)) return found
  } catch {
    /* Said below. */
  }
  throw new Error(`not installed: npm install --save-dev ${PACKAGE}`)
}

async function answering(baseUrl: string): Promise<void> {
  const until = performance.now() + READY_MS
  while (performance.now() < until) {
    try {
      await callOnce(baseUrl, { method: 'GET', path: '/', headers: {} })
      return
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  }
  throw new Error(`Prism did not respond within ${READY_MS / 1000} s`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}
