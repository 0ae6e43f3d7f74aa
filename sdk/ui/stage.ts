import { fill } from '../messages/catalogue.ts'
import type { JourneyMessages } from '../messages/en/journey.ts'
import type { Child } from './dom.ts'
import { h } from './dom.ts'
import { stylesOf } from './styles.ts'

/** One screen: a heading, and the content below it. */
export interface Screen {
  title: string
  body: Child
  /** Errors of the last attempt; takes the focus. */
  problems?: HTMLElement | undefined
  /** Visually hidden, because the body has its own heading. */
  hideTitle?: boolean
}

/** Language and direction of the texts. */
export interface StageLanguage {
  lang: string
  dir: 'ltr' | 'rtl'
  messages: JourneyMessages
}

/**
 * The part of the integrator's page that the SDK draws: a shadow root, which isolates styles in
 * both directions.
 */
export class Stage {
  readonly #host: HTMLElement
  /** The current screen; busy while a request is pending. */
  readonly #screen = h('div')
  /**
   * Tells that the page waits, since screen readers do not read out the new text of a button. It is
   * no part of the busy screen, whose changes they may ignore.
   */
  readonly #status = h('p', { class: 'unseen', role: 'status' })
  readonly #messages: JourneyMessages
  #frame: { header: Child; footer: Child } = { header: undefined, footer: undefined }
  /** Whether the applicant has interacted; before that, the SDK does not move the focus. */
  #acted = false
  /** Whether the screen was replaced since the first click of a series. */
  #replaced = false
  readonly #mounted = new AbortController()
  #leave: (() => void) | undefined

  constructor(target: Element | ShadowRoot, { lang, dir, messages }: StageLanguage) {
    this.#messages = messages
    this.#host = h('div')
    const root = this.#host.attachShadow({ mode: 'open' })
    const page = h(
      'section',
      { class: 'page', lang, dir, 'aria-label': messages.region },
      this.#screen,
      this.#status,
    )
    for (const type of ['click', 'submit'])
      page.addEventListener(
        type,
        (event) => {
          this.#acted = true
          if (!this.#isRepeated(event)) return
          event.preventDefault()
          event.stopPropagation()
        },
        true,
      )
    root.append(page)
    target.append(this.#host)
    // A root that moves to another document, such as that of a frame, loses its style sheets.
    root.adoptedStyleSheets = [stylesOf(this.#host.ownerDocument)]
    this.show({ title: messages.loading, body: undefined })
    this.busy(true)
  }

  /** Whether it is a second click while a request is pending, or the second one of a double click that has replaced the screen. */
  #isRepeated(event: Event): boolean {
    // Events of another document are instances of its own classes.
    if (event.type === 'click') {
      if ((event as MouseEvent).detail <= 1) this.#replaced = false
      else if (this.#replaced) return true
    }
    return this.isBusy
  }

  /** Sets the frame around each following screen. */
  setFrame(header: Child, footer: Child): void {
    this.#frame = { header, footer }
  }

  /** Sets a function that is called once, when the screen is replaced or unmounted. */
  onLeave(leave: () => void): void {
    if (this.unmounted) leave()
    else this.#leave = leave
  }

  #left(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  show({ title, body, problems, hideTitle }: Screen): void {
    this.#left()
    this.#replaced = true
    this.busy(false)
    const heading = h('h2', { tabindex: -1, class: hideTitle && 'unseen' }, title)
    const { header, footer } = this.#frame
    this.#screen.replaceChildren(h('div', {}, header, heading, problems, body, footer))
    if (this.#acted) (problems ?? heading).focus()
  }

  /** Shows a screen and waits for the result of its controls. */
  ask<T>(screen: (answer: (value: T) => void) => Screen): Promise<T> {
    return new Promise((resolve) => this.show(screen(resolve)))
  }

  /** Whether a request is pending. */
  get isBusy(): boolean {
    return this.#screen.ariaBusy === 'true'
  }

  /** Disables the controls while a request is pending, and announces it. */
  busy(busy: boolean): void {
    this.#screen.ariaBusy = String(busy)
    this.#status.className = 'unseen'
    this.#status.textContent = busy ? this.#messages.loading : ''
    // The next screen may keep the buttons of the frame.
    for (const button of this.#screen.querySelectorAll('button'))
      button.ariaDisabled = busy ? 'true' : null
    if (!busy) return
    const [main] = this.#screen.querySelectorAll('button')
    if (main) main.textContent = this.#messages.loading
  }

  /** Tells that the service limits the rate, and how long the wait is. */
  wait(seconds: number): void {
    if (!this.isBusy) return
    this.#status.className = 'hint'
    this.#status.textContent = fill(this.#messages.waiting, { seconds })
  }

  /** Set by `unmount`: the page no longer exists, so that no step may be started for it. */
  get unmounted(): boolean {
    return this.#mounted.signal.aborted
  }

  /** Aborted by `unmount`, for listeners outside of the page. */
  get signal(): AbortSignal {
    return this.#mounted.signal
  }

  unmount(): void {
    this.#mounted.abort()
    this.#left()
    this.#host.remove()
  }
}
