/**
 * Loaded into a server before its program (`--import`): makes each request cost a tenth more processor time than it does,
 * whatever that is. What the comparison of the bench has to notice.
 */
import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const SHARE = 0.1
/** Requests between two looks at what they cost. */
const STRETCH = 256

let sink = 0
function spin(loops: number): void {
  for (let i = 0; i < loops; i++) sink = (Math.imul(sink, 31) + i) | 0
}

function loopsOfAMicrosecond(): number {
  const LOOPS = 20_000_000
  spin(LOOPS)
  const before = process.cpuUsage()
  spin(LOOPS)
  return LOOPS / process.cpuUsage(before).user
}

if (isMainThread) {
  const loops = loopsOfAMicrosecond()
  let extra = 0
  let requests = 0
  let since = process.cpuUsage()
  const emit = Server.prototype.emit as (this: Server, event: string | symbol, ...args: unknown[]) => boolean
  Server.prototype.emit = function slower(this: Server, event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'request') {
      spin(extra * loops)
      if (++requests % STRETCH === 0) {
        const { user, system } = process.cpuUsage(since)
        since = process.cpuUsage()
        extra = ((user + system) / STRETCH - extra) * SHARE
      }
    }
    return emit.call(this, event, ...args)
  }
}
