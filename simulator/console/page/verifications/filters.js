import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { goTo } from '../shared/navigation.js'
import { SearchField } from '../shared/search-field.js'

const STATUSES = ['created', 'in_progress', 'awaiting_review', 'completed', 'cancelled', 'expired']
const OUTCOMES = { approved: 'Approved', declined: 'Declined', none: 'None' }
const NAMES = ['q', 'status', 'outcome', 'from', 'to']
const DAY_MS = 86_400_000

/**
 * Converts the filters of the URL to parameters of the API: local days become times.
 * @param {Record<string, string>} filters
 */
export function apiFilters(filters) {
  const found = Object.fromEntries(
    NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  const from = startOf(found.from)
  const to = startOf(found.to)
  delete found.from
  delete found.to
  return {
    ...found,
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to + DAY_MS).toISOString() }),
  }
}

/** @param {string | undefined} day */
function startOf(day) {
  const at = day ? new Date(`${day}T00:00:00`).getTime() : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** @param {any} props */
export function Filters({ place }) {
  const { filters } = place
  const set = (name) => (event) =>
    goTo(place, { filters: { ...filters, [name]: event.currentTarget.value } })
  const select = (label, name, options) => html`<label>${label}
    ${' '}<select value=${filters[name] ?? ''} onChange=${set(name)}>
      <option value="">Any</option>
      ${options.map(
        ([value, text]) =>
          html`<option value=${value} selected=${value === filters[name]}>${text}</option>`,
      )}</select></label>`
  const day = (label, name) => html`<label>${label}
    ${' '}<input type="date" value=${filters[name] ?? ''} onChange=${set(name)} /></label>`
  return html`<form class="row tools" role="search" onSubmit=${(event) => event.preventDefault()}>
    <${SearchField} place=${place} placeholder="Id, name or metadata" />
    ${select(
      'Status',
      'status',
      STATUSES.map((name) => [name, words(name)]),
    )}
    ${select('Outcome', 'outcome', Object.entries(OUTCOMES))}
    ${day('From', 'from')}
    ${day('To', 'to')}
  </form>`
}
