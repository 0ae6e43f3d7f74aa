import { findControl } from './find-control.ts'
import { dataOf } from './connection.ts'
import { newHandle } from './handle.ts'
import { HttpConnection } from './http-connection.ts'
import { CONNECT_OPTIONS, checkOptions } from './options.ts'
import type { ConnectOptions } from './types/options.ts'
import type { Simulator } from './types/simulator.ts'

/**
 * Connects to a simulator in another process, such as one started by `vskit exec` or in a
 * container. Turns on the recording of requests.
 * @param options all may be left out
 * @returns the simulator; `close()` ends the connection, and the simulator keeps running
 * @throws {SimulatorError} when none answers, or its certificate is not trusted
 * @throws {TypeError} when an option is unknown or of a wrong type, or `control` is not a URL
 */
export async function connectSimulator(options: ConnectOptions = {}): Promise<Simulator> {
  checkOptions('connectSimulator', options, CONNECT_OPTIONS)
  const connection = new HttpConnection(
    await findControl(options.control, options.ca === undefined ? {} : { ca: options.ca }),
  )
  const { regions } = await dataOf<{
    regions: Record<'us' | 'eu', { base_url: string }>
  }>(connection, 'GET', '/health')
  await dataOf(connection, 'PUT', '/journal', { enabled: true })
  return newHandle({
    connection,
    regions: {
      us: { url: options.regions?.us ?? regions.us.base_url },
      eu: { url: options.regions?.eu ?? regions.eu.base_url },
    },
    keys: [],
    ca: connection.http.ca,
    budgets: 'roomy',
    close: () => connection.close(),
  })
}
