import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { type Simulator, newSimulator } from './app.ts'
import type { Listeners } from './app/listeners.ts'
import type { SimulatorOptions } from './app/options.ts'
import { databasesOf } from './store/postgres/address.ts'
import type { Region } from './world/world.ts'

const LOCAL = ['localhost', '127.0.0.1', '::1']
/** Addresses that mean every interface: a client never connects to them. */
const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

export interface ServerOptions extends SimulatorOptions {
  /** @default 127.0.0.1 */
  host?: string
  /** 0 takes a free port. @default 4000 */
  adminPort?: number
  /** @default 4001 */
  usPort?: number
  /** @default 4002 */
  euPort?: number
  /** Origin of region us for applicants, behind a proxy or in a container. @default its listener */
  usUrl?: string
  euUrl?: string
  /**
   * Whether the listeners speak HTTPS, with a certificate of the simulator's own authority (`ca`).
   * @default false
   */
  https?: boolean
}

/** Listeners at their addresses. */
export interface Listening {
  /** URL of the control API. */
  control_url: string
  base_urls: Record<Region, string>
}

export type RunningSimulator = Simulator & Listening

/**
 * Builds a simulator with one store and listens.
 * @throws {Error} naming a port that is in use; all listeners are closed then
 */
export function startSimulator(options: ServerOptions = {}): Promise<RunningSimulator> {
  return start(newSimulator, options)
}

/** The same with any store, also with a database for each region. */
export async function startServer(options: ServerOptions): Promise<Listeners & Listening> {
  if (options.store === undefined || 'both' in databasesOf(options.store))
    return startSimulator(options)
  // Imported only if needed: one store starts without it.
  const { newRegionalSimulator } = await import('./per-region/simulator.ts')
  return start(newRegionalSimulator, options)
}

async function start<T extends Listeners>(
  build: (options: SimulatorOptions) => Promise<T>,
  options: ServerOptions,
): Promise<T & Listening> {
  const host = options.host ?? '127.0.0.1'
  const controlHosts = [host, hostname(), ...(options.controlHosts ?? [])]
  const simulator = await build({
    ...options,
    controlHosts,
    ...(options.https && { httpsHosts: certificateHosts(options, controlHosts) }),
  })
  try {
    const us = await listen(simulator.regions.us, host, options.usPort ?? 4001, '--us-port')
    const eu = await listen(simulator.regions.eu, host, options.euPort ?? 4002, '--eu-port')
    const control = await listen(simulator.control, host, options.adminPort ?? 4000, '--admin-port')
    const base_urls = Object.assign(simulator.base_urls, { us, eu })
    Object.assign(simulator.origins, { us: options.usUrl ?? us, eu: options.euUrl ?? eu })
    return { ...simulator, control_url: control, base_urls }
  } catch (error) {
    await simulator.abandon()
    throw error
  }
}

/** Names and addresses by which clients call the listeners. */
function certificateHosts(
  { usUrl, euUrl }: ServerOptions,
  controlHosts: readonly string[],
): string[] {
  const origins = [usUrl, euUrl]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).hostname.replaceAll(/[[\]]/g, ''))
  return [...new Set([...LOCAL, ...controlHosts, ...origins])].filter((host) => !ANY.has(host))
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  flag: string,
): Promise<string> {
  try {
    // Windows and browsers do not connect to the unspecified address. Fastify replaces 0.0.0.0 itself.
    return (await app.listen({ host, port })).replace('//[::]:', '//[::1]:')
  } catch (error) {
    const problem = listenProblem((error as NodeJS.ErrnoException).code, host, port, flag)
    throw problem === undefined ? error : new Error(problem, { cause: error })
  }
}

function listenProblem(
  code: string | undefined,
  host: string,
  port: number,
  flag: string,
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken. Choose another with ${flag} (0 takes a free one).`
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened by this user. Choose another with ${flag} (0 takes a free one).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host}' is not an address of this machine (${code}). Choose another with --host, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return undefined
  }
}
