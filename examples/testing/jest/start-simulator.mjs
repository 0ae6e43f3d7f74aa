import { createSimulator } from 'vskit'

/** One simulator for all test files; each creates its own organization in it. */
export default async function startSimulator() {
  globalThis.simulator = await createSimulator()
  process.env.VSKIT_CONTROL_URL = globalThis.simulator.control.url
}
