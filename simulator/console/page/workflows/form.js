import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Button, Field } from '../shared/parts.js'
import { Value } from './value.js'

/** Operators of form rules, in the contract's words. */
const OPERATORS = {
  eq: 'equals',
  neq: 'does not equal',
  in: 'is one of',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  includes: 'includes',
  not_includes: 'does not include',
  ends_with: 'ends with',
}
const CHOICES = ['single_choice', 'multiple_choice']
const KINDS = { yes_no: 'boolean', number: 'number', date: 'date' }

/** Questions of a form, and the rules that flag it for review. @param {any} props */
export function Form({ config, setConfig, issues, vocabulary }) {
  const { questions = [], rules = [] } = config
  const at = (list, i) => issues.filter(({ path }) => path[0] === list && path[1] === i)
  const types = vocabulary.question_types
  const operatorsOf = (id) => {
    const question = questions.find((one) => one.id === id)
    return types.find(({ type }) => type === question?.type)?.operators ?? []
  }
  const addQuestion = () => {
    const names = new Set(questions.map(({ id }) => id))
    let n = questions.length + 1
    while (names.has(`question_${n}`)) n++
    setConfig({
      questions: [...questions, { id: `question_${n}`, type: 'text', label: '', required: false }],
    })
  }
  return html`
    ${questions.map(
      (
        question,
        i,
      ) => html`<${Question} key=${i} question=${question} number=${i + 1} types=${types} issues=${at('questions', i)}
        onChange=${(next) => setConfig({ questions: questions.with(i, next) })}
        onRemove=${() => setConfig({ questions: questions.toSpliced(i, 1) })} />`,
    )}
    <${Button} onClick=${addQuestion}>Add a question<//>
    ${rules.map(
      (
        rule,
        i,
      ) => html`<${Rule} key=${i} rule=${rule} number=${i + 1} questions=${questions} operatorsOf=${operatorsOf}
        issues=${at('rules', i)} onChange=${(next) => setConfig({ rules: rules.with(i, next) })}
        onRemove=${() => setConfig({ rules: rules.toSpliced(i, 1) })} />`,
    )}
    <${Button} disabled=${questions.length === 0} why="Add a question first"
      onClick=${() =>
        setConfig({
          rules: [
            ...rules,
            {
              when: {
                questionId: questions[0].id,
                op: 'eq',
                value: emptyValue(questions[0], 'eq'),
              },
              action: 'flag_for_review',
            },
          ],
        })}>Add a form rule<//>
    ${issues
      .filter(({ path }) => path.length < 2)
      .map(({ message }) => html`<p class="hint wrong">${message}</p>`)}`
}

/** @param {any} props */
function Question({ question, number, types, issues, onChange, onRemove }) {
  const { id, type, label, required = false, options } = question
  const set = (name) => (event) => onChange({ ...question, [name]: event.currentTarget.value })
  const setType = (event) => {
    const { options: _old, ...rest } = question
    const next = event.currentTarget.value
    onChange({
      ...rest,
      type: next,
      ...(CHOICES.includes(next) && { options: options ?? ['Yes', 'No'] }),
    })
  }
  const issueOf = (name) => issues.find(({ path }) => path[2] === name)?.message
  return html`<fieldset class="plain"><legend>Question ${number}</legend>
    <div class="row">
      <${Field} label="Question" issue=${issueOf('label')}>${(attributes) => html`
        <input value=${label} maxlength="500" onInput=${set('label')} ...${attributes} />`}<//>
      <${Field} label="Type" issue=${issueOf('type')}>${(attributes) => html`
        <select class="question-type" value=${type} onChange=${setType} ...${attributes}>
        ${types.map(({ type: name }) => html`<option value=${name} selected=${name === type}>${words(name)}</option>`)}</select>`}<//>
      <${Field} label="Question id" issue=${issueOf('id')}>${(attributes) => html`
        <input value=${id} spellcheck=${false} onInput=${set('id')} ...${attributes} />`}<//>
    </div>
    ${
      CHOICES.includes(type) &&
      html`<${Field} label="Options" hint="One on each line" issue=${issueOf('options')}>${(
        attributes,
      ) => html`
        <textarea rows="3" value=${(options ?? []).join('\n')} onChange=${(event) =>
          onChange({
            ...question,
            options: event.currentTarget.value.split('\n').filter((one) => one !== ''),
          })} ...${attributes} />`}<//>`
    }
    <label class="choice"><input type="checkbox" checked=${required}
      onChange=${(event) => onChange({ ...question, required: event.currentTarget.checked })} /> <span>Required</span></label>
    <${Button} onClick=${onRemove}>Remove question ${number}<//></fieldset>`
}

/** A form rule, with the conditions of the question's type only (FRM). @param {any} props */
function Rule({ rule, number, questions, operatorsOf, issues, onChange, onRemove }) {
  const { questionId, op, value } = rule.when
  const question = questions.find(({ id }) => id === questionId)
  const set = (change) => onChange({ ...rule, when: { ...rule.when, ...change } })
  const choose = (event) => {
    const next = questions.find(({ id }) => id === event.currentTarget.value)
    const kept = operatorsOf(next.id).includes(op) ? op : 'eq'
    set({ questionId: next.id, op: kept, value: emptyValue(next, kept) })
  }
  const operators = operatorsOf(questionId)
  return html`<fieldset class="plain form-rule"><legend>Form rule ${number}</legend>
    <div class="row">
      <label>Flag for review when <select value=${questionId} onChange=${choose}>
        ${!question && html`<option value=${questionId} selected>Unknown question: ${questionId}</option>`}
        ${questions.map(({ id, label }) => html`<option value=${id} selected=${id === questionId}>${label || id}</option>`)}
      </select></label>
      <label>Condition <select class="operator" value=${op} onChange=${(event) =>
        set({
          op: event.currentTarget.value,
          value: emptyValue(question, event.currentTarget.value),
        })}>
        ${!operators.includes(op) && html`<option value=${op} selected>${OPERATORS[op] ?? op} (not offered)</option>`}
        ${operators.map((name) => html`<option value=${name} selected=${name === op}>${OPERATORS[name] ?? name}</option>`)}
      </select></label>
      <${Value} value=${value} kind=${KINDS[question?.type] ?? 'text'} options=${question?.options} list=${op === 'in'}
        onChange=${(next) => set({ value: next })} />
      <${Button} onClick=${onRemove}>Remove form rule ${number}<//>
    </div>
    ${issues.map(({ message }) => html`<p class="hint wrong">${message}</p>`)}</fieldset>`
}

/** Returns the initial value for a question's type. @param {any} question @param {string} op */
function emptyValue(question, op) {
  const one =
    question?.type === 'yes_no'
      ? true
      : question?.type === 'number'
        ? 0
        : (question?.options?.[0] ?? '')
  return op === 'in' ? [one] : one
}
