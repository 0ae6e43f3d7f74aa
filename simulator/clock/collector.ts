import { setFlagsFromString } from 'node:v8'

/**
 * The heap may double before V8 looks through all of it. Left alone V8 gives a heap in which little stays a tenth: twenty-five
 * megabytes were marked every five seconds, for forty milliseconds in which requests had half of the core.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
