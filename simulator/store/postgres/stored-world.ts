import type { Organization, WorldFile } from '../../world/world.ts'
import type { Ask } from './statement.ts'

const WORLD = 'SELECT settings, frozen_at, offset_ms FROM world'
const ORGANIZATIONS = 'SELECT doc FROM organizations WHERE doc IS NOT NULL ORDER BY place'

/** Returns the world that is stored in the database. */
export async function readStoredWorld(ask: Ask): Promise<WorldFile> {
  const [row] = await ask<[string, number | null, number]>(WORLD)
  const docs = await ask<[string]>(ORGANIZATIONS)
  const [settings, frozen_at, offset_ms] = row!
  return {
    ...(JSON.parse(settings) as WorldFile),
    clock: { frozen_at, offset_ms },
    organizations: docs.map(([doc]) => JSON.parse(doc) as Organization),
  }
}

/** Returns the text of everything but organizations and clock. */
export function settingsOf({
  clock: _clock,
  data_folder: _folder,
  ...settings
}: WorldFile): string {
  return JSON.stringify({ ...settings, organizations: [] })
}

/**
 * Replaces the stored world, in a new epoch: each replica reads it again and refuses writes of
 * calls from the earlier epoch. Keeps the start counter, so that ids do not repeat.
 */
export async function replaceStoredWorld(ask: Ask, by: WorldFile): Promise<void> {
  const [row] = await ask<[string]>('SELECT settings FROM world FOR UPDATE')
  const { starts, cursor_secret } = JSON.parse(row![0]) as WorldFile
  const next: WorldFile = { ...by }
  if (starts !== undefined) next.starts = Math.max(starts, by.starts ?? 0)
  if (cursor_secret !== undefined) next.cursor_secret ??= cursor_secret
  const { frozen_at, offset_ms } = by.clock ?? { frozen_at: null, offset_ms: 0 }
  const [version] = await ask<[string]>(
    `UPDATE world SET version = version + 1, epoch = epoch + 1, settings = $1, frozen_at = $2, offset_ms = $3
      RETURNING version`,
    [settingsOf(next), frozen_at, offset_ms],
  )
  await ask('DELETE FROM organizations')
  await ask(
    `INSERT INTO organizations (id, version, doc) SELECT id, $2, doc
      FROM unnest($1::text[], $3::text[]) WITH ORDINALITY AS u(id, doc, place) ORDER BY place`,
    [
      by.organizations.map(({ id }) => id),
      version![0],
      by.organizations.map((one) => JSON.stringify(one)),
    ],
  )
}
