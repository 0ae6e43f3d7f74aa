import { Blocked } from '../../../conformance/check/outcome.ts'
import type { Check, Context } from '../../check.ts'
import { serviceError } from '../../service/errors.ts'
import type { Action } from '../../service/rules.ts'
import { completed, imageOf, isAccepted, untilFits } from '../idioms.ts'
import { isJpeg } from './jpeg.ts'
import { IMAGE, tryDrive } from '../requests-of.ts'

const PAUSE_MS = 500
/** Number of time limits of a result that a backend gets to read again, if the driver states no time. */
const PAUSES_FACTOR = 6

/** Responses that say nothing about whether the image is stored. */
const FAILURES: Record<string, Action> = {
  'returned 503': { error: serviceError(503, 'internal_error', 'The service is not available.') },
  'got no response': { lose: 'response' },
  'was cut off': { lose: 'end' },
}

/** Checks of what a backend shows after a read of an image failed. */
export const FAILED_IMAGES: readonly Check[] = [
  {
    id: 'backend.cut-off-image',
    area: 'backend',
    requirements: ['CLI-029'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result', 'image'] },
    why: 'Half a photo hides the face that a reviewer has to compare.',
    async run(ctx) {
      const { sessionId, reference, webhook } = await completed(ctx)
      addRule(ctx, sessionId, { lose: 'end' }, 1)
      const label = 'deliver a completion of which an image is cut off'
      const answer = await ctx.deliver(label, webhook, { mayBeLate: true })
      if (!isAccepted(answer)) await ctx.deliver('deliver it again', webhook)
      await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
      const { base64 } = await shown(ctx, reference!)
      const expected = 'a complete JPEG or none, after a response that was cut off'
      ctx.expect('CLI-029', expected, base64 === undefined || isJpeg(base64), 'a part of one')
    },
  },
  {
    id: 'backend.failed-image',
    area: 'backend',
    requirements: ['CLI-029', 'CLI-030'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result', 'image'] },
    why: 'A reviewer who looks while the service restarts would never see the photo of that person.',
    async run(ctx) {
      const undisturbed = await ofCompleted(ctx)
      if (Object.keys(await shown(ctx, undisturbed.reference)).length === 0)
        throw new Blocked(
          'the backend shows no image of a completed verification; leave "image" out of "can" if it never shows one',
        )
      for (const [how, action] of Object.entries(FAILURES)) {
        const { sessionId, reference } = await ofCompleted(ctx)
        addRule(ctx, sessionId, action)
        // A backend that keeps its images does not read them now.
        await tryDrive(ctx, 'image', reference)
        ctx.rules.clear()
        const image = await untilFits(
          () => shown(ctx, reference),
          (one) => Object.keys(one).length > 0,
          { limitMs: ctx.recoveryMs ?? ctx.patienceMs * PAUSES_FACTOR, pauseMs: PAUSE_MS },
        )
        const { base64 } = image
        const when = `when it is shown again after a read that ${how}`
        const isShown = Object.keys(image).length > 0
        if (!ctx.expect('CLI-030', `an image, ${when}`, isShown, 'none')) return
        if (base64 !== undefined)
          ctx.expect('CLI-029', `a complete JPEG, ${when}`, isJpeg(base64), 'a part of one')
      }
    },
  },
]

/** Completes and delivers a verification, and waits until the backend has processed it. */
async function ofCompleted(ctx: Context): Promise<{ sessionId: string; reference: string }> {
  const { sessionId, reference, webhook } = await completed(ctx)
  await ctx.deliver('deliver the completion of a verification', webhook)
  await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
  await ctx.settle()
  return { sessionId, reference: reference! }
}

function addRule(ctx: Context, sessionId: string, action: Action, times = Infinity): void {
  ctx.rules.add({
    when: ({ operation, path }) => operation === IMAGE && path.includes(sessionId),
    action,
    times,
  })
}

/** @returns the image that the backend shows; empty if it shows none, or fails */
async function shown(ctx: Context, reference: string): Promise<Record<string, unknown>> {
  return imageOf(ctx, reference).then(
    ({ image }) => image,
    (error: unknown) => {
      if (!(error instanceof Blocked)) throw error
      return {}
    },
  )
}
