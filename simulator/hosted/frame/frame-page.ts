import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { fill } from '../../../sdk/messages/catalogue.ts'
import { type SigningMessages, signing } from '../../../sdk/messages/en/signing.ts'
import type { FrameRecord } from '../../features/signing/frames.ts'
import { type Html, type Piece, attributes, html } from '../html.ts'
import { PAGE_HEADERS, type Reply, STYLESHEET, redirectTo } from '../page.ts'

export const FRAME_SCRIPT = '/s/assets/frame.js'

/** The texts of a frame and their language. */
export interface FrameWords {
  lang: string
  dir: 'ltr' | 'rtl'
  words: SigningMessages
}

const ENGLISH: FrameWords = { lang: 'en', dir: 'ltr', words: signing }

export function wordsOf({ copy }: Pick<FrameRecord, 'copy'>): FrameWords {
  // Incomplete copies were refused when the frame was created.
  return copy
    ? { lang: copy.lang, dir: copy.dir, words: copy.messages as unknown as SigningMessages }
    : ENGLISH
}

interface FrameContent {
  status: SdkEnvelope['status']
  consent: boolean
  live: boolean
}

interface FramePage {
  status?: number
  title: string
  failed?: boolean
  mode?: 'live' | 'test'
  /** Messages of the script to the embedding page. */
  shown?: FrameContent
  /** Whether it reports that the frame is closed. */
  closed?: boolean
  body: Piece
}

/** Returns the HTML document of a frame. */
export function frameReply(frame: FrameRecord, page: FramePage): Reply {
  const { page_origin: target, ancestors } = frame
  return replyFor(wordsOf(frame), ancestors.length > 0 ? ancestors : ["'none'"], target, page)
}

/**
 * Shown for an unknown or expired URL. The embedding page is unknown then, so any page may frame
 * it: it has no content to protect. The copy is unknown too: the SDK shows its own text instead.
 */
export function closedReply(status: number): Reply {
  const { words } = ENGLISH
  return replyFor(ENGLISH, ['*'], '*', {
    status,
    title: words.expiredTitle,
    closed: true,
    body: html`<p>${words.expired}</p>`,
  })
}

export function textOf(words: SigningMessages, text: string, action: string): Html {
  return html`<p>${text}</p><p><a href="${action}">${words.back}</a></p>`
}

function replyFor(
  { lang, dir, words }: FrameWords,
  ancestors: string[],
  target: string | null,
  { status = 200, title, failed = false, mode, shown, closed, body }: FramePage,
): Reply {
  const page = html`<!DOCTYPE html>
<html${attributes({ lang, dir })}>
<head>
<meta charset="utf-8">
<title>${failed && `${words.errorPrefix} `}${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLESHEET}">
<script type="module" src="${FRAME_SCRIPT}"></script>
</head>
<body${attributes({
    class: 'framed',
    'data-target': target,
    'data-closed': closed && 'true',
    'data-status': shown?.status,
    'data-consent': shown && String(shown.consent),
    'data-live': shown && String(shown.live),
  })}>
<main>
${banner(words, mode)}
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return { status, page, baseHeaders: headersFor(ancestors) }
}

function banner(words: SigningMessages, mode: 'live' | 'test' | undefined): Piece {
  if (mode === undefined) return undefined
  const [name, note] =
    mode === 'test' ? [words.testMode, words.testModeNote] : [words.liveMode, words.liveModeNote]
  return html`<p class="banner" role="note"><strong>${name}</strong> ${fill(note, {})}</p>`
}

/** A redirect of a frame: an isolated page loads it only with the headers of a frame, too. */
export function frameRedirect(location: string): Reply {
  return { ...redirectTo(location), baseHeaders: headersFor(["'none'"]) }
}

/** The headers of every page, with other frame ancestors and another script. */
function headersFor(ancestors: string[]): string[] {
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors.join(' ')}`
  // A page that isolates itself (`require-corp`) can hold only frames that do so, too.
  const headers = ['Cross-Origin-Embedder-Policy', 'require-corp']
  for (let i = 0; i < PAGE_HEADERS.length; i += 2) {
    const [name, value] = [PAGE_HEADERS[i]!, PAGE_HEADERS[i + 1]!]
    // X-Frame-Options cannot name origins, so it is omitted.
    if (name === 'X-Frame-Options') continue
    if (name === 'Content-Security-Policy') headers.push(name, policy)
    else if (name === 'Cross-Origin-Resource-Policy') headers.push(name, 'cross-origin')
    else headers.push(name, value)
  }
  return headers
}
