import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { startSimulator } from '../../simulator/server.ts'
import type { WorldFile } from '../../simulator/world/world.ts'
import { COMMON, type Generator, GENERATORS, LINTERS } from './tools.ts'

/**
 * Runs the contract through the tools of `tools.ts`: `node tools/generators/run.ts [folder]`. With
 * a folder, installations are kept there for the next run. Exit code 1: a tool failed.
 */
const HERE = import.meta.dirname
const SPEC = join(HERE, '../../spec/generated/openapi.json')
const CONTROL = join(HERE, '../../simulator/control/spec/openapi.json')
const PHOTO = join(HERE, '../../fixtures/images/joost/front.jpg')
const TSCONFIG = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
}

const execute = promisify(execFile)
const [kept] = process.argv.slice(2)
const folder = kept ?? mkdtempSync(join(tmpdir(), 'vskit-tools-'))

async function run(command: string, args: readonly string[], env: object = {}): Promise<string> {
  const { stdout } = await execute(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    timeout: 300_000,
    maxBuffer: 64 << 20,
  })
  return stdout
}

const bin = (name: string): string => join(folder, 'node_modules/.bin', name)

async function install(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const packages = [...COMMON, ...LINTERS, ...GENERATORS.flatMap((generator) => generator.packages)]
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  cpSync(join(HERE, 'clients/shared.ts.txt'), join(folder, 'shared.ts'))
}

async function generate({ name, command, files = {} }: Generator): Promise<void> {
  const out = join(folder, name)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const filled = (text: string) => text.replaceAll('{spec}', SPEC).replaceAll('{out}', name)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(out, file), filled(text))
  const [program, ...args] = command.map(filled)
  await run(bin(program!), args)
  cpSync(join(HERE, 'clients', `${name}.ts.txt`), join(out, 'client.ts'))
  writeFileSync(
    join(out, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: TSCONFIG, include: ['client.ts'] }),
  )
  await run(bin('tsc'), ['--project', name])
  await call(join(out, 'client.ts'))
}

/** Runs a program against a simulator that rejects the second data subject request with 429. */
async function call(program: string): Promise<void> {
  const world = structuredClone(demoWorld) as WorldFile
  const [organization] = world.organizations
  organization!.budgets = { 'dsar:create': 1 }
  const simulator = await startSimulator({ adminPort: 0, usPort: 0, euPort: 0, world })
  try {
    const BASE = simulator.base_urls.us
    const KEY = organization!.keys[0]!.key
    await run(process.execPath, ['--experimental-transform-types', program], { BASE, KEY, PHOTO })
  } finally {
    await simulator.close()
  }
}

async function lintByRedocly(): Promise<void> {
  const config = join(HERE, 'redocly.yaml')
  const args = ['lint', '--config', config, '--format', 'json', '--max-problems', '1000']
  for (const document of [SPEC, CONTROL]) {
    const report = JSON.parse(await run(bin('redocly'), [...args, document])) as {
      totals: { errors: number; warnings: number }
    }
    const { errors, warnings } = report.totals
    const isOwn = document === SPEC
    if (errors + (isOwn ? warnings : 0) > 0)
      throw new Error(`${document}: ${errors} errors, ${warnings} warnings`)
  }
}

async function lintBySpectral(): Promise<void> {
  await run(bin('spectral'), ['lint', '-r', join(HERE, 'spectral.yaml'), SPEC, CONTROL])
}

const jobs: [name: string, job: () => Promise<void>][] = [
  ['Redocly', lintByRedocly],
  ['Spectral', lintBySpectral],
  ...GENERATORS.map(
    (generator) => [generator.name, () => generate(generator)] as [string, () => Promise<void>],
  ),
]
await install()
let failed = 0
for (const [name, job] of jobs) {
  try {
    await job()
    console.log(`ok   ${name}`)
  } catch (error) {
    failed++
    const {
      message,
      stdout = '',
      stderr = '',
    } = error as Error & { stdout?: string; stderr?: string }
    console.log(`FAIL ${name}\n${`${message}\n${stdout}\n${stderr}`.slice(0, 4000)}`)
  }
}
if (kept === undefined) rmSync(folder, { recursive: true, force: true })
console.log(`${jobs.length} tools, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
