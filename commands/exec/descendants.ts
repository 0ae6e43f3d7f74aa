import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Variable that every process of one `vskit exec` inherits, even after its parent has ended. */
export const MARK = 'VSKIT_EXEC_ID'
const GRACE_MS = 2000
const LOOK_EVERY_MS = 50

/** Ends the command and every process that it started: SIGTERM, then SIGKILL. */
export async function endMarked(mark: string, pid: number): Promise<void> {
  const found = (): number[] => (process.platform === 'linux' ? marked(mark) : descendants(pid))
  const send = (signal: NodeJS.Signals): void => {
    for (const one of found())
      try {
        process.kill(one, signal)
      } catch {
        // It has ended meanwhile.
      }
  }
  if (found().length === 0) return
  send('SIGTERM')
  for (let left = GRACE_MS; left > 0 && found().length > 0; left -= LOOK_EVERY_MS)
    await sleep(LOOK_EVERY_MS)
  send('SIGKILL')
}

/** Finds processes by their environment at start. */
function marked(mark: string): number[] {
  const wanted = `${MARK}=${mark}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        // The environment of a zombie process is empty.
        return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(wanted)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Finds processes by their current parents. */
function descendants(root: number): number[] {
  if (process.platform === 'win32') {
    try {
      execFileSync('taskkill', ['/pid', String(root), '/t', '/f'], { stdio: 'ignore' })
    } catch {
      // It has ended already.
    }
    return []
  }
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state!.startsWith('Z'))
  const all: number[] = rows.some(([pid]) => Number(pid) === root) ? [root] : []
  for (const parent of [root, ...all]) collect(parent)
  return [...new Set(all)]

  function collect(parent: number): void {
    for (const [pid, ppid] of rows)
      if (Number(ppid) === parent && !all.includes(Number(pid))) {
        all.push(Number(pid))
        collect(Number(pid))
      }
  }
}
