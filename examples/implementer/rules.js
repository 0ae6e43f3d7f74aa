import { isReadable } from './rule-fields.js'
import { issue, issuesOf, listOf, oneOf, text } from './validate.js'

/** Rule types, and whether they may carry decline. */
const TYPES = {
  country_block: true,
  score_threshold: true,
  age_restriction: true,
  geolocation_mismatch: true,
  watchlist_hit: true,
  adverse_media_hit: true,
  custom: true,
  repeat_applicant: false,
  device_velocity: false,
  ip_reputation: false,
  bot_signal: false,
  impossible_travel: false,
  identity_ring: false,
  email_risk: false,
  behavior_anomaly: false,
  geo_mismatch: false,
  credit_history: false,
}

const SENSITIVE =
  /^applicant\.(age|gender|address\.(country|postalCode)|legalName|name|familyName|givenNames)$/

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'contains', 'exists']

const number = (least, most, whole) => (value, path) =>
  typeof value === 'number' &&
  value >= least &&
  value <= most &&
  (!whole || Number.isInteger(value))
    ? []
    : [issue('invalid_number', path, `Expected ${least} to ${most}.`)]

const RULE = {
  name: text(1, 200),
  ruleType: oneOf(...Object.keys(TYPES)),
  condition: conditionIssues,
  action: oneOf('tag', 'review', 'adjust_score', 'approve', 'decline'),
  priority: number(0, 10_000, true),
  isActive: oneOf(true, false),
  scoreAdjustment: number(-1, 1, false),
}

const FIELD = {
  kind: oneOf('field'),
  field: text(1, 120),
  operator: oneOf(...OPERATORS),
  value: valueIssues,
}

const GROUP = {
  kind: oneOf('group'),
  op: oneOf('AND', 'OR'),
  children: (value, path) =>
    Array.isArray(value) && value.length === 0
      ? [issue('too_small', path, 'Expected a child.')]
      : listOf(20, conditionIssues)(value, path),
}

export function ruleIssues(rule, path) {
  return issuesOf(rule, RULE, path, ['name', 'ruleType', 'condition', 'action'])
}

function conditionIssues(condition, path) {
  return condition?.kind === 'group'
    ? issuesOf(condition, GROUP, path, Object.keys(GROUP))
    : issuesOf(condition, FIELD, path, ['kind', 'field', 'operator'])
}

function valueIssues(value, path) {
  const kinds = Array.isArray(value) ? new Set(value.map((one) => typeof one)) : undefined
  const holds = kinds
    ? value.length <= 1000 &&
      kinds.size <= 1 &&
      [...kinds].every((kind) => kind === 'string' || kind === 'number')
    : ['string', 'number', 'boolean'].includes(typeof value)
  return holds ? [] : [issue('invalid_value', path, 'Expected a value, or an array of one type.')]
}

function fieldsOf(condition) {
  return condition.kind === 'group' ? condition.children.flatMap(fieldsOf) : [condition.field]
}

/** Returns the first field that cannot be resolved. */
export function unresolvableField(rules) {
  return rules.flatMap(({ condition }) => fieldsOf(condition)).find((field) => !isReadable(field))
}

/** Returns rules that decline although their type forbids it. */
export function actionIssues(rules) {
  return rules.flatMap(({ ruleType, action, condition }, i) => {
    if (action !== 'decline') return []
    const refused = (message) => [
      { code: 'custom', path: ['screening_rules', i, 'action'], message },
    ]
    if (ruleType === 'credit_history')
      return refused('A credit history rule cannot decline: use tag, review or adjust_score.')
    if (!TYPES[ruleType])
      return refused('A rule of this fraud type cannot decline: use tag, review or adjust_score.')
    return fieldsOf(condition).some((field) => SENSITIVE.test(field))
      ? refused('A rule on a sensitive attribute cannot decline: use tag or review.')
      : []
  })
}
