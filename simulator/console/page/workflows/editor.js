import { useState } from 'preact/hooks'
import { useTask } from '../shared/api.js'
import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Button, Field, Outcome } from '../shared/parts.js'
import { ScreeningRules } from './screening-rules.js'
import { Step, newStep } from './step.js'

/**
 * Edits a template with form controls or as JSON; both edit the same template.
 * @param {any} props
 */
export function Editor({ written, vocabulary, documents, onSave }) {
  const task = useTask()
  const [template, setTemplate] = useState(written)
  const [tab, setTab] = useState('form')
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState('')
  const issues = task.problem?.issues ?? []
  const set = (change) => setTemplate({ ...template, ...change })
  /** The template of the open tab; undefined where its JSON cannot be read. */
  const current = () => {
    if (tab === 'form') return template
    try {
      const parsed = JSON.parse(text)
      setMistake('')
      return parsed
    } catch (error) {
      setMistake(`Not JSON: ${/** @type {Error} */ (error).message}`)
      return undefined
    }
  }
  const open = (next) => {
    const shown = current()
    if (shown === undefined || next === tab) return
    setTemplate(shown)
    setText(JSON.stringify(shown, null, 2))
    setTab(next)
  }
  const save = (event) => {
    event.preventDefault()
    const body = current()
    if (body === undefined) return
    void task.run(async () => {
      await onSave(body)
      return 'Saved.'
    })
  }
  const tabs = [
    ['form', 'Editor'],
    ['json', 'JSON'],
  ]
  return html`<form class="editor" onSubmit=${save} noValidate>
    <div class="modes" role="group" aria-label="Edit with">${tabs.map(
      ([name, label]) =>
        html`<${Button} aria-pressed=${String(tab === name)} onClick=${() => open(name)}>${label}<//>`,
    )}</div>
    ${
      tab === 'json'
        ? html`<${Field} label="Workflow, as JSON" issue=${mistake}>${(attributes) => html`
          <textarea name="workflow" rows="16" spellcheck=${false} value=${text}
            onInput=${(event) => setText(event.currentTarget.value)} ...${attributes} />`}<//>`
        : html`<${Controls} ...${{ template, set, vocabulary, documents, issues }} />`
    }
    <${Outcome} task=${task} /><p class="save"><button class="primary" disabled=${task.busy}>Save</button></p></form>`
}

/** @param {any} props */
function Controls({ template, set, vocabulary, documents, issues }) {
  const { steps } = template
  const setSteps = (next) => set({ steps: next })
  const under = (...path) =>
    issues
      .filter((issue) => path.every((part, i) => issue.path[i] === part))
      .map((issue) => ({ ...issue, path: issue.path.slice(path.length) }))
  const move = (i, by) => {
    const next = [...steps]
    next.splice(i + by, 0, ...next.splice(i, 1))
    setSteps(next)
  }
  return html`
    <${Field} label="Workflow name" issue=${under('name')[0]?.message}>${(attributes) => html`
      <input value=${template.name} maxlength="200" autocomplete="off"
        onInput=${(event) => set({ name: event.currentTarget.value })} ...${attributes} />`}<//>
    <h3>Checks, in the order in which the applicant meets them</h3>
    ${steps.map(
      (
        step,
        i,
      ) => html`<${Step} key=${i} ...${{ step, vocabulary, documents }} issues=${under('steps', i)}
        onChange=${(next) => setSteps(steps.with(i, next))}
        tools=${html`<${Button} disabled=${i === 0} aria-label=${`Move ${step.id} up`} onClick=${() => move(i, -1)}>Up<//>
          <${Button} disabled=${i === steps.length - 1} aria-label=${`Move ${step.id} down`} onClick=${() => move(i, 1)}>Down<//>
          <${Button} aria-label=${`Remove ${step.id}`} onClick=${() => setSteps(steps.toSpliced(i, 1))}>Remove<//>`} />`,
    )}
    <div class="actions check-types" role="group" aria-label="Add a check">${vocabulary.check_types.map(
      (type) => html`
      <${Button} onClick=${() => setSteps([...steps, newStep(type, steps)])}>Add ${words(type)}<//>`,
    )}</div>
    <h3>Applicant preview</h3>
    ${
      steps.length === 0
        ? html`<p class="soft">Add a check first.</p>`
        : html`<ol class="preview">${steps.map((step) => html`<li>${preview(step)}</li>`)}</ol>`
    }
    <h3>Screening rules</h3>
    <label class="choice"><input type="checkbox" checked=${template.device_intelligence}
      onChange=${(event) => set({ device_intelligence: event.currentTarget.checked })} />
      <span>Device intelligence: collect the device and network signals that rules may read</span></label>
    <${ScreeningRules} rules=${template.screening_rules} vocabulary=${vocabulary.screening}
      device=${template.device_intelligence} checkTypes=${vocabulary.check_types} issues=${under('screening_rules')}
      onChange=${(screening_rules) => set({ screening_rules })} />`
}

/** Describes the task of the applicant in a step. @param {any} step */
function preview({ type, config = {} }) {
  switch (type) {
    case 'id_verification': {
      const face =
        { selfie: ', then take a selfie', liveness: ', then follow a face scan' }[
          config.faceCheck
        ] ?? ''
      return `Photograph an identity document${config.allowPhotoUpload ? ' or choose an existing photo' : ''}${face}`
    }
    case 'custom_form':
      return html`Answer:<ul>${(config.questions ?? []).map(
        ({ label, required }) => html`<li>${label || '…'}${required ? ' (required)' : ''}</li>`,
      )}</ul>`
    case 'esign':
      return `Read and sign ${config.documents?.length === 1 ? 'a document' : `${config.documents?.length ?? 0} documents`}`
    case 'email_verification':
      return 'Confirm the e-mail address'
    default:
      return `${words(type)}: only agree`
  }
}
