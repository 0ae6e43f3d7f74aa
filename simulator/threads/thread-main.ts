import { parentPort } from 'node:worker_threads'

/** Serves tasks in a worker thread, one at a time: posts the value or the error of each. */
export function serveTasks(tasks: object): void {
  parentPort!.postMessage({ ready: true })
  parentPort!.on('message', async ({ task, input }: { task: string; input: unknown[] }) => {
    try {
      const run = (tasks as Record<string, (...input: unknown[]) => unknown>)[task]!
      const value = await run(...input)
      parentPort!.postMessage(
        { value },
        value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
      )
    } catch (error) {
      parentPort!.postMessage({ error })
    }
  })
}
