import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'

/** Compiles the package that is published: `dist/` holds the same tree as the sources, with what they read beside them. */
const DATA = [
  'simulator/journey/*.{css,svg}',
  'simulator/console/page/*.{html,css,js,svg}',
  'fixtures/images/**/*.{jpg,json}',
  'fixtures/fonts/*',
  'conformance/**/*.{json,md,yaml,css}',
  'conformance/report/page/*.js',
  'spec/{ledger,requirements/*}.yaml',
]

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
for (const file of DATA.flatMap((pattern) => globSync(pattern))) cpSync(file, `dist/${file}`)
