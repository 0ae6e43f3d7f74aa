// Makes openapi.json from the YAML beside it. `node simulator/control/generate.ts` writes, `--check` only tells.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const HERE = import.meta.dirname
export const BUNDLE = join(HERE, 'openapi.json')

/** The text of the bundle as it should be. Redocly's bundler has no public API, so its command runs. */
export function bundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-control-'))
  const output = join(folder, 'openapi.json')
  try {
    const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')
    const config = join(HERE, '../../spec/redocly.yaml')
    const options = ['bundle', join(HERE, 'openapi.yaml'), '--config', config, '--output', output]
    execFileSync(process.execPath, [cli, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    return `${JSON.stringify(JSON.parse(readFileSync(output, 'utf8')), null, 2)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(BUNDLE, bundle())
  else if (readFileSync(BUNDLE, 'utf8') !== bundle()) {
    console.error('simulator/control/openapi.json is not what the YAML says; run: node simulator/control/generate.ts')
    process.exitCode = 1
  }
}
