import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Report } from '../run.ts'

/** Path of the command. */
export const COMMAND = fileURLToPath(new URL('../command.ts', import.meta.url))

/** Runs the torture test as a user does. */
export async function torture(
  ...args: string[]
): Promise<{ code: number | null; reports: Report[] }> {
  const child = spawn(process.execPath, [COMMAND, '--seed', '1', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { code, reports: lines.map((line) => JSON.parse(line) as Report) }
}
