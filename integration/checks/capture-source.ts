import { Blocked } from '../../conformance/check/outcome.ts'
import type { Context } from '../check.ts'
import { imageOf } from './idioms.ts'

/** What the backend does after an approval. A member is undefined if the driver does not report it. */
export interface Handling {
  /** Number of images. */
  images: number | undefined
  effects: number | undefined
  isShown: boolean | undefined
}

/** Returns how the backend has handled an approved verification. */
export async function handlingOf(ctx: Context, reference: string): Promise<Handling> {
  // It may act and fetch images after it has the outcome.
  await ctx.settle()
  const { images, effects } = await ctx.result(reference)
  const isShown = ctx.can('image') ? await showsImage(ctx, reference) : undefined
  return { images: images?.length, effects, isShown }
}

/** Expects that the backend handles an approved verification as it handled a usual one. */
export async function expectSame(
  ctx: Context,
  session: string,
  reference: string,
  usual: Handling,
): Promise<void> {
  const { images = 0, effects = 0 } = usual
  const result = await ctx.resultThat(
    reference,
    (one) => (one.images?.length ?? 0) >= images && (one.effects ?? 0) >= effects,
  )
  ctx.expect(
    'IDV-019',
    `${images} images and ${effects} effects for ${session}, as for another`,
    (result.images?.length ?? 0) >= images && (result.effects ?? 0) >= effects,
    { images: result.images?.length ?? 0, effects: result.effects ?? 0 },
  )
  if (!usual.isShown) return
  const isShown = await showsImage(ctx, reference)
  ctx.expect('IDV-019', `an image of ${session}, as of another`, isShown, 'none')
}

async function showsImage(ctx: Context, reference: string): Promise<boolean> {
  try {
    return Object.keys((await imageOf(ctx, reference)).image).length > 0
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    return false
  }
}
