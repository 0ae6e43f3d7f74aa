import { ApiError, invalid } from './errors.js'
import { route } from './route.js'
import { actionIssues, ruleIssues, unresolvableField } from './rules.js'
import * as store from './store.js'
import { issue, issuesOf, listOf, text } from './validate.js'

const RULES_LIMIT = 100
const BODY_LIMIT = 4 * 1024 * 1024

const FIELDS = {
  name: text(1, 200),
  steps: listOf(50, (step, path) =>
    typeof step?.type === 'string' ? [] : [issue('required', [...path, 'type'], 'A type.')],
  ),
  metadata: () => [],
  screening_rules: listOf(RULES_LIMIT, ruleIssues),
}

/** Rejects the whole write for one invalid rule, so that nothing is saved. */
async function templateIn(call, required) {
  const body = await call.json(BODY_LIMIT)
  const issues = issuesOf(body, FIELDS, [], required)
  if (issues.length > 0) throw invalid(issues)
  const rules = body.screening_rules ?? []
  const field = unresolvableField(rules)
  if (field !== undefined)
    throw new ApiError('validation_error', 'Unresolvable screening-rule field', { field })
  const refused = actionIssues(rules)
  if (refused.length > 0) throw invalid(refused)
  return body
}

const write = { routeClass: 'global' }
const read = { routeClass: 'reads' }
const templateOf = ({ key, params }) => store.find(key.plane, 'wt', params.id)

export const templateRoutes = [
  route('POST', '/v1/workflow-templates', write, async (call) => {
    const fields = await templateIn(call, ['name', 'steps'])
    const template = store.create(call.key.plane, 'wt', { screening_rules: [], ...fields })
    return { status: 201, body: { data: template } }
  }),
  route('PATCH', '/v1/workflow-templates/{id}', write, async (call) => {
    const template = templateOf(call)
    return {
      status: 200,
      body: { data: Object.assign(template, await templateIn(call, [])) },
    }
  }),
  route('GET', '/v1/workflow-templates/{id}', read, async (call) => ({
    status: 200,
    body: { data: templateOf(call) },
  })),
  route('GET', '/v1/workflow-templates', read, async ({ key }) => ({
    status: 200,
    body: { data: store.list(key.plane, 'wt').slice(0, 100) },
  })),
]
