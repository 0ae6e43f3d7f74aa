import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/** Inputs from this size on are collected at once: a small PDF may unpack to hundreds of megabytes. */
const LARGE_BYTES = 64 * 1024

/**
 * Shared and transferred memory lies outside the heap and starts no collection, so garbage of large
 * uploads would wait in each thread. Applies to this thread alone.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** Serves tasks in a worker thread, one at a time: posts the value or the error of each. */
export function serveTasks(tasks: object): void {
  const collect = collector()
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
    const isLarge = input.some((part) => sizeOf(part) >= LARGE_BYTES)
    input.length = 0
    // In a later turn: the task's own variables are gone then.
    if (isLarge) setImmediate(collect)
  })
}

function sizeOf(part: unknown): number {
  if (typeof part === 'string') return part.length
  if (ArrayBuffer.isView(part)) return part.byteLength
  return part instanceof ArrayBuffer || part instanceof SharedArrayBuffer ? part.byteLength : 0
}
