import type { SdkFrameRequest } from '../../spec/generated/wire.ts'
import { VskitError } from '../core/errors.ts'
import type { SigningStatus } from '../core/events.ts'
import { FRAME_SECONDS, FRAME_STATE_SECONDS } from '../core/time-limits.ts'
import type { Verification } from '../core/verification.ts'
import type { SigningMessages } from '../messages/en/signing.ts'

/** A translation of the signing frame: all texts, language and direction (SDK-002). */
export interface SigningCopy {
  /** BCP 47 tag, such as `pt-BR`. */
  lang: string
  dir: 'ltr' | 'rtl'
  messages: SigningMessages
}

/** Options of a signing frame. */
export interface SigningOptions {
  /** @default English */
  copy?: SigningCopy | undefined
  /** Accessible name of the frame. @default 'Signing' */
  title?: string
  /** Called with each state that the frame shows. */
  onState?: (state: SigningState) => void
  /** Called if a page of the frame does not load. Unmount the frame, and mount it again on request. */
  onError?: (error: VskitError) => void
  /** Called when the frame begins to load a page, and when the page is shown. */
  onProgress?: (progress: SigningProgress) => void
}

/** `offline`: the applicant acted without a connection. Nothing was sent, and the page is kept. */
export type SigningProgress = 'loading' | 'shown' | 'offline'

/** Progress of a signing. */
export interface SigningState {
  status: SigningStatus
  /** Whether the disclosure has been accepted. */
  consent: boolean
  /** Whether the session is live. */
  live: boolean
}

/** A signing frame in the page. */
export interface SigningFrame {
  /** The element in the page. */
  element: HTMLIFrameElement
  /** Removes the frame and its listeners. */
  unmount(): void
}

type Message =
  | ({ source: 'vskit-signing'; type: 'state' } & SigningState)
  | { source: 'vskit-signing'; type: 'height'; height: number }
  | { source: 'vskit-signing'; type: 'expired' | 'leaving' | 'offline' }

/**
 * Shows the documents of an `esign` step in a frame of the service, inside `target` (SDK-001). The
 * frame contains the controls to decline, to withdraw and to ask for paper, and must stay
 * completely visible (CER-035).
 *
 * @throws {VskitError} `validation_error` if `copy` is incomplete
 */
export async function mountSigning(
  target: Element | ShadowRoot,
  verification: Verification,
  stepId: string,
  { copy, title = 'Signing', onState, onError, onProgress }: SigningOptions = {},
): Promise<SigningFrame> {
  const element = document.createElement('iframe')
  element.title = title
  // Permissions of the frame: it cannot navigate the embedding page.
  element.sandbox.add(
    'allow-scripts',
    'allow-same-origin',
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-downloads',
  )
  element.referrerPolicy = 'no-referrer'
  Object.assign(element.style, { display: 'block', width: '100%', border: '0', height: '480px' })

  // A closed frame has lost its record, and with it `copy`: its own text is English.
  const closedNote = copy && closedNoteOf(copy)
  const showClosed = (closed: boolean): void => {
    if (!closedNote) return
    closedNote.hidden = !closed
    element.style.display = closed ? 'none' : 'block'
  }

  let origin = ''
  let known: SigningStatus | undefined
  /**
   * Set after the first state: a frame that is closed from the start is not reopened repeatedly.
   */
  let renewable = false
  let unmounted = false

  const address = async (): Promise<string> => {
    const { url } = await verification.call({
      method: 'POST',
      path: `/steps/${encodeURIComponent(stepId)}/frame`,
      body: { ...(copy && { copy }) } satisfies SdkFrameRequest,
      valid: isAddress,
    })
    origin = new URL(url).origin
    return url
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const expectMessage = (seconds: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const error = new VskitError(
        'network_error',
        `The signing frame did not load from ${origin}. Check the network, and the frame-src of the page's content ` +
          'security policy.',
      )
      verification.report(error)
      onError?.(error)
    }, seconds * 1000)
  }
  /** Set until the next page of the frame posts a message; the error page of a browser posts none. */
  let loading = true
  const expectPage = (): void => {
    loading = true
    onProgress?.('loading')
    expectMessage(FRAME_SECONDS)
  }
  element.addEventListener('load', () => {
    if (loading) expectMessage(FRAME_STATE_SECONDS)
  })

  const onMessage = ({ source, origin: from, data }: MessageEvent): void => {
    // Any window may post messages here: only messages of the frame from the service's origin are
    // used.
    if (source === null || source !== element.contentWindow || from !== origin) return
    const message = data as Message
    if (message?.source !== 'vskit-signing') return
    if (message.type === 'leaving') return expectPage()
    if (message.type === 'offline') return onProgress?.('offline')
    loading = false
    clearTimeout(timer)
    onProgress?.('shown')
    if (message.type === 'height' && message.height > 0)
      element.style.height = `${Math.min(message.height, 20_000)}px`
    if (message.type === 'expired') {
      showClosed(true)
      if (renewable) void renew()
    }
    if (message.type === 'state') shown(message)
  }

  const shown = ({ status, consent, live }: SigningState): void => {
    renewable = true
    if (status !== known) verification.emit({ type: 'signing', stepId, status })
    known = status
    onState?.({ status, consent, live })
  }

  const renew = async (): Promise<void> => {
    renewable = false
    // The error was reported through onEvent, and the page shows that the frame is closed.
    const url = await address().catch(() => undefined)
    if (url === undefined || unmounted) return
    // A new browsing context, because a second address of the same one adds an entry to the history:
    // Back would lead to the closed frame.
    const { parentNode, nextSibling } = element
    element.remove()
    element.src = url
    parentNode?.insertBefore(element, nextSibling)
    expectPage()
    showClosed(false)
  }

  element.src = await address()
  // The frame posts to the window of its own page, which is another one if the target is in a frame.
  const view = target.ownerDocument.defaultView ?? window
  view.addEventListener('message', onMessage)
  target.append(element)
  expectPage()
  if (closedNote) target.append(closedNote)
  return {
    element,
    unmount: () => {
      unmounted = true
      clearTimeout(timer)
      view.removeEventListener('message', onMessage)
      element.remove()
      closedNote?.remove()
    },
  }
}

/** Whether a response has a web address: a `javascript:` URL would run in the embedding page. */
function isAddress(data: unknown): data is { url: string } {
  const { url } = (data ?? {}) as { url?: unknown }
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function closedNoteOf({ lang, dir, messages }: SigningCopy): HTMLElement {
  const title = document.createElement('strong')
  title.textContent = messages.expiredTitle
  const text = document.createElement('p')
  text.textContent = messages.expired
  const note = document.createElement('div')
  note.setAttribute('role', 'alert')
  Object.assign(note, { lang, dir, hidden: true })
  note.append(title, text)
  return note
}
