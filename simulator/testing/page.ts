import type { RunningSimulator } from '../server.ts'
import type { Region } from '../world/world.ts'
import type { Client } from './simulator.ts'
import { caller } from './contract.ts'
import { data } from './control-client.ts'

/** An origin that every publishable key of the demo world allows. */
export const LISTED = 'http://localhost:3000'

/**
 * Returns a backend that creates sessions for a page. Each response must conform to the contract.
 */
export function backendFor(simulator: RunningSimulator, key: string, region: Region = 'us') {
  const call = caller(simulator, key, region)
  const create = async (body: object = {}): Promise<string> =>
    data<{ id: string }>(await call('POST', '/v1/sessions', body)).id
  const browserToken = async (id: string): Promise<string> =>
    (await call('POST', `/v1/sessions/${id}/browser_token`)).json<{ browserToken: string }>()
      .browserToken
  const clientToken = async (id: string): Promise<string> =>
    (await call('POST', `/v1/sessions/${id}/client_token`)).json<{ clientToken: string }>()
      .clientToken
  /** Creates a session and a page with a client token for it. */
  const page = async (body: object = {}): Promise<{ id: string; token: string; sdk: Client }> => {
    const id = await create(body)
    const token = await browserToken(id)
    return { id, token, sdk: caller(simulator, token, region) }
  }
  return { call, create, browserToken, clientToken, page }
}

export interface SdkSession {
  id: string
  status: string
  mode: string
  steps: { id: string; type: string; status: string; config: Record<string, unknown> }[]
}
