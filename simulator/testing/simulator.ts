import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { routeClasses } from '../../spec/generated/limits.ts'
import { PdfRenderer } from '../pdf/pdf-renderer.ts'
import type { Listeners } from '../app/listeners.ts'
import type { Listening, RunningSimulator, ServerOptions } from '../server.ts'
import { startServer, startSimulator } from '../server.ts'
import type { Mode, Organization, Region, WorldFile } from '../world/world.ts'

/** The subset of tap's Test that the helpers need, so that this file imports no test runner. */
interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

/**
 * Shared by all simulators of a test file: its thread loads the libraries once, and ends with the
 * file.
 */
const pdf = new PdfRenderer()

/**
 * Starts a simulator on free ports with the demo world, closed at the end of the test. An
 * unexpected error (a 500) is thrown as an uncaught exception, so it fails the test that caused it.
 */
export function simulatorFor(t: Teardown, options: ServerOptions = {}): Promise<RunningSimulator> {
  return started(t, startSimulator, options)
}

/** The same with any store, also with a database for each region. */
export function serverFor(t: Teardown, options: ServerOptions): Promise<Listeners & Listening> {
  return started(t, startServer, options)
}

async function started<T extends Listeners>(
  t: Teardown,
  start: (options: ServerOptions) => Promise<T>,
  options: ServerOptions,
): Promise<T> {
  const simulator = await start({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    world: structuredClone(demoWorld) as WorldFile,
    pdf,
    report: (error) =>
      setImmediate(() => {
        throw error
      }),
    ...options,
  })
  t.teardown(() => simulator.close())
  return simulator
}

/** The demo world with budgets that no test exhausts; `change` may modify an organization. */
export function roomyWorld(
  change: (organization: Organization) => void = () => undefined,
): WorldFile {
  const world = structuredClone(demoWorld) as WorldFile
  for (const organization of world.organizations) {
    organization.budgets = Object.fromEntries(
      Object.keys(routeClasses).map((name) => [name, 1_000_000]),
    )
    change(organization)
  }
  return world
}

/** Returns a key of the demo world. */
export function demoKey(organization: string, mode: Mode = 'test', id?: string): string {
  const owner = demoWorld.organizations.find((candidate) => candidate.id === organization)
  const key = owner?.keys.find(
    (candidate) =>
      candidate.mode === mode && (id === undefined ? candidate.type === 'sk' : candidate.id === id),
  )
  if (!key)
    throw new Error(`the demo world has no key ${id ?? 'sk'} of ${organization} in ${mode} mode`)
  return key.key
}

export interface Client {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  /** Parsed on call. */
  json<T = Record<string, unknown>>(): T
}

/** Returns a client for one region and key; a string body is sent unchanged. */
export function client(
  simulator: Listening,
  key: string | undefined,
  region: Region | 'control' = 'us',
): Client {
  return clientAt(region === 'control' ? simulator.control_url : simulator.base_urls[region], key)
}

/** `client` for a base URL, for a simulator in another process. */
export function clientAt(base: string, key: string | undefined): Client {
  return (method, path, body, headers = {}) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return exchange(method, new URL(base + path), sent, {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(sent)),
      }),
      ...headers,
    })
  }
}

/** Whether an error means that the response was incomplete, as after a kill of the simulator. */
export function isCutOff(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && CUT_OFF.has(reason.code)
}
const CUT_OFF = new Set<unknown>(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/**
 * Sends a request with `node:http`: `fetch` needs several times the CPU time, which is noticeable
 * over all tests.
 */
async function exchange(
  method: string,
  url: URL,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
  const outgoing = request(url, { method, headers })
  // Reading the response fails if the connection is lost after its start.
  outgoing.on('error', () => undefined)
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const text = bytes.toString()
  return {
    status: answer.statusCode!,
    headers: new Headers(
      Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
        values!.map((value): [string, string] => [name, value]),
      ),
    ),
    text,
    bytes,
    json: <T>() => JSON.parse(text) as T,
  }
}
