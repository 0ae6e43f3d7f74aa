import { parentPort } from 'node:worker_threads'
import { tasks } from './tasks.ts'

/** One task at a time; the answer is its value or what went wrong. */
// What the PDF library finds odd in an uploaded file is no news for whoever runs the simulator.
console.warn = () => undefined

parentPort!.on(
  'message',
  async ({ task, input }: { task: keyof typeof tasks; input: unknown[] }) => {
    try {
      const value = await (tasks[task] as (...input: unknown[]) => Promise<unknown>)(...input)
      parentPort!.postMessage(
        { value },
        value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [],
      )
    } catch (error) {
      parentPort!.postMessage({ error })
    }
  },
)
