import { readFileSync } from 'node:fs'
import { isAlive } from './is-alive.ts'

const LOOK_EVERY_MS = 250

/** Read when the process starts: the parent may end before the simulator is ready. */
const PARENT = process.ppid

/** Calls `stop` when the parent process has ended, for any reason. */
export function whenParentEnds(stop: () => void): void {
  const adopted = isAdopted()
  const timer = setInterval(() => {
    if (process.ppid === PARENT && isAlive(PARENT) && !adopted) return
    clearInterval(timer)
    stop()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/**
 * Whether this process has another parent than the one that started it, which ended before `PARENT`
 * was read. A process starts in the session of its parent, and can leave it only for its own.
 */
function isAdopted(): boolean {
  const [own, parents] = [sessionOf(process.pid), sessionOf(PARENT)]
  return own !== undefined && parents !== undefined && own !== parents && own !== process.pid
}

/** Returns the session of a process; undefined where the system has no such file. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(session)
  } catch {
    return undefined
  }
}
