import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Frees the memory of unreachable objects at once; does nothing in the main thread, which it would block. Otherwise
 * garbage of a large upload would stay in each thread until the next one.
 */
export const collectGarbage: () => void = isMainThread ? () => undefined : collector()

/** The flag applies to this thread only. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
