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
 * Writes the running file, removed when this process ends; the latest simulator wins. An unwritable
 * folder is ignored.
 */
export function writeRunningFile(running: Running): void {
  try {
    mkdirSync(dirname(RUNNING_FILE), { recursive: true })
    writeFileSync(RUNNING_FILE, `${JSON.stringify(running, null, 2)}\n`)
  } catch {
    return
  }
  process.once('exit', () => {
    if (readRunningFile()?.pid === running.pid) rmSync(RUNNING_FILE, { force: true })
  })
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
