import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * An OpenAPI document in several files as one, with every reference inside it. Redocly's bundler has no public API, so its
 * command runs: about half a second, most of it start-up.
 * @param source the root file
 * @throws when the document can't be bundled; the message is the bundler's
 */
export function bundled(source: string): object {
  const folder = mkdtempSync(join(tmpdir(), 'vskit-bundle-'))
  const output = join(folder, 'openapi.json')
  try {
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    )
    const options = [
      'bundle',
      source,
      '--config',
      join(import.meta.dirname, 'redocly.yaml'),
      '--output',
      output,
    ]
    execFileSync(process.execPath, [cli, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    return JSON.parse(readFileSync(output, 'utf8')) as object
  } finally {
    rmSync(folder, { recursive: true })
  }
}
