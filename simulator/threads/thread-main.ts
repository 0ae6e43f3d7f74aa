import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { buffersInPages, freePages, isInPages } from './pages.ts'

/** Inputs from this size on are collected at once: a small PDF may unpack to hundreds of megabytes. */
const LARGE_BYTES = 64 * 1024

interface Request {
  task: string
  input: unknown[]
  /** Whether the sender wants the first input back. */
  isLent: boolean
}

/**
 * Otherwise garbage of a large upload would stay in each thread until the next one. Applies to this
 * thread only.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/** Runs tasks in a worker thread, one at a time, and posts the value or the error of each. */
export function serveTasks(tasks: object): void {
  const collect = collector()
  const room = new ReadingRoom()
  parentPort!.postMessage({ ready: true })
  parentPort!.on('message', async ({ task, input, isLent }: Request) => {
    const [first] = input
    const isLarge = input.some((part) => sizeOf(part) >= LARGE_BYTES)
    if (isInPages(first)) {
      input[0] = room.copyOf(first)
      if (!isLent) freePages(first)
    }
    const lent = isLent && isInPages(first) ? first : undefined
    const back = buffersInPages(lent)
    try {
      const run = (tasks as Record<string, (...input: unknown[]) => unknown>)[task]!
      const value = await run(...input)
      parentPort!.postMessage({ value, lent }, [...transferable(value), ...back])
    } catch (error) {
      parentPort!.postMessage({ error, lent }, back)
    }
    input.length = 0
    // In a later turn, when the variables of the task are unreachable.
    if (isLarge) setImmediate(collect)
  })
}

/**
 * Ordinary memory, which code reads fastest, reused by the next task. It is not freed explicitly,
 * because the inflater of a task that ended early may still read it.
 */
class ReadingRoom {
  #bytes = new Uint8Array(0)

  copyOf(bytes: Uint8Array): Uint8Array {
    if (bytes.length > this.#bytes.length) this.#bytes = new Uint8Array(bytes.length)
    this.#bytes.set(bytes)
    return this.#bytes.subarray(0, bytes.length)
  }
}

function transferable(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array)) return buffersInPages(value)
  return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
}

function sizeOf(part: unknown): number {
  if (typeof part === 'string') return part.length
  return ArrayBuffer.isView(part) ? part.byteLength : 0
}
