import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

const MEGABYTES = [3, 25, 60]
const TIMES = 30

/**
 * Clients that write the whole body before they read, or write and read at the same time. Each
 * returns the status.
 */
type Send = (url: string, key: string, body: Buffer, file: string) => Promise<number>

const PYTHON = `
import http.client, sys
from urllib.parse import urlparse
u = urlparse(sys.argv[1])
c = http.client.HTTPConnection(u.hostname, u.port, timeout=60)
c.request("POST", u.path, open(sys.argv[3], "rb").read(), {"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/json"})
r = c.getresponse()
r.read()
print(r.status)
`

async function output(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (out.trim() === '') throw new Error(`${command}: ${problem.trim().slice(-300)}`)
  return Number(out.trim())
}

const CLIENTS: Record<string, Send> = {
  fetch: async (url, key, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
    await response.arrayBuffer()
    return response.status
  },
  'node:http': (url, key, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sent = request(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': body.length },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        response
          .on('error', reject)
          .on('end', () => resolve(response.statusCode!))
          .resume()
      })
      sent.end(body)
    }),
  python3: (url, key, _body, file) => output('python3', ['-c', PYTHON, url, key, file]),
  curl: (url, key, _body, file) =>
    output(
      'curl',
      `-s -S -o /dev/null -w %{http_code} -X POST -H Expect: -H Content-Type:application/json`
        .split(' ')
        .concat('--data-binary', `@${file}`, '-H', `Authorization: Bearer ${key}`, url),
    ),
}

export const refusals: Part = {
  name: 'refusals',
  promise: 'Every client with a body that is too large receives the error response.',
  cases: MEGABYTES.length * TIMES * Object.keys(CLIENTS).length,
  share: 1,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    const { key } = await clients.organization()
    const folder = await run.folder()
    const bodies = await Promise.all(
      MEGABYTES.map(async (megabytes) => {
        const body = Buffer.alloc(megabytes * 1_000_000, 'x')
        const file = join(folder, `${megabytes}`)
        await writeFile(file, body)
        return { megabytes, body, file }
      }),
    )
    const usable = Object.entries(CLIENTS).filter(
      ([name]) =>
        !['python3', 'curl'].includes(name) || spawnSync(name, ['--version']).status === 0,
    )
    const url = `${(await clients.controlClient<{ regions: { us: { base_url: string } } }>('GET', '/health')).regions.us.base_url}/v1/sessions`
    const counts = new Map<string, number>()
    await run.inLanes(1, async (no) => {
      const random = run.random(no)
      const [name, send] = usable[no % usable.length]!
      const { megabytes, body, file } = bodies[Math.floor(no / usable.length) % bodies.length]!
      const good = random.chance(0.5)
      try {
        const status = await send(url, good ? key : `${key}x`, body, file)
        run.expect(
          status === (good ? 413 : 401),
          no,
          () => `${name} got ${status} for ${megabytes} MB`,
        )
        counts.set(name, (counts.get(name) ?? 0) + 1)
      } catch (error) {
        run.fail(
          no,
          `${name} received no error response for ${megabytes} MB: ${String(error)} ${String((error as Error).cause ?? '')}`,
        )
      }
    })
    clients.close()
    for (const [name, count] of counts) run.figures[name] = count
  },
}
