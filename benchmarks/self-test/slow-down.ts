/**
 * Loaded into a server by `--import`: makes each request use about 10% more CPU time. The bench's
 * comparison must detect that.
 *
 * It adds work, not waiting time. On a virtual machine, Linux counts part of the steal time as CPU
 * time, for the server's work and for the added work. So the 10% are computed from the intervals
 * with the lowest cost, and from the median cost of the added work.
 */
import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { median } from '../measure/statistics.ts'

const SHARE = 0.1
/** Number of requests per batch of work; reading the clock for each would distort the cost. */
const TOGETHER = 16
/** Requests between two cost measurements: Linux updates process times every 4 ms. */
const STRETCH = 1024

let sink = 0
/** @returns its duration in microseconds */
function work(steps: number): number {
  const began = performance.now()
  for (let i = 0; i < steps * 1000; i++) sink = (Math.imul(sink, 31) + i) | 0
  return (performance.now() - began) * 1000
}

function usedMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Returns the lower quartile. */
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
