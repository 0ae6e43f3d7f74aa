import t from 'tap'
import { changesBetween } from '../../testing.ts'

/** Operations with schemas that lead to each other in a ring, each through conditions and refusals. */
function ring(operations: number, size: number, maxLength: number): object {
  const reference = (index: number) => ({ $ref: `#/components/schemas/S${index % size}` })
  const schemas = Array.from({ length: size }, (_, index) => {
    const next = reference(index + 1)
    return {
      type: 'object',
      properties: { v: { type: 'string', maxLength: index === 0 ? maxLength : 9 }, n: next },
      if: { properties: { n: { not: next } }, required: ['n'] },
      else: { properties: { n: { if: next, else: { required: ['q'] } } } },
      anyOf: [{ required: ['a'] }, { not: { properties: { m: next }, required: ['m'] } }],
    }
  })
  const body = (index: number) => ({
    content: { 'application/json': { schema: reference(index) } },
  })
  const paths = Array.from({ length: operations }, (_, index) => [
    `/p${index}`,
    {
      post: { requestBody: body(index), responses: { 200: { description: 'x', ...body(index) } } },
    },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas.map((of, index) => [`S${index}`, of])) },
  }
}

t.test('a long ring of schemas with conditions does not exceed the call stack', async (t) => {
  const changes = await changesBetween(ring(3, 150, 9), ring(3, 150, 8))
  const [change] = changes.filter(({ kind }) => kind === 'max-length-narrower')
  t.match(change, { severity: 'breaking', what: 'maxLength 9 became 8' })
})
