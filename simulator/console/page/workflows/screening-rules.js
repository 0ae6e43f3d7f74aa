import { sentence, words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Button } from '../shared/parts.js'
import { Condition, fieldsOf } from './condition.js'

const MOST_RULES = 100

/** @param {any} props */
export function ScreeningRules({ rules, vocabulary, device, checkTypes, issues, onChange }) {
  const add = () =>
    onChange([
      ...rules,
      {
        name: `Rule ${rules.length + 1}`,
        ruleType: 'custom',
        condition: { kind: 'field', field: 'applicant.email.domain', operator: 'eq', value: '' },
        action: 'review',
        priority: 100,
        isActive: true,
      },
    ])
  return html`${rules.map(
    (
      rule,
      i,
    ) => html`<${Rule} key=${i} number=${i + 1} ...${{ rule, vocabulary, device, checkTypes }}
      issues=${issues.filter(({ path }) => path[0] === i)}
      onChange=${(next) => onChange(rules.with(i, next))} onRemove=${() => onChange(rules.toSpliced(i, 1))} />`,
  )}
  ${issues
    .filter(({ path }) => path.length === 0)
    .map(({ message }) => html`<p class="hint wrong">${message}</p>`)}
  <${Button} disabled=${rules.length >= MOST_RULES} why="A template has at most 100 rules" onClick=${add}>Add a screening rule<//>`
}

/** @param {any} props */
function Rule({ rule, number, vocabulary, device, checkTypes, issues, onChange, onRemove }) {
  const {
    name,
    ruleType,
    condition,
    action,
    priority = 100,
    isActive = true,
    scoreAdjustment,
  } = rule
  const set = (change) => onChange({ ...rule, ...change })
  const refusal = declineRefusal(rule, vocabulary)
  const setAction = (event) => {
    const next = event.currentTarget.value
    const { scoreAdjustment: _old, ...rest } = rule
    onChange({
      ...rest,
      action: next,
      ...(next === 'adjust_score' && { scoreAdjustment: scoreAdjustment ?? 0.5 }),
    })
  }
  const needsDevice = fieldsOf(condition).some(
    (field) => vocabulary.fields.find(({ path }) => path === field)?.needs_device_intelligence,
  )
  const option = (value, chosen, label, disabled = false) =>
    html`<option value=${value} selected=${value === chosen} disabled=${disabled}>${label}</option>`
  return html`<fieldset class="screening-rule"><legend>Screening rule ${number}</legend>
    <div class="row">
      <label>Name <input value=${name} maxlength="200" onInput=${(event) => set({ name: event.currentTarget.value })} /></label>
      <label>Rule type <select class="rule-type" value=${ruleType} onChange=${(event) => set({ ruleType: event.currentTarget.value })}>
        ${vocabulary.rule_types.map((type) => option(type.name, ruleType, sentence(type.name)))}</select></label>
      <label>Action <select class="action" value=${action} onChange=${setAction}>
        ${vocabulary.actions.map((one) => option(one, action, words(one), one === 'decline' && refusal !== null))}</select></label>
      ${
        action === 'adjust_score' &&
        html`<label>Score adjustment <input type="number" min="-1" max="1" step="0.01" value=${scoreAdjustment ?? 0}
          onInput=${(event) => set({ scoreAdjustment: Number(event.currentTarget.value) })} /></label>`
      }
      <label>Priority <input type="number" min="0" max="10000" step="1" value=${priority}
        onInput=${(event) => set({ priority: Number(event.currentTarget.value) })} /></label>
      <label class="choice"><input type="checkbox" checked=${isActive}
        onChange=${(event) => set({ isActive: event.currentTarget.checked })} /> <span>Active</span></label>
    </div>
    ${refusal !== null && html`<p class=${`hint ${action === 'decline' ? 'wrong' : ''}`}>${refusal}</p>`}
    ${action === 'decline' && refusal === null && html`<p class="hint">If this rule fires, the verification goes to manual review first.</p>`}
    ${
      needsDevice &&
      !device &&
      html`<p class="hint wrong">This rule reads device signals. It does not fire while device intelligence is off.</p>`
    }
    <${Condition} of=${condition} vocabulary=${vocabulary} checkTypes=${checkTypes} onChange=${(next) => set({ condition: next })} />
    ${issues.map(({ path, message }) => html`<p class="hint wrong">${path.slice(1).join('.')} ${message}</p>`)}
    <${Button} onClick=${onRemove}>Remove screening rule ${number}<//></fieldset>`
}

/**
 * Returns the reason why the rule cannot decline; null if it can (ACT).
 * @param {any} rule
 * @param {any} vocabulary
 */
function declineRefusal({ ruleType, condition }, vocabulary) {
  const byType = vocabulary.rule_types.find(({ name }) => name === ruleType)?.decline_refusal
  if (byType) return byType
  const sensitive = new Set(
    vocabulary.fields.filter((one) => one.sensitive).map(({ path }) => path),
  )
  return fieldsOf(condition).some((field) => sensitive.has(field))
    ? vocabulary.sensitive_decline_refusal
    : null
}
