// `import { testOrganization } from 'vskit/testing'`: an organization of its own for a test file, in one line.
import { connectSimulator } from './connect.ts'
import type { OrganizationOptions, SimulatorOptions } from './types/options.ts'
import type { Simulator, TestOrganization } from './types/simulator.ts'

let shared: Promise<Simulator> | undefined

/**
 * The simulator of this test run: the one that `VSKIT_CONTROL_URL` names (`vskit exec`, a global set-up, a container), or one
 * that is started in this process. It does not keep the process alive, so that nothing needs to be closed.
 * @param options of the one that is started; without effect when there is one already
 */
export function testSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return (shared ??= process.env.VSKIT_CONTROL_URL ? connectSimulator() : start(options))
}

/**
 * Makes an organization of its own on the simulator of this test run.
 *
 *     const acme = await testOrganization()
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
