import { type Random, newSecret } from './clock/random.ts'
import type { World } from './store/world.ts'

const CURSOR_SECRET_BYTES = 32

/** A later start on the same data must not draw the ids of an earlier one again. */
export async function seedOfThisStart(world: World, seed: string): Promise<string> {
  const starts = await world.update((file) => {
    file.starts = (file.starts ?? 0) + 1
    return file.starts
  })
  return starts === 1 ? seed : `${seed}\0${starts}`
}

/** Cursors are to be good for a later start on the same data too. */
export async function cursorSecret(world: World, random: Random): Promise<string> {
  return (
    world.file.cursor_secret ??
    world.update((file) => (file.cursor_secret = newSecret(random, CURSOR_SECRET_BYTES)))
  )
}
