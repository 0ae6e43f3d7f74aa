import type { Mode } from '../store/world.ts'
import { type Html, type Piece, html } from './html.ts'

/** A whole page, or the way to one. */
export interface Reply {
  status: number
  /** Name and value in turn. */
  headers?: string[]
  page?: Html
  bytes?: Uint8Array
  contentType?: string
}

/** What is the same on each page of a journey. */
export interface Frame {
  business?: string
  mode?: Mode
  /** Something went wrong, which screen readers are told of by the title already. */
  failed?: boolean
}

/**
 * For every page: nobody frames it, runs a script in it or learns of its address, which opens the session. A referrer
 * within the site is needed, or browsers would send forms with the origin `null`.
 */
export const PAGE_HEADERS = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options',
  'DENY',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Cache-Control',
  'no-store, private',
]

export const STYLESHEET = '/s/assets/journey.css'

/** @param title what the page is about, in the words of its heading */
export function page(title: string, { business, mode, failed = false }: Frame, body: Piece): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${failed && 'Error: '}${title}${business && ` – ${business}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLESHEET}">
<link rel="icon" href="/s/assets/icon.svg">
</head>
<body>
${banner(mode)}
<div class="sheet">
${business !== undefined && html`<header><p class="business" dir="auto">${business}</p></header>`}
<main>
${body}
</main>
<footer><p>A page of the vskit simulator. Nobody is verified here.</p></footer>
</div>
</body>
</html>
`
}

function banner(mode: Mode | undefined): Piece {
  if (mode === 'test') {
    return html`<p class="banner">
<strong>Test mode</strong> Every check is simulated: use made-up data, never your own.</p>`
  }
  return (
    mode === 'live' &&
    html`<p class="banner">
<strong>Live mode</strong> of a simulator: no check is real.</p>`
  )
}

/** A page that only says something. */
export function plainPage(
  status: number,
  title: string,
  frame: Frame,
  ...paragraphs: Piece[]
): Reply {
  const body = html`<h1>${title}</h1>${paragraphs.map((text) => text && html`<p>${text}</p>`)}`
  return { status, page: page(title, frame, body) }
}

/** On to another page, by GET: what was sent is not sent again when that page is loaded anew. */
export function goTo(location: string): Reply {
  return { status: 303, headers: ['Location', location] }
}
