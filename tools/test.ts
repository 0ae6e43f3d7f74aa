import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Step {
  name: string
  command: string
  args: string[]
}

/** `npm test`: every step, also when one fails, and one line at the end that counts them. */
const TYPES: Step = { name: 'types', command: 'tsc', args: ['--noEmit'] }
const SHORT: Step[] = [
  { name: 'types of the console', command: 'tsc', args: ['--project', 'simulator/console/page'] },
  { name: 'types of the SDK', command: 'tsc', args: ['--project', 'sdk'] },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '.', '--output-type', 'err'],
  },
  { name: 'generated contract', command: 'node', args: ['spec/generate.ts', '--check'] },
  {
    name: 'generated control API',
    command: 'node',
    args: ['simulator/control/spec/generate.ts', '--check'],
  },
  // Prepares tap for the plugins that .taprc chooses; the tests themselves come next.
  { name: 'test runner', command: 'tap', args: ['build'] },
]
const TESTS: Step = {
  name: 'tests',
  command: 'tap',
  args: process.stdout.isTTY ? [] : ['--reporter=terse'],
}

const ENVIRONMENT = {
  // Hundreds of processes load the same modules: what one compiled the others take from where Node keeps such things.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...process.env,
  // Without a terminal the reporter is told so, or it would redraw its progress into the log.
  ...(!process.stdout.isTTY && { CI: process.env.CI ?? 'true' }),
}

const failed: string[] = []

/** Shows what the step says when it has ended, since others may run beside it; with `live` as it is said. */
async function run({ name, command, args }: Step, { live }: { live: boolean }): Promise<void> {
  const started = performance.now()
  if (live) console.log(`\n── ${name}`)
  const said: Buffer[] = []
  const ok = await new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: ENVIRONMENT,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => said.push(bytes))
    child.on('error', (error) => {
      said.push(Buffer.from(`${command}: ${error.message} (is the project installed? npm ci)\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  if (!ok) failed.push(name)
  if (!live) console.log(`\n── ${name}`)
  process.stdout.write(Buffer.concat(said))
  console.log(
    `${ok ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}

async function runShort(): Promise<void> {
  for (const step of SHORT) await run(step, { live: false })
}

// The types take one core for as long as all that is short together.
await Promise.all([run(TYPES, { live: false }), runShort()])
await run(TESTS, { live: true })

const count = 1 + SHORT.length + 1
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${count - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
