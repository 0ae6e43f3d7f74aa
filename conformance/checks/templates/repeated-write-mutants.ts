import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { type Mutant, refuses, sending, type Which } from '../../self-test/wire-faults.ts'

const FULL = 'templates.hundred-replaced'

const changes: Which = ({ method, path }) =>
  method === 'PATCH' && path.startsWith('/v1/workflow-templates/')

const hasHundred = ({ screening_rules: rules }: JsonObject): boolean =>
  Array.isArray(rules) && rules.length === 100

/** Shows the sets of rules that were written, until something else changes, as one. */
const joins = (): Fault => {
  const sets = new Map<string, unknown[]>()
  return {
    response(request, response) {
      if (!changes(request) || response.status >= 300) return
      const body: unknown = JSON.parse(request.body.toString())
      const sent = isObject(body) ? body['screening_rules'] : undefined
      const joined = [...(sets.get(request.path) ?? []), ...(Array.isArray(sent) ? sent : [])]
      if (sent === undefined) {
        sets.delete(request.path)
        if (joined.length > 0)
          changeJson(response, ({ data }) => {
            data['screening_rules'] = joined
          })
      } else sets.set(request.path, joined)
    },
  }
}

/** Faults in changes of a template that follow others. */
export const REPEATED_WRITE_MUTANTS: readonly Mutant[] = [
  {
    name: 'joins two sets of rules that are written at once',
    killedBy: 'templates.written-at-once',
    breaks: 'TPL-009',
    fault: joins,
  },
  {
    name: 'counts the replaced rules of a template against the limit',
    killedBy: FULL,
    breaks: ['TPL-004', 'TPL-008', 'LMT-001'],
    fault: refuses(sending(changes, hasHundred)),
  },
  {
    name: 'keeps a replaced rule of a full template',
    killedBy: FULL,
    breaks: 'TPL-009',
    fault: () => ({
      response(request, response) {
        if (sending(changes, hasHundred)(request) && response.status < 300)
          changeJson(response, ({ data }) => {
            ;(data['screening_rules'] as JsonObject[])[0]!['name'] = 'first 1'
          })
      },
    }),
  },
]
