import { VskitError } from '../core/errors.ts'
import { type InitOptions, Verification } from '../core/verification.ts'
import { incompleteness } from '../messages/catalogue.ts'
import type { Copy } from '../messages/copy.ts'
import { type JourneyMessages, journey } from '../messages/en/journey.ts'
import type { SigningCopy } from '../signing/frame.ts'
import { Journey, type SubmitCallback } from './journey.ts'
import { failureScreen } from './screens.ts'
import { Stage } from './stage.ts'
import type { StepContext } from './steps/step.ts'

/** Options of `mount`. */
export type MountOptions = InitOptions & {
  /** @default English */
  copy?: Copy
  /** @default submits the step unchanged */
  submit?: SubmitCallback
}

/** The mounted pages. */
export interface Mounted {
  /** Resolves to the verification when its session is loaded or has ended. */
  ready: Promise<Verification>
  /** Removes the page. The session does not change and can be mounted again. */
  unmount(): void
}

/**
 * Draws all screens inside `target` (AUT-019): steps, specimen camera, forms, signing frame. @param
 * target an element of the page, or its selector @throws {VskitError} `invalid_options` or
 * `invalid_publishable_key`; later errors are reported to `onEvent`
 */
export function mount(target: Element | string, options: MountOptions): Mounted {
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (!place) throw new VskitError('invalid_options', `Expected an element at ${String(target)}.`)
  const { copy } = options
  if (copy) refuseIncomplete(copy)
  const verification = new Verification(options)
  const messages: JourneyMessages = copy?.journey ?? journey
  const stage = new Stage(place, { lang: copy?.lang ?? 'en', dir: copy?.dir ?? 'ltr', messages })
  const signingCopy: SigningCopy | undefined = copy?.signing && {
    lang: copy.lang,
    dir: copy.dir,
    messages: copy.signing,
  }
  const drawing = { stage, messages, verification }
  const pages = new Journey(drawing, { submit: options.submit, signingCopy })
  const ready = started(drawing)
  void ready.then(() => pages.run())
  return { ready, unmount: () => stage.unmount() }
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

/** An incomplete copy would mix languages. */
function refuseIncomplete({ journey: given }: Copy): void {
  const faults = incompleteness(given, journey)
  if (!faults) return
  const { missing, unknown } = faults
  throw new VskitError(
    'invalid_options',
    `Expected copy.journey to have one text for each message. Missing or empty: ${missing.join(', ') || 'none'}. ` +
      `Unknown: ${unknown.join(', ') || 'none'}.`,
  )
}
