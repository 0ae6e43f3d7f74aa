import { findControl } from './find-control.ts'
import { dataOf } from './connection.ts'
import { newHandle } from './handle.ts'
import { HttpConnection } from './http-connection.ts'
import type { ConnectOptions } from './types/options.ts'
import type { Simulator } from './types/simulator.ts'

/**
 * Speaks to a simulator of another process: one that `vskit exec` or `vskit simulator` has started, or one in a container.
 * @throws {SimulatorError} when none answers
 */
export async function connectSimulator(options: ConnectOptions = {}): Promise<Simulator> {
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
