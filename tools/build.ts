import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { writeBundles } from './sdk-bundles.ts'
import { bundleStart } from './start-bundle.ts'
import { vendor } from './vendor.ts'

/**
 * Compiles the published package: `dist/` holds the same tree as the sources, with the files that
 * they read.
 */
const DATA = [
  'simulator/hosted/*.{css,svg}',
  'simulator/hosted/{browser,frame}/*.js',
  'simulator/console/page/**/*.{html,css,js,svg}',
  'fixtures/images/**/*.{jpg,json}',
  'fixtures/fonts/*',
  'conformance/**/*.{json,md,yaml,css}',
  'conformance/report/page/*.js',
  'spec/{ledger,requirements/*}.yaml',
  'spec/generated/requirements.json',
]

rmSync('dist', { recursive: true, force: true })
for (const project of ['tsconfig.build.json', 'sdk/tsconfig.build.json'])
  execFileSync('tsc', ['-p', project], { stdio: 'inherit' })
writeBundles()
for (const file of globSync(DATA, { exclude: ['**/self-test/**'] })) cpSync(file, `dist/${file}`)
await vendor('dist')
await bundleStart('dist')
