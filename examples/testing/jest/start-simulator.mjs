import { createSimulator } from 'vskit'

/** One simulator for all test files; each makes an organization of its own in it. */
export default async function startSimulator() {
  globalThis.simulator = await createSimulator()
  process.env.VSKIT_CONTROL_URL = globalThis.simulator.control.url
}
