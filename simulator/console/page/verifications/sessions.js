import { useState } from 'preact/hooks'
import { call, query, useResponse, useTask } from '../shared/api.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { OUTCOMES } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { usePages } from '../shared/paging.js'
import { Badge, List, Outcome, Time } from '../shared/parts.js'
import { toOpenVerifications } from '../shared/roles.js'
import { Filters, apiFilters } from './filters.js'

const OPEN = ['created', 'in_progress']

/** @param {any} props */
export function SessionList({ place, organization, member }) {
  const path = `/organizations/${organization.id}`
  const filters = apiFilters(place.filters)
  const filtered = Object.keys(filters).length > 0
  const page = usePages(`${path}/sessions`, { mode: place.mode, ...filters })
  const counts = useResponse(`${path}/session_counts${query({ mode: place.mode, ...filters })}`)
    .answer?.data
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]))
  const choose = (id, on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const open = page.items?.filter(({ status }) => OPEN.includes(status)).map(({ id }) => id) ?? []
  return html`
    <div class="title"><h1>Verifications</h1>
      <a class="button primary" href=${linkTo(place, { section: 'new' })}>New verification</a></div>
    <${Views} place=${place} counts=${counts} />
    <${Filters} place=${place} />
    ${filtered && html`<p role="status">${matches(counts)} <a href=${linkTo(place, {})}>Show all</a></p>`}
    <${BulkCancel} ...${toOpenVerifications(member)} chosen=${chosen.filter((id) => open.includes(id))} onDone=${() => setChosen([])} />
    <${List} page=${page} label="Verifications"
      head=${['', 'Verification', 'Created', 'Status', 'Outcome', 'Checks']}
      row=${(session) => [choice(session, chosen, choose), ...row(place, session)]}>
      ${
        filtered
          ? 'No verification matches.'
          : html`
        <p>No verification in ${place.mode} mode yet.</p>
        <p><a href=${linkTo(place, { section: 'new' })}>Create one with the form</a>, or with
          ${' '}<code>POST /v1/sessions</code> with an
          ${' '}<a href=${linkTo(place, { section: 'keys' })}>API key</a>.</p>`
      }<//>`
}

/** @param {any} counts */
function matches(counts) {
  if (!counts) return 'Searching…'
  const { matching, matching_is_lower_bound: more } = counts
  return `${more ? `${matching} or more` : matching} ${matching === 1 ? 'verification matches' : 'verifications match'}.`
}

/** @param {any} props */
function Views({ place, counts }) {
  const views = [
    ['All', {}, counts?.total],
    [
      'Review queue',
      { status: 'awaiting_review' },
      counts && (counts.by_status.awaiting_review ?? 0),
    ],
    ['In progress', { status: 'in_progress' }, counts && (counts.by_status.in_progress ?? 0)],
  ]
  const current = (filters) => JSON.stringify(place.filters) === JSON.stringify(filters)
  return html`<nav class="views" aria-label="Views">${views.map(
    ([label, filters, count]) => html`
    <a href=${linkTo(place, { filters })} aria-current=${current(filters) ? 'true' : undefined}>${label}
      ${' '}<span class="count">${count ?? '…'}</span></a>`,
  )}</nav>`
}

/** @param {any} session @param {string[]} chosen @param {(id: string, on: boolean) => void} choose */
function choice({ id, status }, chosen, choose) {
  if (!OPEN.includes(status)) return false
  return html`<input type="checkbox" aria-label=${`Choose ${id}`} checked=${chosen.includes(id)}
    onChange=${(event) => choose(id, event.currentTarget.checked)} />`
}

/** @param {any} props */
function BulkCancel({ chosen, onDone, disabled, why }) {
  const task = useTask()
  const cancel = () =>
    task.run(async () => {
      for (const id of chosen) await call('POST', `/sessions/${id}/cancel`)
      onDone()
      return `Cancelled: ${chosen.length}.`
    })
  return html`${
    chosen.length > 0 &&
    html`<p class="row"><${ConfirmDialog} task=${task} kind="danger" disabled=${disabled} why=${why} ask=${`Cancel ${chosen.length} verifications?`}
      effect="Their applicants cannot continue them." yes="Yes, cancel them" onYes=${cancel}>Cancel ${chosen.length} selected<//>
      ${disabled && html`<span class="soft">${why}.</span>`}</p>`
  }<${Outcome} task=${task} />`
}

/** @param {any} place @param {any} session */
function row(place, session) {
  const { id, applicant_name, created_at, status, outcome, steps, expected_outcome } = session
  const done = steps.filter((step) => step.status !== 'pending').length
  return [
    html`<a href=${linkTo(place, { id })}>${applicant_name ?? (['created', 'in_progress'].includes(status) ? 'Nobody yet' : 'No applicant')}<br /><code class="soft">${id}</code></a>`,
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
