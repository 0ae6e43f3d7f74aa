import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

import packageJson from '../package.json' with { type: 'json' }
import { checkNodeVersion } from '../library/node-version.ts'

const COMMAND = join(import.meta.dirname, 'vskit.cjs')

/** Runs `vskit --version` with another apparent version of Node.js. */
function runAs(
  version: string,
  argument = '--version',
): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`
  const run = `process.argv = ['node', 'vskit', '${argument}']; require(${JSON.stringify(COMMAND)})`
  return spawnSync(process.execPath, ['--eval', pretend + run], { encoding: 'utf8' })
}

t.test('an old Node.js is rejected with instructions', async (t) => {
  for (const version of ['18.20.0', '20.20.2', '22.18.1']) {
    const { status, stderr } = runAs(version)
    t.equal(status, 1, version)
    t.match(stderr, /needs Node\.js 22\.19 or newer.*npm install node@24/s, version)
  }
})

t.test('an old Node.js is no verdict of a command that judges', async (t) => {
  for (const command of ['conformance', 'check-integration', 'spec', 'verify', 'store', 'bench'])
    t.equal(runAs('20.20.2', command).status, 2, command)
  t.equal(runAs('20.20.2', 'health').status, 1, 'its exit code 1 means: not healthy')
})

t.test('a supported Node.js runs the command', async (t) => {
  for (const version of ['22.19.0', '24.0.0', '26.1.0']) {
    const { status, stdout, stderr } = runAs(version)
    t.equal(status, 0, `${version} ${stderr}`)
    t.match(stdout, /^\d+\.\d+\.\d+/, version)
  }
})

t.test('the library rejects an old Node.js with instructions', async (t) => {
  for (const node of ['20.20.2', '22.18.1'])
    t.throws(() => checkNodeVersion(node), /needs Node\.js 22\.19 or newer.*this is v2/)
  for (const node of ['22.19.0', '24.0.0', '26.1.0']) checkNodeVersion(node)
})

t.test('every dependency supports the oldest Node.js of the package', async (t) => {
  interface Locked {
    dev?: true
    engines?: { node?: string }
  }
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
  ) as { packages: Record<string, Locked> }
  t.equal(packageJson.engines.node, '>=22.19.0')
  for (const [path, { dev, engines }] of Object.entries(packages)) {
    const oldest = /^>=? ?(\d+)(?:\.(\d+))?/.exec(engines?.node ?? '')
    if (dev || !oldest || path === '') continue
    const [major, minor = 0] = oldest.slice(1).map((part) => Number(part ?? 0))
    t.ok(major! < 22 || (major === 22 && minor <= 19), `${path} ${engines?.node}`)
  }
})
