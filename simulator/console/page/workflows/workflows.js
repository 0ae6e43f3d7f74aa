import { useState } from 'preact/hooks'
import { call, query, useResponse } from '../shared/api.js'
import { CopyId } from '../shared/copy.js'
import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Button, Card, List, Problem, Time } from '../shared/parts.js'
import { Editor } from './editor.js'

const NEW = { name: '', steps: [], screening_rules: [], metadata: {}, device_intelligence: false }
/** Fields of a template that its author writes; the service generates the others. */
const WRITTEN = [
  'name',
  'steps',
  'metadata',
  'screening_rules',
  'device_intelligence',
  'evidence_image_retention_days',
]

/** @param {any} props */
export function WorkflowSection({ place, organization }) {
  const path = `/organizations/${organization.id}/workflow_templates`
  const mode = query({ mode: place.mode })
  const page = usePages(path, { mode: place.mode })
  const vocabulary = useResponse('/workflow_vocabulary')
  const documents = useResponse(`/organizations/${organization.id}/document_templates${mode}`)
  const [edited, setEdited] = useState(place.id)
  const listed = page.items?.find(({ id }) => id === edited)
  // A linked template may be on another page of the list.
  const linked = useResponse(
    edited && page.items && !listed ? `${path}/${edited}${mode}` : undefined,
  )
  const changing = listed ?? linked.answer?.data
  const words_ = vocabulary.answer?.data
  const shared = { vocabulary: words_, documents: documents.answer?.data ?? [] }
  const row = (template) => [
    html`${template.name}<br /><${CopyId} id=${template.id} />`,
    template.steps.map(({ type }) => words(type)).join(', '),
    template.screening_rules.length,
    html`version ${template.version}, <${Time} at=${template.updated_at} />`,
    html`<${Button} onClick=${() => setEdited(template.id)}>Change<//>`,
  ]
  return html`<h1>Workflows</h1>
    <p>A verification without a workflow uses the organization's default. A verification keeps the version of its\n      workflow with which it began.</p>
    <${List} page=${page} label="Workflows" head=${['Workflow', 'Steps', 'Rules', 'Written', '']} row=${row}>
      No workflow template of ${place.mode} mode yet.<//>
    <${Problem} problem=${vocabulary.problem ?? linked.problem} />
    ${
      changing &&
      words_ &&
      html`<${Card} title=${`Change ${changing.name}`} aside=${html`
      <${Button} onClick=${() => setEdited('')}>Close<//>`}>
      <${Editor} key=${changing.id} ...${shared} written=${pick(changing)} onSave=${(body) =>
        call('PATCH', `${path}/${changing.id}${mode}`, body)} /><//>`
    }
    ${
      words_ &&
      html`<section class="card"><details><summary>New workflow</summary>
      <${Editor} ...${shared} written=${NEW} onSave=${(body) => call('POST', path + mode, body)} /></details></section>`
    }`
}

/** @param {any} template */
function pick(template) {
  return Object.fromEntries(WRITTEN.map((name) => [name, template[name]]))
}
