/**
 * Loaded into a server before its program (`--import`): each of its requests costs about a tenth more of a processor than it
 * does, whatever that is. What the comparison of the bench has to notice.
 *
 * Work is added, not time: where the host of a virtual machine takes cores away, Linux counts a part of that as used, which
 * makes the server's own work and the added one dearer alike. So the tenth is of what the cheaper stretches cost, and of what the
 * added work usually takes.
 */
import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { median } from '../statistics.ts'

const SHARE = 0.1
/** Requests that pay together: in small coin, looking at the clock would be a part of the price. */
const TOGETHER = 16
/** Requests between two looks at what they cost: Linux brings the time of a process up to date every four milliseconds. */
const STRETCH = 1024

let sink = 0
/** @returns the microseconds that it took */
function work(steps: number): number {
  const began = performance.now()
  for (let i = 0; i < steps * 1000; i++) sink = (Math.imul(sink, 31) + i) | 0
  return (performance.now() - began) * 1000
}

function usedMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** What a quarter of the values don't exceed. */
function lowerQuartile(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2]!
}

if (isMainThread) {
  const costs: number[] = []
  const times: number[] = []
  let steps = 1
  let requests = 0
  let before = usedMicroseconds()
  const adjust = (): void => {
    const used = usedMicroseconds()
    const added = median(times.splice(0))
    costs.push((used - before) / STRETCH - added / TOGETHER)
    before = used
    steps = Math.max(1, Math.round(((SHARE * lowerQuartile(costs) * TOGETHER) / added) * steps))
  }
  const emit = Server.prototype.emit as (
    this: Server,
    event: string | symbol,
    ...args: unknown[]
  ) => boolean
  Server.prototype.emit = function slower(
    this: Server,
    event: string | symbol,
    ...args: unknown[]
  ): boolean {
    if (event === 'request') {
      requests++
      if (requests % TOGETHER === 0) times.push(work(steps))
      if (requests % STRETCH === 0) adjust()
    }
    return emit.call(this, event, ...args)
  }
}
