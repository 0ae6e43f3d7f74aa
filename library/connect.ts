import { findControl } from './find-control.ts'
import { dataOf } from './connection.ts'
import { newHandle } from './handle.ts'
import { HttpConnection } from './http-connection.ts'
import { CONNECT_OPTIONS, checkOptions } from './options.ts'
import type { ConnectOptions } from './types/options.ts'
import type { Simulator } from './types/simulator.ts'

/**
 * Connects to a simulator of another process: one that `vskit exec` or `vskit simulator` has started, or one in a container. It turns
 * the recording of requests on.
 * @param options all may be left out
 * @returns the simulator; `close()` ends the connection, and the simulator goes on
 * @throws {SimulatorError} when none answers, or its certificate is not trusted
 * @throws {TypeError} when an option is unknown or of a wrong type, or `control` is no URL
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
