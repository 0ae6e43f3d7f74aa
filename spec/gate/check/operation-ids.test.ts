import t from 'tap'
import { loadContract } from '../load/load-contract.ts'
import { repeatedOperationIds } from './operation-ids.ts'

const responses = 'responses: { 204: { description: x } }'

const FILES: Record<string, string> = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: x, version: '1' }
paths:
  x-note: not a path
  /a:
    get: { operationId: readA, ${responses} }
  /b: { $ref: 'b.yaml#/b' }
webhooks:
  made:
    post: { operationId: readB, ${responses} }
  gone:
    post: { operationId: onGone, ${responses} }
`,
  'b.yaml': `b:
  get:
    operationId: readB
    ${responses}
  put:
    operationId: readA
    ${responses}
  post: { ${responses} }
`,
}

t.test('a repeated operationId is reported with both places', async (t) => {
  const contract = loadContract({
    name: 'x',
    rootFile: 'openapi.yaml',
    origin: '',
    prefix: 'spec/',
    list: () => [],
    read: (paths) => paths.map((path) => FILES[path]!),
  })
  t.strictSame(repeatedOperationIds(contract), [
    'spec/b.yaml:6: the operationId readA is that of spec/openapi.yaml:6 too; choose another one',
    'spec/openapi.yaml:10: the operationId readB is that of spec/b.yaml:3 too; choose another one',
  ])
})
