import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { ASSUMED, type OpenChoicesFile } from '../../target/open-choices.ts'
import { type Choice, edit, rewrite, succeeded } from './choice.ts'

const CLASSES = { tenancy: 'rental_or_lease_agreement' }
const MEMBERS = { wording: 'body' }

/** The smallest templates of a server that chooses differently on these rows. */
export function templateFields(changedRows: ReadonlySet<string>): OpenChoicesFile {
  const named = (template: JsonObject): JsonObject => {
    const own = structuredClone(template)
    for (const document of documentsOf(own)) {
      if (changedRows.has('GAP-DOCUMENT-CLASSES')) document['documentClass'] = 'tenancy'
      if (changedRows.has('GAP-DOCUMENT-TEMPLATES')) rename(document, MEMBERS, 'ours')
    }
    if (changedRows.has('GAP-TEMPLATE-WRITE')) rename(own, NAMES, 'ours')
    return own
  }
  return {
    template_fields: named(ASSUMED.template_fields),
    document_template_fields: named(ASSUMED.document_template_fields),
  }
}

/** The name of a field here and in the simulator. */
const NAMES = { title: 'name', stages: 'steps' }

const isTemplate = (path: string): boolean => path.startsWith('/v1/workflow-templates')

function rename(record: JsonObject, names: Record<string, string>, to: 'ours' | 'theirs'): void {
  for (const pair of Object.entries(names)) {
    const [old, now] = to === 'ours' ? (pair.toReversed() as [string, string]) : pair
    if (old in record) record[now] = record[old]
    delete record[old]
  }
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function documentsOf(template: JsonObject): JsonObject[] {
  return listOf(template['steps']).flatMap((step) => listOf(at(step, 'config', 'documents')))
}

function template(
  row: string | undefined,
  asked: ((body: JsonObject) => void) | undefined,
  changeResponse: (template: JsonObject, one: { method: string; inList: boolean }) => void,
): Choice {
  return {
    ...(row !== undefined && { row }),
    request(request) {
      if (asked && isTemplate(request.path) && request.method !== 'GET')
        rewrite(request, (body) => {
          asked(body)
          return body
        })
    },
    response({ path, method }, response) {
      if (!isTemplate(path) || !succeeded(response)) return
      edit(response, ({ data }) => {
        for (const one of [data].flat().filter(isObject))
          changeResponse(one, { method, inList: Array.isArray(data) })
      })
    },
  }
}

/** Refuses a second template of the same name, as the simulator refuses a name that is a number. */
function uniqueNames(): Choice {
  const taken = new Set<string>()
  const nameIn = ({ headers, body }: ProxiedRequest): string =>
    JSON.stringify([headers['authorization'], at(JSON.parse(body.toString()), 'name')])
  return {
    row: 'GAP-TEMPLATE-WRITE',
    request(request) {
      if (request.method !== 'POST' || !isTemplate(request.path)) return
      rewrite(request, (body) => (taken.has(nameIn(request)) ? { ...body, name: 0 } : undefined))
    },
    response(request, response) {
      if (request.method === 'POST' && isTemplate(request.path) && succeeded(response))
        taken.add(nameIn(request))
    },
  }
}

export const templateChoices = (): readonly Choice[] => [
  {
    row: 'GAP-TEMPLATE-WRITE',
    response({ path, method }, response) {
      if (!isTemplate(path) || method === 'GET' || !succeeded(response)) return
      response.status = 200
      // The template is read with the route that the target file names.
      edit(response, ({ data }) => ({ id: at(data, 'id') }))
    },
  },
  template(
    'GAP-TEMPLATE-WRITE',
    (body) => {
      // The server knows only its own names.
      for (const name of Object.values(NAMES)) rename(body, { [name]: `unknown_${name}` }, 'theirs')
      rename(body, NAMES, 'theirs')
    },
    (one) => rename(one, NAMES, 'ours'),
  ),
  uniqueNames(),
  // Lists and writes omit the rules, so the suite must read the template.
  template('GAP-TEMPLATE-READS', undefined, (one, { method, inList }) => {
    if (method !== 'GET' || inList) delete one['screening_rules']
  }),
  // Members are stored in another order, and conditions have ids.
  template(undefined, undefined, (one) => {
    const rules = listOf(one['screening_rules'])
    if (rules.length > 0) one['screening_rules'] = rules.map((rule) => withIds(rule))
  }),
  // Defaults are omitted, and so is a list without entries.
  template(undefined, undefined, (one) => {
    if (listOf(one['screening_rules']).length === 0) delete one['screening_rules']
    for (const rule of listOf(one['screening_rules'])) {
      if (rule['priority'] === 100) delete rule['priority']
      if (rule['isActive'] === true) delete rule['isActive']
    }
  }),
  template(
    'GAP-DOCUMENT-TEMPLATES',
    (body) => documentsOf(body).forEach((one) => rename(one, MEMBERS, 'theirs')),
    (one) => documentsOf(one).forEach((document) => rename(document, MEMBERS, 'ours')),
  ),
  template(
    'GAP-DOCUMENT-CLASSES',
    (body) => exchangeClass(body, 'tenancy', CLASSES.tenancy),
    (one) => exchangeClass(one, CLASSES.tenancy, 'tenancy'),
  ),
  {
    // A second rule of the same name is rejected, as the simulator rejects a name that is a number.
    row: 'GAP-RULE-NAMES',
    request(request) {
      if (!isTemplate(request.path) || request.method === 'GET') return
      rewrite(request, (body) => {
        const rules = listOf(body['screening_rules'])
        const again = rules.find(
          ({ name }, i) =>
            typeof name === 'string' && rules.slice(0, i).some((one) => one['name'] === name),
        )
        if (again) again['name'] = 0
        return again && body
      })
    },
    response({ path }, response) {
      if (!isTemplate(path) || response.status !== 422) return
      edit(response, ({ error }) => {
        for (const issue of listOf(at(error, 'details', 'issues')))
          if ([issue['path']].flat().at(-1) === 'name')
            issue['message'] = 'Another rule has this name'
      })
    },
  },
  // No score is adjusted by a sensitive attribute (GAP-ADJUST-SENSITIVE): refused like a `decline` on it.
  {
    request(request) {
      if (!isTemplate(request.path) || request.method === 'GET') return
      rewrite(request, (body) => {
        const refused = listOf(body['screening_rules']).filter(adjustsOnSensitive)
        for (const rule of refused) rule['action'] = 'decline'
        return refused.length > 0 ? body : undefined
      })
    },
    bindings({ state, params }, bindings) {
      if (
        state === 'screened_session' &&
        listOf(params['screening_rules']).some(adjustsOnSensitive)
      )
        refuseRules(bindings)
    },
  },
  // Equality with a list, and membership in none.
  refusesConditions(
    'GAP-SCREENING-VALUE',
    ({ operator, value }) =>
      (operator === 'eq' && Array.isArray(value)) || (operator === 'in' && !Array.isArray(value)),
  ),
  refusesConditions('GAP-FINDING-VOCABULARY', ({ field }) =>
    String(field).includes('.finding.vskit_nobody.'),
  ),
  // Groups nested deeper than any service has to accept.
  refusesConditions('GAP-RULE-BOUNDS', (condition) => depthOf(condition) > 3),
  // A check that the template does not have.
  refusesConditions('GAP-PATTERN-SEGMENTS', ({ field }, { checks = [] }) => {
    const [, type] = /^check\.(\w+)\./.exec(String(field)) ?? []
    return type === 'credit_history' && !(checks as unknown[]).includes(type)
  }),
  {
    // A score that falls toward review.
    row: 'GAP-SCORE-WEIGHING',
    state({ state, params }) {
      if (state !== 'screened_session') return
      for (const rule of listOf(params['screening_rules']))
        if (typeof rule['scoreAdjustment'] === 'number') rule['scoreAdjustment'] *= -1
    },
  },
  {
    // Details of an unresolvable field, without issues.
    row: 'GAP-RULE-REFUSALS',
    response({ path }, response) {
      if (isTemplate(path) && response.status === 422)
        edit(response, ({ error }) => {
          const details = at(error, 'details')
          if (at(error, 'message') === 'Unresolvable screening-rule field' && isObject(details))
            delete details['issues']
        })
    },
  },
]

function withIds(record: JsonObject, id = 'c'): JsonObject {
  const members = Object.entries(record).toReversed()
  const changed = members.map(([name, value]) => [
    name,
    name === 'children'
      ? listOf(value).map((child, i) => withIds(child, `${id}${i}`))
      : isObject(value)
        ? withIds(value, id)
        : value,
  ])
  return { ...Object.fromEntries(changed), ...('kind' in record && { id }) }
}

/** Depth of nested groups. */
function depthOf({ children }: JsonObject): number {
  return Array.isArray(children) ? 1 + Math.max(0, ...listOf(children).map(depthOf)) : 0
}

/** Refuses templates with such a condition, which only provider states have. */
function refusesConditions(
  row: string,
  isRefused: (condition: JsonObject, params: JsonObject) => boolean,
): Choice {
  return {
    row,
    bindings({ state, params }, bindings) {
      if (state !== 'screened_session') return
      const conditions = listOf(params['screening_rules']).map(({ condition }) => condition)
      if (conditions.some((one) => isObject(one) && isRefused(one, params))) refuseRules(bindings)
    },
  }
}

function refuseRules(bindings: JsonObject): void {
  for (const name of Object.keys(bindings)) delete bindings[name]
  bindings['refused'] = true
}

const SENSITIVE = /^applicant\.(age|address\.country|legalName|name|familyName|givenNames)$/

function adjustsOnSensitive({ action, condition }: JsonObject): boolean {
  const touches = (one: JsonObject): boolean =>
    SENSITIVE.test(String(one['field'])) || listOf(one['children']).some(touches)
  return action === 'adjust_score' && isObject(condition) && touches(condition)
}

function exchangeClass(body: JsonObject, from: string, to: string): void {
  for (const document of documentsOf(body))
    if (document['documentClass'] === from) document['documentClass'] = to
}
