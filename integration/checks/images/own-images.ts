import { Blocked } from '../../../conformance/check/outcome.ts'
import type { Check, Context } from '../../check.ts'
import { COMPLETED, completed, imageOf, someSession, untilFits } from '../idioms.ts'
import { IMAGE } from '../requests-of.ts'

const PAUSE_MS = 200

/** People with different pictures. */
const PEOPLE = ['odette', 'oeyvind'] as const

interface Shown {
  who: (typeof PEOPLE)[number]
  sessionId: string
  reference: string
}

/** Checks that the images of one verification are shown with no other one. */
export const OWN_IMAGES: readonly Check[] = [
  {
    id: 'backend.own-images',
    area: 'backend',
    requirements: ['CLI-023'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result', 'image'] },
    why: 'Images are biometric personal data: a mixed-up cache shows the face and the document of another customer.',
    async run(ctx) {
      const [first, second] = [await verified(ctx, PEOPLE[0]), await verified(ctx, PEOPLE[1])]
      // Both are shown after both were read, and the first one again: a backend may keep only the last image.
      const order = [first, second, first] as const
      // A backend may show a placeholder until it has the image.
      const bytes = await untilFits(
        () => showAll(ctx, order),
        ([one, other]) => !one!.equals(other!),
        { limitMs: ctx.patienceMs, pauseMs: PAUSE_MS },
      )
      for (const [i, own] of order.entries()) {
        const other = own === first ? second : first
        const isOther = imagesOf(ctx, other.sessionId).some((image) => bytes[i]!.includes(image))
        ctx.expect(
          'CLI-023',
          `no image of ${other.who} with the verification of ${own.who}`,
          !isOther,
          `an image of ${other.sessionId}`,
        )
      }
      // A backend that scales its images shows neither as the service sent it.
      ctx.expect(
        'CLI-023',
        `different images with the verifications of ${first.who} and ${second.who}`,
        !bytes[0]!.equals(bytes[1]!),
        'the same bytes with both',
      )
      await expectNoOther(ctx, bytes)
    },
  },
]

/** Returns a verification that one of the people has completed, with its result delivered. */
async function verified(ctx: Context, who: Shown['who']): Promise<Shown> {
  const { sessionId, reference } = await someSession(ctx)
  await ctx.simulator.submit(sessionId, { specimen: who })
  await ctx.deliver(`deliver the completion of ${who}`, await ctx.webhook(sessionId, COMPLETED))
  await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
  return { who, sessionId, reference: reference! }
}

/** @throws {Blocked} when the backend shows no image, or an address in place of its bytes */
async function showAll(ctx: Context, all: readonly Shown[]): Promise<Buffer[]> {
  const shown: Buffer[] = []
  for (const { reference, who } of all) {
    const { base64 } = (await imageOf(ctx, reference)).image
    if (typeof base64 !== 'string' || base64 === '')
      throw new Blocked(
        `the backend shows no bytes of an image of ${who}, whose verification is completed; leave "image" out of "can" if it never shows one`,
      )
    shown.push(Buffer.from(base64, 'base64'))
  }
  return shown
}

/**
 * Expects that a verification without images is shown with none of another one.
 * @param shown images of other verifications, as the backend shows them
 */
async function expectNoOther(ctx: Context, shown: readonly Buffer[]): Promise<void> {
  const { sessionId, reference, webhook } = await completed(ctx)
  ctx.rules.add({
    when: ({ operation, path }) => operation === 'retrieveSession' && path.includes(sessionId),
    action: {
      response: (json) => {
        const { idv, ...data } = json['data'] as { idv?: unknown }
        return { ...json, data }
      },
    },
  })
  await ctx.deliver('deliver the completion of a session without an identity check', webhook)
  await ctx.settle()
  const { base64 } = await ctx.drive('image', { reference }).catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error
    return {} as Record<string, unknown>
  })
  // A backend that does not read idv has requested its images.
  if (imagesOf(ctx, sessionId).length > 0) return
  const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64')
  const sent = ctx
    .exchanges({ operation: IMAGE, ofRun: true })
    .filter(({ status }) => status === 200)
    .map(({ responseBody }) => responseBody)
  const isOther =
    shown.some((image) => image.equals(bytes)) || sent.some((image) => bytes.includes(image))
  const expected = 'no image of another one with a verification without an identity check'
  ctx.expect('CLI-023', expected, !isOther, isOther ? 'one of another verification' : 'none')
}

/** Returns the images that the service has sent for a session. */
function imagesOf(ctx: Context, sessionId: string): Buffer[] {
  return ctx
    .exchanges({ operation: IMAGE, sessionId })
    .filter(({ status }) => status === 200)
    .map(({ responseBody }) => responseBody)
}
