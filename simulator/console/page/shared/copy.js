import { useState } from 'preact/hooks'
import { html } from './html.js'

const SHOWN_MS = 2000

/** Puts a text on the clipboard. @param {{ text: string, label?: string, children?: any }} props */
export function Copy({ text, label, children }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject())
      .then(
        () => setSaid('Copied'),
        () => setSaid('Select it and copy it by hand'),
      )
      .then(() => setTimeout(() => setSaid(''), SHOWN_MS))
  return html`<button type="button" class="small" aria-label=${said ? undefined : label} onClick=${copy}>${said || children}</button>`
}

/** An id with a button that copies it. @param {{ id: string }} props */
export function CopyId({ id }) {
  return html`<span class="id"><code>${id}</code> <${Copy} text=${id} label=${`Copy ${id}`}>Copy<//></span>`
}
