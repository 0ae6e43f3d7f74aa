import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface LintProblem {
  ruleId: string
  message: string
  location: { source?: { ref: string }; pointer: string }[]
}

/**
 * Returns Redocly's findings by the rules of redocly.yaml, including our own. Redocly has no public
 * API, so its command is run. It is a development dependency, so only a checkout can lint.
 * @param spec folder of openapi.yaml and redocly.yaml
 * @throws if Redocly fails
 */
export function lint(spec: string): Promise<LintProblem[]> {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  )
  const files = [join(spec, 'openapi.yaml'), '--config', join(spec, 'redocly.yaml')]
  const args = [cli, 'lint', ...files, '--format', 'json', '--max-problems', '1000']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 << 20 }, (_, stdout, stderr) => {
      if (!stdout.startsWith('{')) reject(new Error(`Redocly did not lint: ${stderr}`))
      else resolve((JSON.parse(stdout) as { problems: LintProblem[] }).problems)
    })
  })
}
