import { NO_STORE } from '../call/answer.ts'
import type { Mode } from '../world/world.ts'
import { type Html, type Piece, attributes, html } from './html.ts'
import { ENGLISH, LANGUAGES, type Words } from './words.ts'

/** A whole page, or a redirect to one. */
export interface Reply {
  status: number
  /** Names and values, alternating. */
  headers?: string[]
  page?: Html
  bytes?: Uint8Array
  contentType?: string
  /** Names and values, alternating; used instead of `PAGE_HEADERS`. */
  baseHeaders?: string[]
}

/** Parts that each page of a session shares. */
export interface Frame {
  words?: Words
  business?: string
  mode?: Mode
  /** The path of the session. */
  home?: string
  /** Whether the organization has its own colour and logo. */
  accent?: boolean
  logo?: boolean
  /** Whether the page shows an error: the title then says so, for screen readers. */
  failed?: boolean
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** For a page with PDF files: browsers load the file as an object, and the viewer as a frame. */
export const VIEWER_POLICY = `${POLICY}; object-src 'self'; frame-src 'self'`

/**
 * For every page: no frames, no foreign scripts, and no referrer for other sites, because the URL
 * opens the session. A referrer within the site is needed: without it, browsers send forms with the
 * origin `null`.
 */
export const PAGE_HEADERS = [
  'Content-Security-Policy',
  POLICY,
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
  ...NO_STORE,
]

/** The same with the camera allowed, for `--real-camera`. */
export const CAMERA_PAGE_HEADERS = PAGE_HEADERS.map((text) =>
  text.replace('camera=()', 'camera=(self)'),
)

export const STYLESHEET = '/s/assets/journey.css'
export const SCRIPT = '/s/assets/hosted.js'

/** @param title text of the heading */
export function page(title: string, frame: Frame, body: Piece): Html {
  const { business, words = ENGLISH, home, accent, logo, failed = false } = frame
  const { lang, dir, text, signing } = words
  return html`<!DOCTYPE html>
<html${attributes({ lang, dir })}>
<head>
<meta charset="utf-8">
<title>${failed && `${signing.errorPrefix} `}${title}${business && ` – ${business}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLESHEET}">
${accent && html`<link rel="stylesheet" href="${home}/brand.css">`}
<link rel="icon" href="/s/assets/icon.svg">
<script type="module" src="${SCRIPT}"></script>
</head>
<body data-busy="${text.busy}" data-offline="${text.offline}">
<header>
${banner(frame)}
${
  business !== undefined &&
  html`<p class="business">${logo && html`<img src="${home}/logo" alt="" height="32">`}<bdi>${business}</bdi></p>`
}
</header>
<div class="sheet">
<main>
${body}
</main>
<footer>
${home !== undefined && languages(words, home)}
<p>${text.footer}</p>
</footer>
</div>
</body>
</html>
`
}

/** Plain links, so that the switcher needs no script; each language has its native name. */
function languages({ lang, text }: Words, home: string): Html {
  return html`<nav aria-label="${text.language}"><ul class="languages">${[
    ...LANGUAGES.values(),
  ].map(
    (other) =>
      html`<li><a${attributes({
        href: `${home}?lang=${other.lang}`,
        lang: other.lang,
        hreflang: other.lang,
        dir: other.dir,
        'aria-current': other.lang === lang && 'true',
      })}>${other.name}</a></li>`,
  )}</ul></nav>`
}

function banner({ mode, words = ENGLISH }: Frame): Piece {
  const { testMode, testModeNote, liveMode, liveModeNote } = words.signing
  if (mode === undefined) return undefined
  const [name, note] = mode === 'test' ? [testMode, testModeNote] : [liveMode, liveModeNote]
  return html`<p class="banner">
<strong>${name}</strong> ${note}</p>`
}

/** Renders a text of the catalogue; inserted names keep their own text direction. */
export function phrase(text: string, values: Record<string, Piece>): Piece {
  return text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name !== undefined && Object.hasOwn(values, name)
      ? html`<bdi>${values[name]}</bdi>`
      : part
  })
}

/** A page with a message only. */
export function plainPage(
  status: number,
  title: string,
  frame: Frame,
  ...paragraphs: Piece[]
): Reply {
  const body = html`<h1>${title}</h1>${paragraphs.map((text) => text && html`<p>${text}</p>`)}`
  return { status, page: page(title, frame, body) }
}

/** Redirects to another page by GET, so that a reload does not send the form again. */
export function redirectTo(location: string): Reply {
  return { status: 303, headers: ['Location', location] }
}
