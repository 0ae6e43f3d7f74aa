import { json, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'

const describes: Which = ({ path }) => path === '/openapi.json'

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
]
