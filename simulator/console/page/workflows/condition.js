import { useId } from 'preact/hooks'
import { html } from '../shared/html.js'
import { Button } from '../shared/parts.js'
import { Value } from './value.js'

/** Operators of screening rules; their comparison is exact. */
const OPERATORS = {
  eq: 'equals',
  neq: 'does not equal',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  exists: 'exists',
}
const LISTS = ['in', 'not_in']
const MOST_CHILDREN = 20
const FIELD = { kind: 'field', field: 'applicant.email.domain', operator: 'eq', value: '' }

/** Returns every field that a condition reads. @param {any} condition @returns {string[]} */
export function fieldsOf(condition) {
  return condition.kind === 'group' ? condition.children.flatMap(fieldsOf) : [condition.field]
}

/** A comparison, or a group of conditions; groups nest. @param {any} props */
export function Condition({ of, vocabulary, checkTypes, onChange, onRemove }) {
  const common = { vocabulary, checkTypes }
  if (of.kind !== 'group')
    return html`<${Comparison} of=${of} ...${common} onChange=${onChange} onRemove=${onRemove} />`
  const { op, children } = of
  const set = (next) => onChange({ ...of, children: next })
  const full = children.length >= MOST_CHILDREN
  return html`<fieldset class="group"><legend>Group</legend>
    <div class="row"><label>True if <select class="group-op" value=${op} onChange=${(event) => onChange({ ...of, op: event.currentTarget.value })}>
      <option value="AND" selected=${op === 'AND'}>all conditions are true</option>
      <option value="OR" selected=${op === 'OR'}>any condition is true</option></select></label>
      ${onRemove && html`<${Button} onClick=${onRemove}>Remove group<//>`}</div>
    ${children.map(
      (
        child,
        i,
      ) => html`<${Condition} key=${i} of=${child} ...${common} onChange=${(next) => set(children.with(i, next))}
        onRemove=${children.length > 1 ? () => set(children.toSpliced(i, 1)) : undefined} />`,
    )}
    <div class="actions"><${Button} disabled=${full} why="A group has at most 20 conditions" onClick=${() => set([...children, FIELD])}>Add a condition<//>
      <${Button} disabled=${full} why="A group has at most 20 conditions"
        onClick=${() => set([...children, { kind: 'group', op: 'AND', children: [FIELD] }])}>Add a group<//></div>
  </fieldset>`
}

/** @param {any} props */
function Comparison({ of, vocabulary, checkTypes, onChange, onRemove }) {
  const list = useId()
  const { field, operator, value } = of
  const entry = entryOf(field, vocabulary)
  const kind = kindOf(entry?.type)
  const set = (change) => {
    const next = { ...of, ...change }
    if (next.operator === 'exists') {
      const { value: _old, ...rest } = next
      return onChange(rest)
    }
    const wanted = LISTS.includes(next.operator)
    const nextKind = kindOf(entryOf(next.field, vocabulary)?.type)
    const plain = Array.isArray(next.value) ? next.value[0] : next.value
    const one = nextKind === 'boolean' && typeof plain !== 'boolean' ? true : (plain ?? '')
    return onChange({ ...next, value: wanted ? [next.value ?? one].flat() : one })
  }
  const patterns = [
    ...checkTypes.map((type) => ({
      path: `check.${type}.outcome`,
      meaning: 'Outcome: pass, fail, review or error',
    })),
    ...vocabulary.patterns.map(({ shape, meaning }) => ({ path: shape, meaning })),
  ]
  return html`<div class="row comparison">
    <label>Field <input class="rule-field" list=${list} value=${field} maxlength="120" spellcheck=${false} autocomplete="off"
      onInput=${(event) => set({ field: event.currentTarget.value })} /></label>
    <datalist id=${list}>${[...vocabulary.fields, ...patterns].map(({ path, meaning }) => html`<option value=${path}>${meaning}</option>`)}</datalist>
    <label>Condition <select class="operator" value=${operator} onChange=${(event) => set({ operator: event.currentTarget.value })}>
      ${vocabulary.operators.map((name) => html`<option value=${name} selected=${name === operator}>${OPERATORS[name] ?? name}</option>`)}
    </select></label>
    ${
      operator !== 'exists' &&
      html`<${Value} value=${value} kind=${kind} list=${LISTS.includes(operator)} onChange=${(next) => onChange({ ...of, value: next })} />`
    }
    <${Button} onClick=${() => onChange({ kind: 'group', op: 'AND', children: [of] })}>Make it a group<//>
    ${onRemove && html`<${Button} onClick=${onRemove}>Remove condition<//>`}
    ${entry?.meaning && html`<p class="hint">${entry.meaning}</p>`}</div>`
}

/** @param {string} field @param {any} vocabulary */
function entryOf(field, { fields, patterns }) {
  return (
    fields.find(({ path }) => path === field) ??
    patterns.find(
      ({ shape }) => shape.split('<')[0] !== '' && field.startsWith(shape.split('<')[0]),
    )
  )
}

/** @param {string | undefined} type */
function kindOf(type) {
  return type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'text'
}
