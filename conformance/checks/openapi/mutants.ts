import { json, type Mutant } from '../../self-test/wire-faults.ts'

export const OPENAPI_MUTANTS: readonly Mutant[] = [
  {
    name: 'refers to a schema that is not there',
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
]
