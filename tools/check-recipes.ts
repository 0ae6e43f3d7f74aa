import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from '../simulator/testing/chromium.ts'

/** Test runners of the recipes in `examples/testing`, at their tested versions. */
const RUNNERS = [
  'vitest@5.1.1',
  'jest@30.5.2',
  '@playwright/test@1.65.1',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@types/node@24.19.2',
]

/** Allows for a busy machine and a slow registry. The recipes keep the time limits of their runners. */
const COMMAND_MS = 900_000
const TEST_MS = 60_000

const TYPES = `
import createClient from 'openapi-fetch'
import type { paths, webhooks } from 'vskit/openapi'
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' })
const { data } = await client.GET('/v1/sessions/{id}', { params: { path: { id: 'vs_1' } } })
export const status: string | undefined = data?.data.status
export type Completed = webhooks['kyc.session.completed']['post']
`

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    // The package's own declarations and their dependencies.
    skipLibCheck: false,
    types: ['node'],
  },
  include: ['node-test', 'vitest', 'playwright', 'types.ts'],
}

/**
 * Runs the recipes of `examples/testing` with only the packed package installed, on this Node.js and on the oldest supported one.
 * @param oldest version of Node.js
 * @throws {Error} when a runner fails, or the types of the package do not fit
 */
export function checkRecipes(folder: string, oldest: string): void {
  const run = (command: string, args: string[], env: Record<string, string> = {}): void => {
    execFileSync(command, args, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout: COMMAND_MS,
    })
  }
  execFileSync('npm', ['pkg', 'set', 'type=module'], { cwd: folder })
  const packages = [...RUNNERS, `node@${oldest}`]
  run('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit', ...packages])
  cpSync('examples/testing', folder, { recursive: true })
  writeFileSync(join(folder, 'types.ts'), TYPES)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  run(join(folder, 'node_modules/.bin/tsc'), ['--project', '.'])
  const path = process.env.PATH ?? ''
  for (const PATH of [path, [join(folder, 'node_modules/node/bin'), path].join(delimiter)])
    runRecipes((command, args, env) => run(command, args, { PATH, ...env }))
}

/** @param run runs a program in the folder of the recipes */
function runRecipes(
  run: (command: string, args: string[], env?: Record<string, string>) => void,
): void {
  const bin = (name: string): string => join('node_modules', '.bin', name)
  run('node', ['--test', 'node-test/session.test.ts'])
  run(bin('vitest'), [
    'run',
    '--dir',
    'vitest',
    `--hookTimeout=${TEST_MS}`,
    `--testTimeout=${TEST_MS}`,
  ])
  run('node', [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--rootDir=jest',
    '--config=jest/jest.config.mjs',
    '--detectOpenHandles',
    `--testTimeout=${TEST_MS}`,
  ])
  const { executablePath, env } = findChromium()
  run(bin('playwright'), ['test', '--config=playwright', `--timeout=${TEST_MS}`], {
    ...env,
    CHROMIUM_PATH: executablePath,
  })
}
