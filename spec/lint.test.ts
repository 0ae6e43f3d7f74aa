import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'

const SPEC = import.meta.dirname
const CLI = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

interface Problem { ruleId: string; message: string; location: { pointer: string }[] }

t.test('the contract passes our ruleset', async (t) => {
  t.strictSame(lint(SPEC), [])
})

t.test('each of our own rules catches its fault', async (t) => {
  const spec = join(t.testdir(), 'spec')
  for (const [rule, file, from, to] of [
    ['vskit/operation-says-what-it-needs', 'resources/wallet.yaml', '      x-required-scopes: [wallet:read]\n', ''],
    ['vskit/operation-says-what-it-needs', 'resources/wallet.yaml', 'x-route-class: reads', 'x-route-class: none'],
    ['vskit/bodies-have-examples', 'resources/tokens.yaml', /\n +examples:\n +minted: .*bt_.*/, ''],
    ['vskit/requests-are-closed', 'resources/data-subject-requests.yaml', '    additionalProperties: false\n', ''],
    ['vskit/answers-bear-their-headers', 'resources/wallet.yaml', / +X-RateLimit-Window: .*\n/, ''],
    ['vskit/answers-bear-their-headers', 'resources/openapi-document.yaml', / +headers:\n +X-Request-Id: .*\n/, ''],
    ['operation-operationId', 'resources/wallet.yaml', '      operationId: retrieveWallet\n', ''],
    ['operation-operationId-unique', 'resources/wallet.yaml', 'retrieveWallet', 'listSessions'],
    ['no-invalid-media-type-examples', 'resources/wallet.yaml', 'balance_minor: 125000', 'balance_minor: much'],
    ['no-unresolved-refs', 'resources/wallet.yaml', 'responses/InternalError', 'responses/Gone'],
  ] as const) {
    cpSync(SPEC, spec, { recursive: true, filter: (path) => !path.includes('generated') && !path.endsWith('.test.ts') })
    const path = join(spec, file)
    const source = readFileSync(path, 'utf8')
    const broken = source.replace(from, to)
    t.not(broken, source, `${rule}: the fault is in`)
    writeFileSync(path, broken)
    t.ok(lint(spec).some(({ ruleId }) => ruleId === rule), `${rule} in ${file}`)
  }
})

function lint(spec: string): Problem[] {
  const files = [join(spec, 'openapi.yaml'), '--config', join(spec, 'redocly.yaml')]
  const options = ['lint', ...files, '--format', 'json', '--max-problems', '1000']
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...options], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  if (!stdout.startsWith('{')) throw new Error(`Redocly did not lint: ${stderr}`)
  return JSON.parse(stdout).problems
}
