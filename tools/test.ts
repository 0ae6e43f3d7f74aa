import { spawn } from 'node:child_process'

/** `npm test`: each step in turn, the whole of it even when one fails, and one line at the end that counts them. */
const STEPS: { name: string, command: string, args: string[] }[] = [
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'import rules', command: 'depcruise', args: ['--config', '.dependency-cruiser.cjs', '.', '--output-type', 'err'] },
  { name: 'generated contract', command: 'node', args: ['spec/generate.ts', '--check'] },
  { name: 'generated control API', command: 'node', args: ['simulator/control/generate.ts', '--check'] },
  // Prepares tap for the plugins that .taprc chooses; the tests themselves come next.
  { name: 'test runner', command: 'tap', args: ['build'] },
  { name: 'tests', command: 'tap', args: process.stdout.isTTY ? [] : ['--reporter=terse'] },
]

/** Without a terminal the reporter is told so, or it would redraw its progress into the log. */
const ENVIRONMENT = process.stdout.isTTY ? process.env : { ...process.env, CI: process.env.CI ?? 'true' }

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: ENVIRONMENT })
    child.on('error', (error) => {
      console.error(`${command}: ${error.message} (is the project installed? npm ci)`)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}

const failed: string[] = []
for (const { name, command, args } of STEPS) {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const ok = await run(command, args)
  if (!ok) failed.push(name)
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${STEPS.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
