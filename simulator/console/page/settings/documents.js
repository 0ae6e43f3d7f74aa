import { call, query, useResponse, useTask } from '../shared/api.js'
import { sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Card, Empty, Field, Json, Outcome, Problem, Table, Time } from '../shared/parts.js'

const LEFT_OUT =
  'wills and trusts, family law, most of the UCC, court documents, notices of cut-off, default, ' +
  'foreclosure, eviction, cancelled insurance or recalled products, documents that accompany hazardous materials'

/** Documents for signing; the `esign` step of a workflow refers to one by id. @param {any} props */
export function DocumentTemplates({ place, organization }) {
  const path = `/organizations/${organization.id}/document_templates`
  const { answer, problem } = useResponse(path + query({ mode: place.mode }))
  const row = ({ id, name, version, created_at, versions }) => [
    html`${name}<br /><code class="soft">${id}</code>`,
    sentence(versions[0].document_class),
    html`<details><summary>Version ${version}</summary><${Json} value=${versions} /></details>`,
    html`<${Time} at=${created_at} />`,
  ]
  return html`<${Card} title="Documents to be signed"><${Problem} problem=${problem} />
    ${
      answer &&
      (answer.data.length === 0
        ? html`<${Empty}>No document yet. Write one, then use its id as
        ${' '}<code>documentTemplateId</code> in the <code>esign</code> step of a workflow.<//>`
        : html`
        <${Table} label="Documents" head=${['Name', 'Class', 'Wording', 'Written']} items=${answer.data}
          row=${row} />`)
    }
    <${NewDocument} path=${path} mode=${place.mode} />
  <//>`
}

/** @param {File} file */
async function base64(file) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(/** @type {string} */ (reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** @param {any} props */
function NewDocument({ path, mode }) {
  const task = useTask()
  const classes = useResponse('/workflow_vocabulary').answer?.data.document_classes
  const submit = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const { acknowledged, body, file: chosen, ...wording } = Object.fromEntries(new FormData(form))
    const file = /** @type {File} */ (chosen)
    void task.run(async () => {
      const { data } = await call('POST', path, {
        mode,
        ...wording,
        // Left out if empty: the service says which of the two is missing or superfluous.
        ...(body && { body }),
        ...(file.size > 0 && { pdf_base64: await base64(file) }),
        carve_outs_acknowledged: acknowledged === 'yes',
      })
      form.reset()
      return `Published as ${data.id}.`
    })
  }
  const issueOf = (field) => task.problem?.issues.find(({ path }) => path[0] === field)?.message
  return html`<details><summary>Write a document</summary><form class="form" onSubmit=${submit}>
    <${Field} label="Name" hint="Only shown to authors, not to signers."
      issue=${issueOf('name')}>${(attributes) => html`
      <input name="name" required maxlength="200" autocomplete="off" ...${attributes} />`}<//>
    <${Field} label="Title" issue=${issueOf('title')}>${(attributes) => html`
      <input name="title" required autocomplete="off" ...${attributes} />`}<//>
    <${Field} label="Class">${(
      attributes,
    ) => html`<select name="document_class" required ...${attributes}>
      <option value="" disabled selected>Choose a class</option>
      ${(classes ?? []).map((name) => html`<option value=${name}>${sentence(name)}</option>`)}</select>`}<//>
    <${Field} label="Text" hint="Placeholders such as {{sender.name}} and {{applicant.name}} are filled in when the document is opened."
      issue=${issueOf('body')}>${(attributes) => html`<textarea name="body" rows="6" ...${attributes} />`}<//>
    <${Field} label="PDF file" hint="In place of a text. At most 10 MiB, not encrypted, without scripts, attachments and layers."
      issue=${issueOf('pdf_base64')}>${(attributes) => html`<input type="file" name="file" accept="application/pdf" ...${attributes} />`}<//>
    <label class="choice"><input type="checkbox" name="acknowledged" value="yes" required />
      <span>The document is not one of those that may not be signed electronically: ${LEFT_OUT}.</span></label>
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${task.busy}>Publish</button></p>
  </form></details>`
}
