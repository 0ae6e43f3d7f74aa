import { useState } from 'preact/hooks'
import { call, query, useResponse, useTask } from '../shared/api.js'
import { OUTCOMES, entries } from '../shared/format.js'
import { html } from '../shared/html.js'
import { goTo } from '../shared/navigation.js'
import { Field, Outcome } from '../shared/parts.js'

const ADDRESS = {
  line1: 'Street and number',
  city: 'Town',
  postal_code: 'Postal code',
  country: 'Country (two letters, as BE)',
}

/** The effect of each expected outcome (OUT-007 to OUT-010). */
const EFFECTS = {
  pass: 'Clears every check.',
  review: 'Borderline: a reviewer must decide.',
  fail: 'Fails the verification.',
  doc_quality: 'The document is unreadable: a reviewer must decide.',
}

/** @param {any} props */
export function NewVerification({ place, organization }) {
  const base = `/organizations/${organization.id}`
  const templates = useResponse(
    `${base}/workflow_templates${query({ mode: place.mode, limit: 100 })}`,
  )
  const [mistake, setMistake] = useState('')
  const task = useTask()
  const submit = (event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const metadata = parsed(String(form.get('metadata')))
    if (metadata === null)
      return setMistake('Expected a JSON object, such as {"orderId": "A-1007"}')
    setMistake('')
    void task.run(async () => {
      const { data } = await call(
        'POST',
        `${base}/sessions${query({ mode: place.mode })}`,
        bodyOf(form, metadata),
      )
      goTo(place, { section: 'verifications', id: data.id })
    })
  }
  const issueOf = (field) =>
    task.problem?.issues.find(({ path }) => path.join('.').startsWith(field))?.message
  const text = (name, label, more = {}, hint = '') => html`
    <${Field} label=${label} hint=${hint} issue=${issueOf(name)}>${(attributes) => html`
      <input name=${name} autocomplete="off" ...${more} ...${attributes} />`}<//>`
  return html`<h1>New verification</h1>
    <form onSubmit=${submit} class="form">
      <fieldset><legend>Applicant</legend>
        <p class="hint">The hosted pages ask for missing data. If you fill in any field, the family name is required.</p>
        ${text('applicant.given_names', 'Given names', {}, 'In order, separated by commas: Ana, Maria')}
        ${text('applicant.family_name', 'Family name')}
        ${text('applicant.name_suffix', 'Suffix')}
        ${text('applicant.email', 'E-mail', { type: 'email' })}
        ${text('applicant.phone', 'Phone', { type: 'tel' }, 'With country code, such as +46 70 174 06 05')}
        ${text('applicant.date_of_birth', 'Date of birth', { type: 'date' })}
        <details><summary>Address</summary>
          ${Object.entries(ADDRESS).map(([name, label]) => text(`applicant.address.${name}`, label))}</details>
      </fieldset>
      <fieldset><legend>Verification</legend>
        <${Field} label="Workflow" issue=${issueOf('workflow_template_id')}>${(attributes) => html`
          <select name="workflow_template_id" ...${attributes}>
            <option value="">The organization's default</option>
            ${templates.answer?.data.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
          </select>`}<//>
        <${Field} label="Metadata" hint="A JSON object, which responses return unchanged."
          issue=${mistake || issueOf('metadata')}>${(attributes) => html`
          <textarea name="metadata" rows="2" spellcheck=${false} ...${attributes} />`}<//>
      </fieldset>
      ${place.mode === 'test' && html`<${ExpectedOutcome} />`}
      <${Outcome} task=${task} />
      <p><button class="primary" disabled=${task.busy}>Create the verification</button></p>
    </form>`
}

/** In test mode only (OUT-011, OUT-012). */
function ExpectedOutcome() {
  return html`<fieldset><legend>Expected outcome</legend>
    <p class="hint">The result of every check of this verification. It cannot be changed later.</p>
    ${Object.entries(OUTCOMES).map(
      ([value, label]) => html`<label class="choice">
      <input type="radio" name="expected_outcome" value=${value} defaultChecked=${value === 'pass'} />
      <span><strong>${label}</strong><br /><span class="soft">${EFFECTS[value]}</span></span></label>`,
    )}
  </fieldset>`
}

/**
 * Converts the form to a request body without the empty fields.
 * @param {FormData} form
 * @param {object | undefined} metadata
 */
function bodyOf(form, metadata) {
  const value = (name) => String(form.get(name) ?? '').trim()
  const filled = (prefix, names) =>
    Object.fromEntries(
      names.map((name) => [name, value(prefix + name)]).filter(([, text]) => text !== ''),
    )
  const given_names = entries(value('applicant.given_names'))
  const address = filled('applicant.address.', Object.keys(ADDRESS))
  const rest = filled('applicant.', [
    'family_name',
    'name_suffix',
    'email',
    'phone',
    'date_of_birth',
  ])
  const applicant = {
    ...rest,
    ...(given_names.length > 0 && { given_names }),
    ...(Object.keys(address).length > 0 && { address }),
  }
  return {
    ...filled('', ['workflow_template_id', 'expected_outcome']),
    ...(Object.keys(applicant).length > 0 && { applicant }),
    ...(metadata && { metadata }),
  }
}

/** Returns undefined for an empty text, null if it is not a JSON object. @param {string} text */
function parsed(text) {
  if (text.trim() === '') return undefined
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
