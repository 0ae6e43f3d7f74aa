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
  /** Resolves to the verification when its session is loaded or has ended. */
  ready: Promise<Verification>
  /**
   * Removes the page. The session does not change and can be mounted again. `onEvent` is not called
   * afterwards.
   */
  unmount(): void
}

/** The latest page of each target. */
const pages = new WeakMap<Element, Stage>()

/**
 * Draws all screens inside `target` (AUT-019): steps, specimen camera, forms, signing frame.
 * A page that is still mounted there is unmounted.
 *
 * @param target an element of the page, or its selector
 * @throws {VskitError} `invalid_options` or `invalid_publishable_key`; later errors are reported to `onEvent`
 */
export function mount(target: Element | string, options: MountOptions): Mounted {
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
  const ready = started(drawing)
  void ready.then(() => journey.run())
  // From the back/forward cache.
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void journey.restored()
  }
  addEventListener('pageshow', onShow, { signal: stage.signal })
  return { ready, unmount: () => stage.unmount() }
}

/** @throws {VskitError} `invalid_options` */
function elementAt(target: Element | string): Element {
  let place: Element | null = null
  try {
    place = typeof target === 'string' ? document.querySelector(target) : target
  } catch {
    // The selector is invalid.
  }
  if (place) return place
  throw new VskitError('invalid_options', `Expected an element at ${String(target)}.`)
}

/** Retries when the applicant asks for it. */
async function started({ stage, messages, verification }: StepContext): Promise<Verification> {
  for (;;) {
    try {
      await verification.refresh()
      return verification
    } catch (error) {
      await stage.ask<void>((again) => failureScreen(error, messages, again))
      stage.busy(true)
    }
  }
}
