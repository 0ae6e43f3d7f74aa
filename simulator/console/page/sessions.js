import { useState } from 'preact/hooks'
import { OUTCOMES, words } from './format.js'
import { html } from './html.js'
import { goTo, linkTo } from './navigation.js'
import { usePages } from './paging.js'
import { Badge, List, Time } from './parts.js'

const STATUSES = ['created', 'in_progress', 'awaiting_review', 'completed', 'cancelled', 'expired']

/** @param {any} props */
export function SessionList({ place, organization }) {
  const page = usePages(`/organizations/${organization.id}/sessions`, { mode: place.mode })
  const [status, setStatus] = useState('')
  const shown = {
    ...page,
    items: page.items?.filter((session) => status === '' || session.status === status),
  }
  return html`
    <div class="title"><h1>Verifications</h1>
      <a class="button primary" href=${linkTo(place, { section: 'new' })}>New verification</a></div>
    <div class="row tools">
      <label>Status <select onChange=${(event) => setStatus(event.currentTarget.value)}>
        <option value="">Any, on this page</option>
        ${STATUSES.map((name) => html`<option value=${name}>${words(name)}</option>`)}
      </select></label>
      <${OpenById} place=${place} />
    </div>
    <${List} page=${shown} label="Verifications" head=${['Verification', 'Created', 'Status', 'Outcome', 'Checks']}
      row=${(session) => row(place, session)}>
      ${
        page.items?.length
          ? 'No verification of this page has that status.'
          : html`
        <p>No verification in ${place.mode} mode yet.</p>
        <p><a href=${linkTo(place, { section: 'new' })}>Make one with the form</a>, or by
          ${' '}<code>POST /v1/sessions</code> with an
          ${' '}<a href=${linkTo(place, { section: 'keys' })}>API key</a>.</p>`
      }<//>`
}

/** @param {any} place @param {any} session */
function row(place, session) {
  const { id, applicant_name, created_at, status, outcome, steps, expected_outcome } = session
  const done = steps.filter((step) => step.status !== 'pending').length
  return [
    html`<a href=${linkTo(place, { id })}>${applicant_name ?? 'Nobody yet'}</a><br /><code class="soft">${id}</code>`,
    html`<${Time} at=${created_at} />`,
    html`<${Badge} of=${status} />`,
    html`<${Badge} of=${outcome} />`,
    html`${done} of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}${
      expected_outcome &&
      html`<br />
      <span class="soft">expected: ${OUTCOMES[expected_outcome] ?? expected_outcome}</span>`
    }`,
  ]
}

/** @param {any} props */
function OpenById({ place }) {
  const open = (event) => {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id')).trim()
    if (id) goTo(place, { section: 'verifications', id })
  }
  return html`<form class="row" onSubmit=${open}>
    <label>Open by id <input name="id" placeholder="vs_…" autocomplete="off" spellcheck=${false} /></label>
    <button>Open</button></form>`
}
