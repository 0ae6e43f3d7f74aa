import { useState } from 'preact/hooks'
import { html } from './html.js'

const SHOWN_MS = 2000

/** Puts a text on the clipboard; where the browser refuses, the text is shown, selected. @param {{ text: string, label?: string, children?: any }} props */
export function Copy({ text, label, children }) {
  const [said, setSaid] = useState('')
  const [shown, setShown] = useState(false)
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => {
        setSaid('Copied')
        setTimeout(() => setSaid(''), SHOWN_MS)
      },
      () => setShown(true),
    )
  return html`<button type="button" class="small" aria-label=${said ? undefined : label} onClick=${copy}>${said || children}</button>
    ${shown && html`<input class="copied" readonly aria-label=${`${label ?? children}: text`} value=${text} ref=${select} />`}`
}

/** @param {HTMLInputElement | null} field */
function select(field) {
  field?.focus()
  field?.select()
}

/** An id with a button that copies it. @param {{ id: string }} props */
export function CopyId({ id }) {
  return html`<span class="id"><code>${id}</code> <${Copy} text=${id} label=${`Copy ${id}`}>Copy<//></span>`
}
