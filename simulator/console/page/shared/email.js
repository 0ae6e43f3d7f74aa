import { html } from './html.js'

/** An e-mail address. It breaks after its @ if it does not fit on one line. @param {{ address: string }} props */
export function Email({ address }) {
  const at = address.lastIndexOf('@') + 1
  return html`${address.slice(0, at)}<wbr />${address.slice(at)}`
}
