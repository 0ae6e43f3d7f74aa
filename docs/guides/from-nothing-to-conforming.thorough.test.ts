import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { conformanceCommand } from '../../conformance/command.ts'

const GUIDE = readFileSync(new URL('from-nothing-to-conforming.md', import.meta.url), 'utf8')
const RESULT = new URL('../../examples/implementer/', import.meta.url)

interface Step {
  title: string
  files: [name: string, text: string][]
  /** The commands of the reader, one per line. */
  commands: string[]
}

const STEPS: Step[] = GUIDE.split(/^## /m)
  .slice(1)
  .map((section) => {
    const blocks = [...section.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)]
    return {
      title: section.split('\n', 1)[0]!,
      files: blocks.flatMap(([, , name, text]) => (name ? [[name, text!]] : [])) as Step['files'],
      commands: blocks.flatMap(([, kind, , text]) =>
        kind === 'sh' ? text!.trim().split('\n') : [],
      ),
    }
  })

/** Two free ports in place of those of the guide, which may be in use. */
async function freePorts(): Promise<[us: number, eu: number]> {
  const servers = [net.createServer(), net.createServer()]
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports as [number, number]
}

t.test('the guide works when followed literally from an empty folder', async (t) => {
  const folder = t.testdir()
  const [us, eu] = await freePorts()
  const env: Record<string, string> = {}
  let server: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    const ended = server && once(server, 'exit')
    server?.kill()
    await ended
    server = undefined
  }
  t.after(stop)
  const start = async (): Promise<void> => {
    await stop()
    server = spawn(process.execPath, [join(folder, 'server.js')], {
      env: { ...process.env, US_PORT: String(us), EU_PORT: String(eu) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // One line per region; both may arrive at once.
    const lines = createInterface({ input: server.stdout! })[Symbol.asyncIterator]()
    await lines.next()
    await lines.next()
  }
  const judge = async (args: string[]): Promise<{ out: string; code: number | undefined }> => {
    const result = { out: '', code: undefined as number | undefined }
    const files = args.map((arg) => (/\.(json|svg)$/.test(arg) ? join(folder, arg) : arg))
    await conformanceCommand({
      out: (text) => {
        result.out += text
      },
      err: (text) => {
        result.out += text
      },
      terminal: false,
      color: false,
      env,
      exit: (code) => {
        result.code = code
      },
    }).parseAsync(files, { from: 'user' })
    return result
  }

  for (const { title, files, commands } of STEPS) {
    await t.test(title, async (t) => {
      for (const [name, text] of files) {
        const ported = text.replace('127.0.0.1:4101', `127.0.0.1:${us}`)
        writeFileSync(join(folder, name), ported.replace('127.0.0.1:4102', `127.0.0.1:${eu}`))
      }
      // A restart resets rate-limit counters, so that no run has to wait for a window.
      await start()
      for (const command of commands) {
        const [, name, value] = /^export (\w+)=(\S+)$/.exec(command) ?? []
        if (name) env[name] = value!
        const args = /^vskit conformance (.*)$/.exec(command)?.[1]?.split(' ')
        if (!args) continue
        const target = args[0] === 'diff' ? [] : ['--target', join(folder, 'vskit.target.yaml')]
        const { out, code } = await judge([...args, ...target])
        t.equal(code, 0, `${command}\n${out}`)
        if (target.length > 0) t.match(out, /conforming: no check failed/)
      }
    })
  }

  await t.test('the result equals the example', async (t) => {
    const built = new Map(STEPS.flatMap(({ files }) => files))
    t.strictSame(
      [...built.keys()].toSorted(),
      readdirSync(RESULT)
        .filter((name) => name !== 'README.md')
        .toSorted(),
    )
    for (const [name, text] of built)
      t.equal(text, readFileSync(new URL(name, RESULT), 'utf8'), name)
  })
})
