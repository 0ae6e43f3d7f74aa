import type { SigningCopy, SigningState } from '../../signing/frame.ts'
import { mountSigning } from '../../signing/frame.ts'
import { h } from '../dom.ts'
import type { Drawing } from './step.ts'

/** How the last state of a signing frame leaves the step. */
export type Left = SigningState['status'] | 'back'

/**
 * Shows the documents of a step in the service's frame, until the applicant goes on. The frame is as high as its
 * content, so that none of its controls is out of sight (CER-035).
 * @param back whether the applicant may leave without having done anything: the step isn't the one to be done now
 * @param over called when the session has ended
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
