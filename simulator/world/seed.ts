import { type Random, newSecret } from '../ids/random.ts'
import type { World } from './world.ts'

const CURSOR_SECRET_BYTES = 32

/**
 * Returns a seed per start: a later start on the same data must not generate the same ids again.
 */
export async function seedOfThisStart(world: World, seed: string): Promise<string> {
  const starts = await world.update((file) => {
    file.starts = (file.starts ?? 0) + 1
    return file.starts
  })
  return starts === 1 ? seed : `${seed}\0${starts}`
}

/** Returns the stored cursor secret: cursors stay valid after a restart on the same data. */
export async function cursorSecret(world: World, random: Random): Promise<string> {
  return (
    world.file.cursor_secret ??
    world.update((file) => (file.cursor_secret ??= newSecret(random, CURSOR_SECRET_BYTES)))
  )
}
