import { at, isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { json, type Mutant, refuses, sending, type Which } from '../../self-test/wire-faults.ts'

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

/** Writes the whole template as it was read before, when rules and other fields change at once. */
const losesRules = (): Fault => {
  const underWay = new Map<string, Set<string>>()
  const rules = new Map<string, unknown>()
  const lost = new Set<string>()
  const kindOf = ({ body }: { body: Buffer }): string =>
    body.includes('"screening_rules"') ? 'rules' : 'others'
  return {
    request(request) {
      if (!changes(request)) return
      const kinds = underWay.get(request.path) ?? new Set()
      kinds.add(kindOf(request))
      underWay.set(request.path, kinds)
      if (kinds.size > 1) lost.add(request.path)
    },
    response(request, response) {
      if (!changes(request)) return
      const { path } = request
      underWay.get(path)?.delete(kindOf(request))
      if (response.status >= 300) return
      changeJson(response, ({ data }) => {
        if (lost.has(path) && kindOf(request) === 'others' && rules.has(path))
          data['screening_rules'] = rules.get(path) as never
        else if (!lost.has(path)) rules.set(path, data['screening_rules'])
      })
    },
  }
}

const lists: Which = ({ method, path }) =>
  method === 'GET' && path.startsWith('/v1/workflow-templates') && path.split('/').length === 3

/** Lists some templates a second time. */
const listsAgain = (isMeant: (template: JsonObject) => boolean): (() => Fault) =>
  json(lists, (body) => {
    const templates = [body.data].flat()
    return { ...body, data: [...templates, ...templates.filter(isMeant)] }
  })

/** Lists the versions of a template from before its changes as well. */
const listsVersions = (): Fault => {
  const versions: JsonObject[] = []
  return {
    response(request, response) {
      if (changes(request) && response.status < 300)
        changeJson(response, ({ data }) => void versions.push({ ...data, name: 'Before' }))
      if (!lists(request) || response.status >= 300) return
      changeJson(response, (body) => ({ ...body, data: [...[body.data].flat(), ...versions] }))
    },
  }
}

/** Keeps the rules of a template that are not active, where an empty list replaces them. */
const keepsInactive = (): Fault => {
  const inactive = new Map<string, unknown[]>()
  return {
    response(request, response) {
      if (!changes(request) || response.status >= 300) return
      changeJson(response, ({ data }) => {
        const rules = Array.isArray(data['screening_rules']) ? data['screening_rules'] : []
        const kept = inactive.get(request.path)
        if (rules.length === 0 && kept) data['screening_rules'] = kept
        else
          inactive.set(
            request.path,
            rules.filter((one) => at(one, 'isActive') === false),
          )
      })
    },
  }
}

/** Faults in changes of a template that follow others. */
export const REPEATED_WRITE_MUTANTS: readonly Mutant[] = [
  {
    name: 'loses rules that are written at once with other fields',
    killedBy: 'templates.written-at-once',
    breaks: 'TPL-010',
    fault: losesRules,
  },
  {
    name: 'keeps inactive rules when an empty list is sent',
    killedBy: 'templates.rules-replaced',
    breaks: 'TPL-011',
    fault: keepsInactive,
  },
  {
    name: 'lists each template twice',
    killedBy: 'templates.listed-once',
    breaks: 'TPL-023',
    fault: listsAgain(() => true),
  },
  {
    name: 'lists templates without rules twice',
    killedBy: 'templates.listed-once',
    breaks: 'TPL-023',
    fault: listsAgain(({ screening_rules: rules }) => Array.isArray(rules) && rules.length === 0),
  },
  {
    name: 'lists each version of a template',
    killedBy: 'templates.listed-once',
    breaks: 'TPL-023',
    fault: listsVersions,
  },
  {
    name: 'lists no template',
    killedBy: 'templates.listed-once',
    breaks: 'TPL-023',
    fault: json(lists, (body) => ({ ...body, data: [] })),
  },
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
