import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'

t.test(
  'the control API passes the ruleset of the public contract, its examples included',
  async (t) => {
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    )
    const files = [
      join(import.meta.dirname, 'openapi.yaml'),
      '--config',
      join(import.meta.dirname, '../../../spec/redocly.yaml'),
    ]
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'lint', ...files, '--format', 'json'],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    if (!stdout.startsWith('{')) throw new Error(`Redocly did not lint: ${stderr}`)
    t.strictSame(JSON.parse(stdout).problems, [])
  },
)
