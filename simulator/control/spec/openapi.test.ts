import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'
import { checkTypes, readOperations } from '../../../spec/contract.ts'
import { errors } from '../../../spec/generated/errors.ts'
import { routeClasses } from '../../../spec/generated/limits.ts'
import { controlDocument } from './document.ts'
import { BUNDLE, bundle } from './generate.ts'

const operations = readOperations(controlDocument)
const { schemas } = controlDocument.components

t.test('the bundle matches the YAML files', async (t) => {
  t.equal(readFileSync(BUNDLE, 'utf8'), bundle(), 'run: node simulator/control/spec/generate.ts')
})

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

t.test(
  'it needs no credential, has no rate limit, and all its paths are below /control/v1',
  async (t) => {
    for (const { operationId, path, security, routeClass, scopes } of operations) {
      t.strictSame([security, routeClass, scopes], [[], 'none', []], operationId)
      t.match(path, /^\/control\/v1\//, operationId)
    }
  },
)

t.test('the error statuses of an operation are those of its codes', async (t) => {
  for (const { operationId, errorCodes, responses } of operations) {
    const statuses = [...new Set(errorCodes.map((code) => errors[code].status))].sort()
    t.strictSame(
      responses
        .map(({ status }) => status)
        .filter((status) => status >= 400)
        .sort(),
      statuses,
      operationId,
    )
    t.ok(errorCodes.includes('origin_not_allowed'), `${operationId} is guarded`)
  }
})

t.test('it uses the route classes and check types of the contract', async (t) => {
  t.strictSame(Object.keys(schemas.Budgets.properties).sort(), Object.keys(routeClasses).sort())
  const types = schemas.DefaultStep.oneOf.map(({ $ref }) => {
    const schema = schemas[$ref.split('/').at(-1) as 'DefaultEsign']
    return schema.properties.type.const as string
  })
  t.strictSame(types.sort(), [...checkTypes].sort())
})
