import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const COMMAND = join(import.meta.dirname, 'vskit.cjs')

/** Runs `vskit --version` with another apparent version of Node.js. */
function runAs(version: string): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
  const run = `process.argv = ['node', 'vskit', '--version']; require(${JSON.stringify(COMMAND)})`
  return spawnSync(process.execPath, ['--eval', pretend + run], { encoding: 'utf8' })
}

t.test('an old Node.js is rejected with instructions', async (t) => {
  for (const version of ['18.20.0', '20.20.2', '22.15.1']) {
    const { status, stderr } = runAs(version)
    t.equal(status, 1, version)
    t.match(stderr, /needs Node\.js 22\.16 or newer.*npm install node@24/s, version)
  }
})

t.test('a supported Node.js runs the command', async (t) => {
  for (const version of ['22.16.0', '24.0.0', '26.1.0']) {
    const { status, stdout, stderr } = runAs(version)
    t.equal(status, 0, `${version} ${stderr}`)
    t.match(stdout, /^\d+\.\d+\.\d+/, version)
  }
})
