import { useId, useState } from 'preact/hooks'
import { html } from './html.js'

/**
 * A button for an action that cannot be undone. It opens a dialog that tells the consequences.
 *
 * @param {{
 *   children?: any, ask: string, task: any, onYes: (values: { reason: string }) => void, lost?: any[], effect?: string, yes?: string,
 *   typed?: string, reason?: string, kind?: string, disabled?: boolean, why?: string, more?: any,
 * }} props `lost`: the deleted data, one entry each; `effect`: another consequence, a sentence; `typed`: a name to be typed first; `reason`:
 * the label of a reason that is
 *   asked for; `why`: why the button is disabled; `more`: further inputs
 */
export function ConfirmDialog({ children, task, kind, disabled = false, why, ...question }) {
  const [asked, setAsked] = useState(false)
  const id = useId()
  return html`<span class="asks">
    <button type="button" class=${kind} disabled=${disabled || task.busy} onClick=${() => setAsked(true)}
      title=${disabled ? why : undefined} aria-describedby=${disabled && why ? id : undefined}>${children}</button>
    ${disabled && why && html`<span class="hidden" id=${id}>${why}</span>`}
    ${asked && html`<${Question} ...${question} task=${task} onEnd=${() => setAsked(false)} />`}
  </span>`
}

/** @param {any} props */
function Question({
  ask,
  lost = [],
  effect,
  typed,
  reason,
  more,
  yes = 'Yes',
  task,
  onYes,
  onEnd,
}) {
  const [text, setText] = useState('')
  const id = useId()
  const ready = typed === undefined || text === typed
  const submit = (event) => {
    event.preventDefault()
    if (!ready) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    onEnd()
    onYes({ ...values, reason: String(values.reason ?? '').trim() })
  }
  // Closing it, also by the Escape key, gives the focus back to the button that opened it.
  return html`<dialog ref=${show} aria-labelledby=${id} onClose=${onEnd}><form onSubmit=${submit}>
    <h2 id=${id}>${ask}</h2>
    ${lost.length > 0 && html`<p>This will be deleted:</p><ul>${lost.map((one) => html`<li>${one}</li>`)}</ul>`}
    ${effect && html`<p>${effect}</p>`}
    ${more}
    ${
      reason &&
      html`<label class="stacked">${reason}
      <textarea name="reason" rows="3" required maxlength="2000" /></label>`
    }
    ${
      typed !== undefined &&
      html`<label class="stacked"><span>Type <strong>${typed}</strong> to confirm</span>
      <input autocomplete="off" spellcheck=${false} value=${text} onInput=${(event) => setText(event.currentTarget.value)} />
      </label>`
    }
    <div class="actions"><button class="danger" disabled=${!ready || task.busy}>${yes}</button>
      <button type="button" autofocus=${!reason && typed === undefined} onClick=${(event) => event.currentTarget.closest('dialog').close()}>No, leave it</button></div>
  </form></dialog>`
}

/** @param {HTMLDialogElement | null} dialog */
function show(dialog) {
  if (dialog && !dialog.open) dialog.showModal()
}
