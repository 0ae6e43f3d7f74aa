import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { words } from './format.js'
import { html } from './html.js'

export { Time } from './time.js'

/** Colours of states. The text states the same, so colour is never the only information. */
const TONES = {
  approved: 'good',
  pass: 'good',
  enabled: 'good',
  active: 'good',
  delivered: 'good',
  success: 'good',
  sealed: 'good',
  declined: 'bad',
  fail: 'bad',
  failed: 'bad',
  revoked: 'bad',
  error: 'bad',
  disabled: 'bad',
  awaiting_review: 'odd',
  review: 'odd',
  expired: 'odd',
  flagged: 'odd',
  sensitive: 'odd',
}

/** @param {{ of: string | null | undefined, text?: string }} props */
export function Badge({ of, text }) {
  if (!of) return html`<span class="soft">—</span>`
  return html`<span class=${`badge ${TONES[of] ?? ''}`}>${text ?? words(of)}</span>`
}

/** Shows an error of the API with its list of problems. @param {{ problem: any }} props */
export function Problem({ problem }) {
  if (!problem) return null
  return html`<div class="note bad" role="alert">
    <strong>${problem.message.replace(/; see details\.issues\.$/, ':')}</strong>
    ${
      problem.issues.length > 0 &&
      html`<ul>${problem.issues.map(
        (issue) =>
          html`<li>${issue.path.length > 0 && html`<code>${issue.path.join('.')}</code>`} ${issue.message}</li>`,
      )}</ul>`
    }
  </div>`
}

/** Shows the result of a task. @param {{ task: any }} props */
export function Outcome({ task }) {
  return html`<${Problem} problem=${task.problem} />
    <div role="status">${task.done && html`<p class="note good">${task.done}</p>`}</div>`
}

/** Shown instead of an empty list: what to do next. @param {{ children?: any }} props */
export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`
}

/** @param {{ title: string, aside?: any, level?: number, children?: any }} props */
export function Card({ title, aside, children }) {
  return html`<section class="card"><div class="title"><h2>${title}</h2>${aside}</div>${children}</section>`
}

/**
 * A label with its input and its error.
 * @param {{ label: string, hint?: any, issue?: string, children: (attributes: object) => any }} props
 */
export function Field({ label, hint, issue, children }) {
  const id = useId()
  const about = [hint && `${id}-hint`, issue && `${id}-issue`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${children({ id, ...(about && { 'aria-describedby': about }), ...(issue && { 'aria-invalid': 'true' }) })}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${issue && html`<p class="hint wrong" id=${`${id}-issue`}>${issue}</p>`}
  </div>`
}

/**
 * A table that becomes a list of cards on narrow screens. Rows are keyed by item, so that open
 * details and dialogs stay with their item when other rows change.
 * @param {{ head: string[], items: any[], row: (item: any) => any[], label: string }} props
 */
export function Table({ head, items, row, label }) {
  // The roles are explicit because browsers do not expose a table that is laid out as cards as a
  // table.
  return html`<table role="table" aria-label=${label}>
    <thead role="rowgroup"><tr role="row">${head.map((name) => html`<th role="columnheader">${name || html`<span class="hidden">Actions</span>`}</th>`)}</tr></thead>
    <tbody role="rowgroup">${items.map(
      (item) => html`
      <tr role="row" key=${item.id ?? item.kid}>${row(item).map(
        (cell, i) => html`
        <td role="cell" data-label=${head[i]}>${cell !== false && html`<div>${cell}</div>`}</td>`,
      )}</tr>`,
    )}</tbody>
  </table>`
}

/**
 * One page of a list as a table, with a hint if it is empty.
 * @param {{ page: any, label: string, head: string[], row: (item: any) => any[], children?: any }} props
 */
export function List({ page, label, head, row, children }) {
  return html`<${Problem} problem=${page.problem} />
    ${
      page.items &&
      (page.items.length === 0
        ? html`<${Empty}>${children}<//>`
        : html`<${Table} label=${label} head=${head} items=${page.items} row=${row} />`)
    }
    ${
      (page.newer || page.older) &&
      html`<nav class="row" aria-label=${`Pages: ${label}`}>
      <button type="button" disabled=${!page.newer} onClick=${page.newer}>Newer</button>
      <button type="button" disabled=${!page.older} onClick=${page.older}>Older</button>
    </nav>`
    }`
}

/** A list of names and values. @param {{ of: [string, any][] }} props */
export function Facts({ of }) {
  return html`<dl class="facts">${of.map(
    ([name, value]) => html`
    <div><dt>${name}</dt><dd>${value ?? '—'}</dd></div>`,
  )}</dl>`
}

/**
 * A button that starts its task at once. It is disabled while the task runs.
 * @param {any} props
 */
export function Button({ children, task, disabled = false, why, kind, ...more }) {
  return html`<button type="button" class=${kind} disabled=${disabled || task?.busy}
    title=${disabled ? why : undefined} ...${more}>${children}</button>`
}

/**
 * A secret that is shown once and stored nowhere else.
 * @param {{ title: string, secret: string, onClose: () => void }} props
 */
export function Secret({ title, secret, onClose }) {
  const [copied, setCopied] = useState('')
  const note = useRef(/** @type {HTMLElement | null} */ (null))
  // The button that created it may be far below.
  useEffect(() => note.current?.focus(), [])
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(secret) ?? Promise.reject()).then(
      () => setCopied('Copied.'),
      () => setCopied('The browser does not allow copying. Select the text and copy it.'),
    )
  return html`<div class="note secret" role="status" tabindex="-1" ref=${note}>
    <p><strong>${title}</strong> It is shown only once. Store it now.</p>
    <p><code tabindex="0">${secret}</code></p>
    <p class="row"><button type="button" onClick=${copy}>Copy</button>
      <button type="button" onClick=${onClose}>I have stored it</button> <span role="status">${copied}</span></p>
  </div>`
}

/** Text with names between backticks. @param {{ text: string }} props */
export function Prose({ text }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** Values as they are stored. @param {{ value: any }} props */
export function Json({ value }) {
  return html`<pre tabindex="0">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`
}
