import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Rebinding } from './rebinding.ts'

/** A public address that is assigned to this machine only in the namespace of the script. */
const PUBLIC = '11.22.33.44'
const SCRIPT = fileURLToPath(new URL('./rebinding.ts', import.meta.url))
const NAMESPACES = [
  '--user',
  '--map-root-user',
  '--mount',
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
]

/**
 * Runs `rebinding.ts` in separate Linux namespaces with our own name server.
 * @param folder for the files of the script
 * @returns undefined if namespaces are not allowed
 */
export async function rebindings(folder: string): Promise<Rebinding[] | undefined> {
  const resolver = join(folder, 'resolv.conf')
  await writeFile(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:2\n')
  const setUp = `ip link set lo up && ip addr add ${PUBLIC}/32 dev lo && mount --bind "$1" /etc/resolv.conf`
  const run = (command: string, ...args: string[]) =>
    output('unshare', [
      ...NAMESPACES,
      'sh',
      '-c',
      `${setUp} && ${command}`,
      'sh',
      resolver,
      ...args,
    ])
  if ((await run('true')).code !== 0) return undefined
  const { code, out, problem } = await run('exec "$2" "$3" "$4"', process.execPath, SCRIPT, PUBLIC)
  if (code !== 0) throw new Error(`the network namespace: ${problem.slice(-500)}`)
  return JSON.parse(out) as Rebinding[]
}

async function output(
  command: string,
  args: string[],
): Promise<{ code: number | null; out: string; problem: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, problem }
}
