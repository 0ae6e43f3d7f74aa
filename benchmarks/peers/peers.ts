import type { Call } from '../paths.ts'
import { type RecordedAnswer, record } from '../recording.ts'
import type { Contender, Server } from '../slice.ts'
import type { Stage } from '../stage.ts'
import type { FastifyOrder } from './fastify-server.ts'
import { prismCall, startPrism } from './prism.ts'

/** What the target is compared with, beside the limit of the platform. */
export const PEERS = ['Fastify', 'Fastify with plugins', 'Prism'] as const
export type PeerName = (typeof PEERS)[number]

export interface PeerContext {
  stage: Stage
  core: number | undefined
  call: Call
  answer: RecordedAnswer
  key: string
  /** Where the target is, for what it says of itself. */
  targetUrl: string
}

/** Starts a peer and sees that it answers as it should. @throws {Error} that says why it can't be compared */
export async function startContender(
  name: PeerName,
  context: PeerContext,
): Promise<Contender & { server: Server }> {
  const { stage, core } = context
  const server =
    name === 'Prism'
      ? await startPrism(stage, context.targetUrl, core)
      : await startFastify(name, context)
  const call = name === 'Prism' ? prismCall(context.call) : context.call
  const { wireBytes } = await record(server.baseUrl, call)
  return { server, call, expected: { wireBytes, ...(call.expects && { admitted: 2 }) } }
}

async function startFastify(
  name: PeerName,
  { stage, core, call, answer, key }: PeerContext,
): Promise<Server> {
  const process = stage.start(name, stage.script('peers/fastify-server'), { core, messages: true })
  const order: FastifyOrder = {
    answer,
    method: call.method,
    key,
    plugins: name === 'Fastify with plugins',
  }
  const { port } = (await process.ask(order)) as { port: number }
  return { name, baseUrl: `http://127.0.0.1:${port}`, process }
}
