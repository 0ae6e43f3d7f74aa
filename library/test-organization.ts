// `import { testOrganization } from 'vskit/testing'`: a separate organization for a test file, in one line.
import { connectSimulator } from './connect.ts'
import { SIMULATOR_OPTIONS, checkOptions } from './options.ts'
import type { OrganizationOptions, SimulatorOptions } from './types/options.ts'
import type { Simulator, TestOrganization } from './types/simulator.ts'

let shared: Promise<Simulator> | undefined

/**
 * Returns the simulator of this test run: the one at `VSKIT_CONTROL_URL` (set by `vskit exec`, a
 * global set-up or a container), or a new one in this process. It does not keep the process alive,
 * so it need not be closed.
 * @param options of the simulator that is started; ignored when one exists
 * @returns the same simulator at each call
 * @throws {TypeError} when an option is unknown or of a wrong type
 * @throws {SimulatorError} when `VSKIT_CONTROL_URL` is set and no simulator answers there
 */
export async function testSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkOptions('testSimulator', options, SIMULATOR_OPTIONS)
  return (shared ??= process.env.VSKIT_CONTROL_URL ? connectSimulator() : start(options))
}

/**
 * Creates an organization on the simulator of this test run.
 *
 *     const acme = await testOrganization()
 *
 * @param options all may be left out
 * @returns the organization, with a client of the public API
 * @throws {SimulatorError} when the simulator rejects a field
 */
export async function testOrganization(
  options: OrganizationOptions = {},
): Promise<TestOrganization> {
  return (await testSimulator()).organization(options)
}

async function start(options: SimulatorOptions): Promise<Simulator> {
  const { startOwn } = await import('./create.ts')
  const { simulator, unref } = await startOwn(options)
  unref()
  return simulator
}
