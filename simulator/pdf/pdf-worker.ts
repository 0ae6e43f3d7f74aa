import { parentPort } from 'node:worker_threads'
import { tasks } from './tasks.ts'

/** Runs one task at a time; posts its value or its error. */
// Suppress the PDF library's warnings about uploaded files.
console.warn = () => undefined

parentPort!.postMessage({ ready: true })
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
