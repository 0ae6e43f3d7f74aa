import { useId, useState } from 'preact/hooks'
import { words } from './format.js'
import { html } from './html.js'

export { Time } from './time.js'

/** What colour a state has. The word beside it says the same. */
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

/** A refusal in the API's words, problem by problem. @param {{ problem: any }} props */
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

/** How a task went. @param {{ task: any }} props */
export function Outcome({ task }) {
  return html`<${Problem} problem=${task.problem} />
    <div role="status">${task.done && html`<p class="note good">${task.done}</p>`}</div>`
}

/** Nothing here yet, and what to do about it. @param {{ children?: any }} props */
export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`
}

/** @param {{ title: string, aside?: any, level?: number, children?: any }} props */
export function Card({ title, aside, children }) {
  return html`<section class="card"><div class="title"><h2>${title}</h2>${aside}</div>${children}</section>`
}

/**
 * A label with its input, and what is wrong with it.
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
 * A table that becomes a list of cards where it is narrow. A row belongs to its item: what is open or asked in it goes
 * along when other rows come and go.
 * @param {{ head: string[], items: any[], row: (item: any) => any[], label: string }} props
 */
export function Table({ head, items, row, label }) {
  // The roles stand here since a table that is laid out as cards is no table to a browser any more.
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
 * One page of a list as a table, with what to do where there is nothing.
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

/** Facts under their names. @param {{ of: [string, any][] }} props */
export function Facts({ of }) {
  return html`<dl class="facts">${of.map(
    ([name, value]) => html`
    <div><dt>${name}</dt><dd>${value ?? '—'}</dd></div>`,
  )}</dl>`
}

/**
 * A button that does something at once; it waits while the task that it belongs to is under way.
 * @param {any} props
 */
export function Button({ children, task, disabled = false, why, kind, ...more }) {
  return html`<button type="button" class=${kind} disabled=${disabled || task?.busy}
    title=${disabled ? why : undefined} ...${more}>${children}</button>`
}

/**
 * A secret that will not be shown again. It is nowhere but here.
 * @param {{ title: string, secret: string, onClose: () => void }} props
 */
export function Secret({ title, secret, onClose }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(secret) ?? Promise.reject()).then(
      () => setCopied('Copied.'),
      () => setCopied('Select it and copy it by hand.'),
    )
  return html`<div class="note secret" role="status">
    <p><strong>${title}</strong> It is shown this once: store it now.</p>
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
