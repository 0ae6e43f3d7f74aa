import { useState } from 'preact/hooks'
import { call, query, useTask } from './api.js'
import { words } from './format.js'
import { html } from './html.js'
import { usePages } from './paging.js'
import { Button, Card, Field, List, Outcome, Time } from './parts.js'

const EXAMPLE = {
  name: 'Account opening',
  steps: [{ id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } }],
}
/** What a template is written by; the rest of it is made by the service. */
const WRITTEN = [
  'name',
  'steps',
  'metadata',
  'screening_rules',
  'device_intelligence',
  'evidence_image_retention_days',
]

/** Workflow templates, as JSON: what they hold is described by the contract. @param {any} props */
export function WorkflowSection({ place, organization }) {
  const path = `/organizations/${organization.id}/workflow_templates`
  const mode = query({ mode: place.mode })
  const page = usePages(path, { mode: place.mode })
  const [edited, setEdited] = useState('')
  const changing = page.items?.find(({ id }) => id === edited)
  const row = (template) => [
    html`${template.name}<br /><code class="soft">${template.id}</code>`,
    template.steps.map(({ type }) => words(type)).join(', '),
    template.screening_rules.length,
    html`version ${template.version}, <${Time} at=${template.updated_at} />`,
    html`<${Button} onClick=${() => setEdited(template.id)}>Change<//>`,
  ]
  return html`<h1>Workflows</h1>
    <p>A verification that names none has the organization's default. One that began keeps the version that it began
      with.</p>
    <${List} page=${page} label="Workflows" head=${['Workflow', 'Steps', 'Rules', 'Written', '']} row=${row}>
      No workflow template of ${place.mode} mode yet.<//>
    ${
      changing &&
      html`<${Card} title=${`Change ${changing.name}`} aside=${html`
      <${Button} onClick=${() => setEdited('')}>Leave it<//>`}>
      <${Editor} key=${changing.id} written=${pick(changing)} onSave=${(body) =>
        call('PATCH', `${path}/${changing.id}${mode}`, body)} /><//>`
    }
    <section class="card"><details><summary>New workflow</summary>
      <${Editor} written=${EXAMPLE} onSave=${(body) => call('POST', path + mode, body)} /></details></section>`
}

/** @param {any} template */
function pick(template) {
  return Object.fromEntries(WRITTEN.map((name) => [name, template[name]]))
}

/** @param {any} props */
function Editor({ written, onSave }) {
  const task = useTask()
  const [mistake, setMistake] = useState('')
  const save = (event) => {
    event.preventDefault()
    let body
    try {
      body = JSON.parse(String(new FormData(event.currentTarget).get('workflow')))
    } catch (error) {
      return setMistake(`Not JSON: ${/** @type {Error} */ (error).message}`)
    }
    setMistake('')
    task.run(async () => {
      await onSave(body)
      return 'Saved.'
    })
  }
  return html`<form class="form" onSubmit=${save}>
    <${Field} label="Workflow, as JSON" issue=${mistake}>${(attributes) => html`
      <textarea name="workflow" rows="12" spellcheck=${false} defaultValue=${JSON.stringify(written, null, 2)}
        ...${attributes} />`}<//>
    <${Outcome} task=${task} /><p><button disabled=${task.busy}>Save</button></p></form>`
}
