import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** File in the working directory with the addresses of the running simulator. */
const RUNNING_FILE = join('.vskit', 'simulator.json')

export interface Running {
  control: string
  regions: Record<string, { base_url: string }>
  /** PEM of the certificate authority of a simulator that speaks HTTPS. */
  ca?: string
  pid: number
}

/**
 * Writes the running file; the latest simulator wins. When this process ends, the file is removed, or describes the simulator
 * before it again if that one still runs. An unwritable folder is ignored.
 */
export function writeRunningFile(running: Running): void {
  const earlier = readRunningFile()
  try {
    mkdirSync(dirname(RUNNING_FILE), { recursive: true })
    write(running)
  } catch {
    return
  }
  process.once('exit', () => {
    if (readRunningFile()?.pid !== running.pid) return
    try {
      if (earlier && isAlive(earlier.pid)) write(earlier)
      else rmSync(RUNNING_FILE, { force: true })
    } catch {
      // A full disk or a folder that is read-only by now must not fail the end of the process.
    }
  })
}

function write(running: Running): void {
  writeFileSync(RUNNING_FILE, `${JSON.stringify(running, null, 2)}\n`)
}

/** Returns the simulator that was started in this working directory and still runs. */
export function readRunningFile(): Running | undefined {
  try {
    const running = JSON.parse(readFileSync(RUNNING_FILE, 'utf8')) as Running
    // A killed simulator leaves its file behind.
    return isAlive(running.pid) ? running : undefined
  } catch {
    return undefined
  }
}
