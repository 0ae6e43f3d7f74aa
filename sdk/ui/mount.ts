import { VskitError } from '../core/errors.ts'
import { OPTIONS, Verification, requireFunctions, warnOfUnknown } from '../core/verification.ts'
import type { InitOptions } from '../core/verification.ts'
import type { OnEvent } from '../core/events.ts'
import type { Copy } from '../messages/copy.ts'
import { Journey, type SubmitCallback } from './journey.ts'
import { failureScreen } from './screens.ts'
import { Stage } from './stage.ts'
import type { StepContext } from './steps/step.ts'
import { textsOf } from './texts.ts'

/** Options of `mount`. */
export type MountOptions = InitOptions & {
  /** Your own texts; omitted texts are in English. */
  copy?: Copy
  /** @default submits the step unchanged */
  submit?: SubmitCallback
}

/** The mounted pages. */
export interface Mounted {
  /**
   * Resolves to the verification when its session is loaded or has ended. Rejects if the service refuses to load it for a
   * reason that a retry cannot change, such as `origin_not_allowed`, and with `unmounted` if `unmount` is called before. After
   * other errors it waits until the applicant tries again.
   */
  ready: Promise<Verification>
  /**
   * Removes the page. The session does not change and can be mounted again. `onEvent` is not called
   * afterwards.
   */
  unmount(): void
}

/** The latest page of each target. */
const pages = new WeakMap<Element | ShadowRoot, Stage>()

/**
 * Draws all screens inside `target` (AUT-019): steps, specimen camera, forms, signing frame.
 * A page that is still mounted there is unmounted.
 *
 * @param target an element or a shadow root, also of a frame of the same origin, or a selector in this document
 * @throws {VskitError} `invalid_options` or `invalid_publishable_key`; later errors are reported to `onEvent`
 */
export function mount(target: Element | ShadowRoot | string, options: MountOptions): Mounted {
  const place = elementAt(target)
  warnOfUnknown(options, [...OPTIONS, 'copy', 'submit'])
  requireFunctions({ onEvent: options.onEvent, submit: options.submit })
  const { messages, signingCopy, ...language } = textsOf(options.copy)
  // Frameworks unmount a page whose first requests are in flight: its events would count twice.
  const onEvent: OnEvent = (event) => {
    if (stage.unmounted) return undefined
    if (event.type === 'waiting') stage.wait(event.seconds)
    return options.onEvent?.(event)
  }
  const verification = new Verification({ ...options, onEvent })
  const earlier = pages.get(place)
  if (earlier && !earlier.unmounted) {
    console.warn('vskit: mounted twice in one element: the first page was unmounted.')
    earlier.unmount()
  }
  const stage = new Stage(place, { ...language, messages })
  pages.set(place, stage)
  const drawing = { stage, messages, verification }
  const journey = new Journey(drawing, { submit: options.submit, signingCopy })
  const ready = new Promise<Verification>((resolve, reject) => {
    stage.signal.addEventListener('abort', () =>
      reject(new VskitError('unmounted', 'The page was unmounted before its session was loaded.')),
    )
    void started(drawing, reject).then((loaded) => {
      resolve(loaded)
      void journey.run()
    })
  })
  // The page and `onEvent` report an error, and the caller has unmounted: neither is unhandled.
  ready.catch(() => undefined)
  // From the back/forward cache.
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void journey.restored()
  }
  addEventListener('pageshow', onShow, { signal: stage.signal })
  return { ready, unmount: () => stage.unmount() }
}

/** @throws {VskitError} `invalid_options` */
function elementAt(target: Element | ShadowRoot | string): Element | ShadowRoot {
  let place: Element | ShadowRoot | null = null
  try {
    place = typeof target === 'string' ? document.querySelector(target) : target
  } catch {
    // The selector is invalid.
  }
  if (place) return place
  throw new VskitError('invalid_options', `Expected an element at ${String(target)}.`)
}

/** Statuses of 4xx after which the same request can succeed. */
const RETRYABLE = [401, 408, 429]

/** Whether the service has refused the request, and would refuse it again. */
function isFinal({ status = 0, code }: VskitError): boolean {
  if (code === 'origin_not_allowed') return true
  return status >= 400 && status < 500 && !RETRYABLE.includes(status)
}

/**
 * Retries when the applicant asks for it.
 * @param refused called with an error that a retry cannot change
 */
async function started(
  { stage, messages, verification }: StepContext,
  refused: (error: VskitError) => void,
): Promise<Verification> {
  for (;;) {
    try {
      await verification.refresh()
      return verification
    } catch (error) {
      if (error instanceof VskitError && isFinal(error)) refused(error)
      await stage.ask<void>((again) => failureScreen(error, messages, again))
      stage.busy(true)
    }
  }
}
