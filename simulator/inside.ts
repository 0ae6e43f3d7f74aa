import type { FastifyInstance } from 'fastify'
import type { Reply } from './control/host.ts'

/** A call of the simulator to itself: everything happens to it that happens to one over the network. */
export async function callInside(
  listener: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Reply> {
  const { statusCode: status, payload } = await listener.inject({
    method,
    url: path,
    headers: { host: 'localhost', ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return { status, json: payload === '' ? undefined : JSON.parse(payload) }
}
