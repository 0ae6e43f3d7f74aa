/**
 * Generates an OpenAPI document with `operations` paths and a schema each; 1,000 are about 2 MB.
 */
export function largeDocument(operations: number, isHead: boolean): object {
  const paths: Record<string, object> = {}
  const schemas: Record<string, object> = {}
  for (let index = 0; index < operations; index++) {
    const name = `Thing${index}`
    const body = { content: { 'application/json': { schema: { $ref: ref(name) } } } }
    paths[`/v1/accounts/{account}/things${index}/{id}`] = {
      parameters: [
        { name: 'account', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      ],
      post: {
        operationId: `create${name}`,
        description: `Creates thing ${index}. ${'It stays until it is deleted. '.repeat(8)}`,
        requestBody: { required: true, ...body },
        responses: { 200: { description: 'The thing.', ...body }, 404: { description: 'None.' } },
      },
    }
    schemas[name] = schema(index, isHead)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths,
    components: { schemas },
  }
}

/** Two changes in each schema of the head: a bound and a list of values. */
function schema(index: number, isHead: boolean): object {
  const text = (number: number) => ({
    type: 'string',
    maxLength: 100 + number,
    description: `Field ${number} of thing ${index}, as it was sent.`,
  })
  return {
    type: 'object',
    required: ['field0', 'field1'],
    properties: {
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, number) => [`field${number}`, text(number)]),
      ),
      bounded: { type: 'integer', maximum: isHead ? 9 : 10 },
      listed: { type: 'string', enum: isHead ? ['new'] : ['new', 'old'] },
    },
  }
}

function ref(name: string): string {
  return `#/components/schemas/${name}`
}
