import { readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import t from 'tap'
import { operations } from '../../spec/contract.ts'
import { conforms } from '../testing/contract.ts'
import { client, demoKey, simulatorFor } from '../testing/simulator.ts'

const BUNDLE = new URL('../../spec/generated/openapi.json', import.meta.url)
const simulator = await simulatorFor(t)

t.test('END-025 VER-019 both regions serve the contract without a key', async (t) => {
  for (const region of ['us', 'eu'] as const) {
    const reply = await client(simulator, undefined, region)('GET', '/openapi.json')
    t.equal(reply.status, 200)
    conforms('retrieveOpenapiDocument', reply)
    t.strictSame(
      reply.json(),
      JSON.parse(readFileSync(BUNDLE, 'utf8')),
      'equal to the bundled document',
    )
    t.notOk(reply.headers.has('x-ratelimit-limit'), 'without authentication and rate limit')
  }
  const withKey = await client(simulator, demoKey('org_acme'))('GET', '/openapi.json')
  t.equal(withKey.status, 200, 'a key is ignored')
})

t.test('END-026 END-027 the document is valid, and every reference resolves', async (t) => {
  const document = (await client(simulator, undefined)('GET', '/openapi.json')).json()
  await t.resolves(SwaggerParser.validate(structuredClone(document) as never))
  const references: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref } = node as { $ref?: unknown }
    if (typeof $ref === 'string') references.push($ref)
    for (const child of Object.values(node)) walk(child)
  }
  walk(document)
  t.ok(references.length > 100)
  for (const reference of new Set(references)) {
    t.ok(reference.startsWith('#/'), `${reference} points into the document`)
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (node, part) =>
          (node as Record<string, unknown> | undefined)?.[
            part.replaceAll('~1', '/').replaceAll('~0', '~')
          ],
        document,
      )
    t.ok(found, reference)
  }
})

t.test('VER-001 VER-002 each operation is served: none is an unknown path', async (t) => {
  for (const { operationId, method, path } of operations) {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const { status, text } = await client(simulator, undefined)(method.toUpperCase(), url)
    t.notOk(status === 404 || status === 405, `${operationId}: ${status} ${text.slice(0, 80)}`)
  }
})
