import { at, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { json, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'

const describes: Which = ({ path }) => path === '/openapi.json'

/** Changes an operation of the description. */
const operation = (
  name: string,
  breaks: Mutant['breaks'],
  change: (list: JsonObject) => void,
): Mutant => ({
  name,
  killedBy: 'openapi.references-resolve',
  breaks,
  fault: json(describes, ({ paths }) => {
    change(at(paths, '/v1/sessions', 'get') as JsonObject)
  }),
})

/** Refers to another document. Serves one, with the definition of a size. */
const refersTo = ($ref: string) => (): Fault => ({
  ...json(describes, ({ components }) => {
    components.schemas['Outside'] = { $ref }
  })(),
  request({ path }) {
    if (path !== '/schemas/sizes.json') return
    return {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify({ Size: { type: 'integer' } })),
    }
  },
})

export const OPENAPI_MUTANTS: readonly Mutant[] = [
  {
    name: 'refers to a missing schema',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-027',
    fault: json(
      ({ path }) => path === '/openapi.json',
      ({ components }) => {
        delete components.schemas[Object.keys(components.schemas)[0]!]
      },
    ),
  },
  operation('refers to a missing response where no status fits', 'END-027', (list) => {
    ;(list['responses'] as JsonObject)['default'] = { $ref: '#/components/responses/Gone' }
  }),
  {
    name: 'serves a description without paths',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-026',
    fault: json(
      ({ path }) => path === '/openapi.json',
      (document) => {
        delete document.paths
      },
    ),
  },
  {
    name: 'serves a description without paths at the second request',
    killedBy: 'openapi.references-resolve',
    breaks: ['END-026', 'VER-019'],
    fault: () => {
      let requests = 0
      return {
        response(request, response) {
          if (describes(request) && ++requests === 2)
            changeJson(response, (document) => {
              delete document['paths' as never]
            })
        },
      }
    },
  },
  {
    name: 'has no description',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-025',
    fault: refuses(describes, 404, 'resource_not_found'),
  },
  {
    name: 'omits the title',
    killedBy: 'openapi.references-resolve',
    breaks: 'VER-019',
    fault: json(describes, (document) => {
      Object.assign(document, { info: {} })
    }),
  },
  operation('describes a response of no status', ['END-026', 'VER-019'], (list) => {
    list['responses'] = { abc: { description: 5 } }
  }),
  operation('describes a parameter of no place', ['END-026', 'VER-019'], (list) => {
    list['parameters'] = [{ name: 'q' }]
  }),
  operation('describes no response', ['END-026', 'VER-019'], (list) => {
    list['responses'] = []
  }),
  operation('describes two operations of one id', 'VER-019', (list) => {
    list['operationId'] = 'createSession'
  }),
  operation('describes a parameter twice', 'VER-019', (list) => {
    const status = { name: 'status', in: 'query', schema: { type: 'string' } }
    list['parameters'] = [status, status]
  }),
  operation('describes a security scheme that it does not define', 'VER-019', (list) => {
    list['security'] = [{ noSuchScheme: [] }]
  }),
  {
    name: 'describes a path twice with other names of its parameter',
    killedBy: 'openapi.references-resolve',
    breaks: 'VER-019',
    fault: json(describes, ({ paths }) => {
      const name = 'session_id'
      const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }]
      const responses = { 204: { description: 'Deleted' } }
      Object.assign(paths as object, {
        [`/v1/sessions/{${name}}`]: { parameters, delete: { responses } },
      })
    }),
  },
  operation('links to a missing operation', 'END-027', (list) => {
    list['responses'] = {
      200: { description: 'OK', links: { next: { operationId: 'noSuchOperation' } } },
    }
  }),
  {
    name: 'describes a value of no type',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-026',
    fault: json(describes, ({ components }) => {
      components.schemas['Strange'] = { properties: { size: { type: 'numeral' } } }
    }),
  },
  {
    name: 'maps a discriminator to a missing schema',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-027',
    fault: json(describes, ({ components }) => {
      const mapping = { a: '#/components/schemas/NoSuchThing' }
      components.schemas['Mapped'] = { discriminator: { propertyName: 'x', mapping } }
    }),
  },
  {
    name: 'refers to a missing document',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-027',
    fault: refersTo('schemas/missing.json#/Size'),
  },
  {
    name: 'refers to a missing part of another document',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-027',
    fault: refersTo('./schemas/sizes.json#/Weight'),
  },
]
