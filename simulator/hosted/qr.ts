import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** A QR code as inline SVG, so that the page loads no picture. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path class="light" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}
