import type { FastifyInstance } from 'fastify'
import type { Reply } from './control/host.ts'

/**
 * Not the loopback address: a local client that uses up its limit by guessing keys must not stop the simulator's own
 * calls.
 */
const OWN_ADDRESS = '0.0.0.0'

/** Dispatches a call of the simulator to itself through the full request pipeline. */
export async function selfCall(
  listener: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Reply> {
  const {
    statusCode: status,
    payload,
    headers: received,
  } = await listener.inject({
    method,
    url: path,
    remoteAddress: OWN_ADDRESS,
    headers: { host: 'localhost', ...headers },
    ...(body !== undefined && { payload: body }),
  })
  const isJson = String(received['content-type']).includes('json')
  return { status, json: isJson ? JSON.parse(payload) : payload || undefined }
}
