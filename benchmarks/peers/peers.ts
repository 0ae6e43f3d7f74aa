import { createRequire } from 'node:module'
import type { Call } from '../load/paths.ts'
import { type RecordedAnswer, record } from '../measure/recording.ts'
import type { Contender, Server } from '../measure/slice.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import type { FastifyOrder } from './fastify-server.ts'
import { prismCall, startPrism } from './prism.ts'

/** Peers of the comparison, besides bare `node:http`. */
export const PEERS = ['Fastify', 'Fastify with plugins', 'Prism'] as const
export type PeerName = (typeof PEERS)[number]

export interface PeerContext {
  group: ProcessGroup
  core: number | undefined
  call: Call
  answer: RecordedAnswer
  key: string
  /** URL of the target, for its description. */
  targetUrl: string
}

/**
 * Starts a peer and verifies its response.
 * @throws {Error} with the reason why it cannot be compared
 */
export async function startContender(
  name: PeerName,
  context: PeerContext,
): Promise<Contender & { server: Server }> {
  const { group, core } = context
  const server =
    name === 'Prism'
      ? await startPrism(group, context.targetUrl, core)
      : await startFastify(name, context)
  const call = name === 'Prism' ? prismCall(context.call) : context.call
  const { wireBytes } = await record(server.baseUrl, call)
  return { server, call, expected: { wireBytes, ...(call.expects && { admitted: 2 }) } }
}

async function startFastify(
  name: PeerName,
  { group, core, call, answer, key }: PeerContext,
): Promise<Server> {
  if (name === 'Fastify with plugins') requirePlugins()
  const process = group.start(name, group.script('peers/fastify-server'), { core, messages: true })
  const order: FastifyOrder = {
    answer,
    method: call.method,
    key,
    plugins: name === 'Fastify with plugins',
  }
  const { port } = (await process.ask(order)) as { port: number }
  return { name, baseUrl: `http://127.0.0.1:${port}`, process }
}

/**
 * Checks for the plugins, which are not dependencies of the package.
 * @throws {Error} with the install command
 */
function requirePlugins(): void {
  const plugins = ['@fastify/bearer-auth', '@fastify/rate-limit']
  try {
    for (const plugin of plugins) createRequire(import.meta.url).resolve(plugin)
  } catch {
    throw new Error(`not installed: npm install --save-dev ${plugins.join(' ')}`)
  }
}
