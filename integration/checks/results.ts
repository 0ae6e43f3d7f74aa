import { setTimeout as sleep } from 'node:timers/promises'
import { Blocked } from '../../conformance/check/outcome.ts'
import type { Check, Context } from '../check.ts'
import { serviceError } from '../service/errors.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { expectSame, type Handling, handlingOf } from './capture-source.ts'
import { completed, deliverAccepted, expectNoEffects, imageOf } from './idioms.ts'
import { isJpeg } from './images/jpeg.ts'
import { holdsKey } from './leaks.ts'
import { keyOf } from './requests.ts'
import { IMAGE, RETRY_MS, tryDrive, usualRequests } from './requests-of.ts'
import { decided } from './sessions.ts'

/** Checks of how a backend reads results and images. */
export const RESULTS: readonly Check[] = [
  {
    id: 'backend.listed-images',
    area: 'backend',
    requirements: ['IMG-036'],
    level: 'should',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'Requests for images that are not listed return 404 and use up a flat limit.',
    async run(ctx) {
      // Without the portrait: a backend with a fixed list of images then requests one that is not listed.
      const listed = ['front']
      // A backend may have kept the list of this one.
      const before = await completed(ctx)
      await ctx.deliver('deliver a completion with all images', before.webhook)
      await ctx.resultThat(before.reference!, ({ outcome }) => outcome !== null)
      changeIdv(ctx, (idv) => ({ ...idv, available_images: listed }))
      const { sessionId, reference, webhook } = await completed(ctx)
      await deliverAccepted(ctx, 'IMG-036', 'a completion whose images lack the portrait', webhook)
      await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
      if (ctx.can('image')) await tryDrive(ctx, 'image', reference!)
      // A backend may fetch images after it has the outcome.
      await ctx.settle()
      await sleep(RETRY_MS)
      const requests = ctx.exchanges({ sessionId })
      const asked = imagesOf(requests).map(({ artifact }) => artifact)
      ctx.expect(
        'IMG-036',
        `requests for listed images only (${listed.join(', ')})`,
        asked.every((artifact) => listed.includes(artifact)),
        asked.join(', ') || 'none',
      )
      const firstImage = requests.findIndex(({ operation }) => operation === IMAGE)
      const firstRead = requests.findIndex(({ operation }) => operation === 'retrieveSession')
      ctx.expect(
        'IMG-036',
        'available_images read before the first image',
        firstImage === -1 || (firstRead !== -1 && firstRead < firstImage),
        firstRead === -1 ? 'the session was not read' : 'an image came first',
      )
    },
  },
  {
    id: 'backend.declined',
    area: 'backend',
    requirements: ['CLI-011'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A client that reads only the status approves everyone who came to the end.',
    async run(ctx) {
      const references: Record<string, string> = {}
      for (const by of ['rule', 'reviewer'] as const) {
        const what = `the completion of a verification that a ${by} declined`
        const { reference, webhook } = await decided(ctx, by, 'declined')
        await deliverAccepted(ctx, 'CLI-011', what, webhook)
        const { outcome } = await ctx.resultThat(reference!, (one) => one.outcome !== null)
        const expected = `declined, after ${what}`
        ctx.expect('CLI-011', expected, outcome === 'declined', outcome ?? 'no outcome')
        references[what] = reference!
      }
      // A backend may read the outcome for each page, and act in a queue that is behind.
      await ctx.settle()
      for (const [what, reference] of Object.entries(references))
        expectNoEffects(ctx, 'CLI-011', (await ctx.result(reference)).effects, what)
    },
  },
  {
    id: 'backend.missing-image',
    area: 'backend',
    requirements: ['IMG-030', 'CLI-004'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result', 'image'] },
    why: 'A deleted image is never restored: this is a normal outcome, and another image may show the same face.',
    async run(ctx) {
      const { sessionId, reference, webhook } = await completed(ctx)
      // Of this session only: a queue that repeats its work gets to later events.
      ctx.rules.add({
        when: ({ operation, path }) =>
          operation === IMAGE && path.includes(sessionId) && path.endsWith('/portrait'),
        action: {
          error: serviceError(
            404,
            'artifact_not_available',
            'Nothing is stored for this artifact.',
          ),
        },
      })
      await deliverAccepted(ctx, 'IMG-030', 'a completion whose portrait is not available', webhook)
      const { outcome } = await ctx.resultThat(reference!, (one) => one.outcome !== null)
      const expected = 'approved, although an image is missing'
      ctx.expect('IMG-030', expected, outcome === 'approved', outcome ?? 'no outcome')
      // Otherwise requests after the webhook and requests of a call would be at the same time.
      await ctx.settle()
      const shown = await imageOf(ctx, reference!).catch((error: unknown) => {
        if (!(error instanceof Blocked)) throw error
        return error.message
      })
      if (typeof shown === 'string') {
        ctx.expect('IMG-030', 'another of the listed images, or none', false, shown)
        return
      }
      const { image, calls } = shown
      await sleep(RETRY_MS)
      const asked = imagesOf(ctx.exchanges({ sessionId }))
      const missing = asked.filter(({ artifact }) => artifact === 'portrait')
      const perCall = Map.groupBy(missing, ({ at }) =>
        calls.findIndex(({ from, to }) => from <= at && at <= to),
      )
      ctx.expect(
        'CLI-004',
        'no repeated request for an image that is not available',
        // A backend may fetch it at each call, or once after the webhook.
        [...perCall.values()].every(({ length }) => length <= 1),
        `${missing.length} requests`,
      )
      const { artifact, base64, url } = image
      // A backend may also show none until the identity step is verified again.
      const isNone = (artifact ?? base64 ?? url) === undefined
      ctx.expect(
        'IMG-030',
        'another of the listed images, or none',
        isNone || artifact === 'front' || isJpeg(base64),
        artifact ?? 'no JPEG',
      )
    },
  },
  {
    id: 'backend.images-passed-on',
    area: 'backend',
    requirements: ['IMG-016', 'AUT-002'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result', 'image'] },
    why: 'The service gives no public links: a link would need the secret key in the browser.',
    async run(ctx) {
      // A backend may have kept the images of this one.
      await usualRequests(ctx)
      const { sessionId, reference, webhook } = await completed(ctx)
      await ctx.deliver('deliver the completion of the verification', webhook)
      await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
      const { base64, ...page } = (await imageOf(ctx, reference!)).image
      const { url } = page
      if (base64 === undefined && url === undefined)
        throw new Blocked(
          'the backend shows no image of a completed verification; leave "image" out of "can" if it never shows one',
        )
      ctx.expect(
        'IMG-016',
        'the bytes of a complete JPEG, forwarded by the backend',
        url === undefined && isJpeg(base64),
        url ?? 'no complete JPEG',
      )
      ctx.expect(
        'IMG-016',
        'an image of this verification, read from the service',
        ctx.exchanges({ operation: IMAGE, sessionId }).length > 0,
        'no request for an image of it',
      )
      const isLeaked = holdsKey(JSON.stringify(page), ctx.exchanges().map(keyOf))
      ctx.expect('AUT-002', 'no secret key beside the image', !isLeaked, isLeaked ? page : 'none')
    },
  },
  {
    id: 'backend.no-identity-check',
    area: 'backend',
    requirements: ['IDV-027'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A run without an identity check has no idv object, and its result would be lost.',
    async run(ctx) {
      changeIdv(ctx, () => undefined)
      await expectOutcome(ctx, 'IDV-027', 'a session without idv')
    },
  },
  {
    id: 'backend.uploaded-photo',
    area: 'backend',
    requirements: ['IDV-019'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'The browser declares the source and can forge it: rejecting uploads stops honest applicants only.',
    async run(ctx) {
      const sources = { camera: 'taken', upload: 'uploaded', null: 'taken by an unknown device' }
      let usual: Handling | undefined
      for (const [source, how] of Object.entries(sources)) {
        const capture_acquisition = source === 'null' ? null : source
        ctx.rules.clear()
        changeIdv(ctx, (idv) => ({ ...idv, capture_acquisition }))
        const what = `a session whose photo was ${how}`
        const reference = await expectOutcome(ctx, 'IDV-019', what)
        if (usual) await expectSame(ctx, what, reference, usual)
        else usual = await handlingOf(ctx, reference)
      }
    },
  },
]

function imagesOf(requests: readonly Exchange[]): { artifact: string; at: number }[] {
  return requests
    .filter(({ operation }) => operation === IMAGE)
    .map(({ path, at }) => ({ artifact: decodeURIComponent(path.split('/').at(-1)!), at }))
}

type Idv = Record<string, unknown>

function changeIdv(ctx: Context, change: (idv: Idv) => Idv | undefined): void {
  ctx.rules.add({
    when: ({ operation }) => operation === 'retrieveSession',
    action: {
      response: (json) => {
        const { idv, ...data } = json['data'] as { idv?: Idv }
        const changed = idv && change(idv)
        return { ...json, data: { ...data, ...(changed && { idv: changed }) } }
      },
    },
  })
}

/** Expects that a completed session is accepted and approved. @returns its reference */
async function expectOutcome(ctx: Context, requirement: string, session: string): Promise<string> {
  const { reference, webhook } = await completed(ctx)
  await deliverAccepted(ctx, requirement, `the completion of ${session}`, webhook)
  const outcome = await ctx
    .resultThat(reference!, (one) => one.outcome !== null)
    .then((result) => result.outcome ?? 'no outcome')
    .catch((error: unknown) => {
      // The event may have ended the backend.
      if (!(error instanceof Blocked)) throw error
      return error.message
    })
  ctx.expect(requirement, `approved, for ${session}`, outcome === 'approved', outcome)
  return reference!
}
