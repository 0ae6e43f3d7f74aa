export default async function stopSimulator() {
  await globalThis.simulator.close()
}
