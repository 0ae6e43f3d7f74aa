import { parentPort } from 'node:worker_threads'
import { collectGarbage } from './collect-garbage.ts'
import { buffersInPages, freePages, isInPages } from './pages.ts'

/** Size of a page of WebAssembly memory. */
const PAGE_BYTES = 64 * 1024
/** Larger than every upload. */
const MOST_PAGES = 1024

/** Inputs from this size on are collected at once: a small PDF may unpack to hundreds of megabytes. */
const LARGE_BYTES = 64 * 1024

interface Request {
  task: string
  input: unknown[]
  /** Whether the sender wants the first input back. */
  isLent: boolean
}

/** Runs tasks in a worker thread, one at a time, and posts the value or the error of each. */
export function serveTasks(tasks: object): void {
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
    if (isLarge) setImmediate(collectGarbage)
  })
}

/**
 * Memory that code reads as fast as an ordinary array, reused by the next task. It is outside of the
 * C library's heap, which keeps freed megabytes for each thread, and it grows in place.
 */
class ReadingRoom {
  #memory = new WebAssembly.Memory({ initial: 0, maximum: MOST_PAGES })

  copyOf(bytes: Uint8Array): Uint8Array {
    const missing = bytes.length - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    const copy = new Uint8Array(this.#memory.buffer, 0, bytes.length)
    copy.set(bytes)
    return copy
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
