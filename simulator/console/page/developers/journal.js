import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Badge, List, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** @param {any} props */
export function JournalSection({ place, organization }) {
  return html`<h1>Activity log</h1>
    <p>Each request for an evidence image of a verification has one entry, whether an API key or a member in this console made it.</p>
    <${ActivityTable} filters=${{ organization: organization.id, mode: place.mode }} />`
}

/** @param {any} props */
export function ActivityTable({ filters }) {
  const page = usePages('/activity', filters)
  const head = ['Action', 'Image', 'Outcome', 'Actor', 'Time']
  return html`<${List} page=${page} label="Activity" head=${head} row=${(entry) => [
    html`<code>${entry.action}</code>
      ${!filters.session_id && html`<br /><${Ref} id=${entry.session_id} soft />`}`,
    entry.artifact,
    html`<${Badge} of=${entry.outcome} />`,
    html`<${Ref} id=${entry.actor} />`,
    html`<${Time} at=${entry.created_at} />`,
  ]}>No image was requested yet.<//>`
}
