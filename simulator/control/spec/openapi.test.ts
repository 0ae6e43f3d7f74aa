import { readFileSync } from 'node:fs'
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
  t.strictSame(
    Object.keys(schemas.Budgets.properties).sort(),
    Object.keys(routeClasses).sort(),
    'Budgets in organizations.yaml has each class of spec/limits.yaml: edit it, then run npm run generate',
  )
  const types = schemas.DefaultStep.oneOf.map(({ $ref }) => {
    const schema = schemas[$ref.split('/').at(-1) as 'DefaultEsign']
    return schema.properties.type.const as string
  })
  t.strictSame(types.sort(), [...checkTypes].sort())
})
