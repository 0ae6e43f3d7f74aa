import type { VskitError } from '../../core/errors.ts'
import type { SigningCopy, SigningState } from '../../signing/frame.ts'
import { mountSigning } from '../../signing/frame.ts'
import { h } from '../dom.ts'
import type { StepContext } from './step.ts'

/** Returns the result of the step for the last state of its signing frame. */
export type SigningResult = SigningState['status'] | 'back'

/**
 * Shows the documents of a step in the service's frame until the applicant continues. The frame is
 * as high as its content, so that all controls are visible (CER-035).
 *
 * @param back whether the applicant may go back without an action, because another step is the current one
 * @param shown called with each state of the frame: whether the session is live
 */
export async function showSigning(
  { stage, messages, verification }: StepContext,
  stepId: string,
  copy: SigningCopy | undefined,
  back: boolean,
  shown: (state: { status: SigningResult; live: boolean }) => void = () => undefined,
): Promise<SigningResult> {
  const place = h('div')
  const after = h('div', { 'aria-live': 'polite' })
  const progress = h('p', { class: 'hint', role: 'status' }, messages.loading)
  let finish: (result: SigningResult) => void = () => undefined
  const result = stage.ask<SigningResult>((answer) => {
    finish = (value) => {
      unmount()
      answer(value)
    }
    return { title: messages.signingTitle, hideTitle: true, body: [progress, place, after] }
  })
  // The screen can be left without a result, also before the frame has loaded.
  let left = false
  let unmount = (): void => undefined
  stage.onLeave(() => {
    left = true
    unmount()
  })
  const button = (text: string, result: SigningResult): HTMLElement =>
    h('button', { type: 'button', onclick: () => finish(result) }, text)
  let fail: (error: VskitError) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  if (back) after.replaceChildren(button(messages.back, 'back'))
  const frame = await mountSigning(place, verification, stepId, {
    copy,
    title: messages.signingFrame,
    onError: fail,
    onProgress: (now) => {
      progress.textContent =
        now === 'loading' ? messages.loading : now === 'offline' ? messages.failedNetwork : ''
      progress.hidden = now === 'shown'
    },
    onState: ({ status, live }) => {
      shown({ status, live })
      // A session that ended elsewhere leaves an unsigned envelope as it was.
      if (!back && (!live || status !== 'sent'))
        after.replaceChildren(button(messages.continue, status))
    },
  })
  unmount = frame.unmount
  if (left) unmount()
  return Promise.race([result, failed])
}
