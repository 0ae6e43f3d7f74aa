import type { SigningCopy, SigningState } from '../../signing/frame.ts'
import { mountSigning } from '../../signing/frame.ts'
import { h } from '../dom.ts'
import type { Drawing } from './step.ts'

/** Returns the result of the step for the last state of its signing frame. */
export type Left = SigningState['status'] | 'back'

/**
 * Shows the documents of a step in the service's frame until the applicant continues. The frame is
 * as high as its content, so that all controls are visible (CER-035). @param back whether the
 * applicant may go back without an action, because another step is the current one @param over
 * called when the session has ended
 */
export async function showSigning(
  { stage, messages, verification }: Drawing,
  stepId: string,
  copy: SigningCopy | undefined,
  back: boolean,
  over: () => void = () => undefined,
): Promise<Left> {
  const place = h('div')
  const after = h('div', { 'aria-live': 'polite' })
  let leave: (left: Left) => void = () => undefined
  const left = stage.ask<Left>((answer) => {
    leave = answer
    return { title: messages.signingTitle, titleUnseen: true, body: [place, after] }
  })
  const button = (text: string, left: Left): HTMLElement =>
    h('button', { type: 'button', onclick: () => leave(left) }, text)
  if (back) after.replaceChildren(button(messages.back, 'back'))
  const frame = await mountSigning(place, verification, stepId, {
    copy,
    title: messages.signingFrame,
    onState: ({ status, live }) => {
      if (!live) over()
      if (!back && status !== 'sent') after.replaceChildren(button(messages.continue, status))
    },
  })
  try {
    return await left
  } finally {
    frame.unmount()
  }
}
