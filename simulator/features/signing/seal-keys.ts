import { iso } from '../../time/clock.ts'
import { KEY_BYTES } from './crypto/ed25519.ts'
import {
  type SealKey,
  type SealKeyStatus,
  mayBecome,
  newSealKey,
  sealingKey,
} from './crypto/keys.ts'
import type { Ports } from '../../ports.ts'
import { MODES, type Mode, REGIONS, type Region } from '../../world/world.ts'

/** Location of a key: test keys are never in the live set (JWK-012). */
export interface KeyPlace {
  region: Region
  mode: Mode
}

/** Returns the stored keys of a region in a mode, oldest first. */
export function sealKeys({ world }: Ports, { region, mode }: KeyPlace): readonly SealKey[] {
  return world.file.seal_keys?.[region]?.[mode] ?? []
}

/** Returns the keys of a location, and creates the first one on demand. */
export async function publishedKeys(
  ports: Ports,
  place: KeyPlace,
  now: number,
): Promise<readonly SealKey[]> {
  const read = (): readonly SealKey[] => sealKeys(ports, place)
  if ((await ports.world.whenStored(read)).length === 0) await currentKey(ports, place, now)
  return read()
}

/**
 * Returns the current sealing key, which is stored; creates one if there is none. A document that is
 * sealed with a key that a crash loses could not be verified afterwards.
 */
export async function currentKey(ports: Ports, place: KeyPlace, now: number): Promise<SealKey> {
  const key = await ports.world.whenStored(() => sealingKey(sealKeys(ports, place)))
  return key ?? addKey(ports, place, now, true)
}

/** Creates a key that seals from now on; earlier ones retire and keep verifying (JWK-010, JWK-011). */
export function rotateKey(ports: Ports, place: KeyPlace, now: number): Promise<SealKey> {
  return addKey(ports, place, now)
}

/** Returns every key with its location. */
export function allKeys(ports: Ports): { place: KeyPlace; key: SealKey }[] {
  return REGIONS.flatMap((region) =>
    MODES.flatMap((mode) =>
      sealKeys(ports, { region, mode }).map((key) => ({ place: { region, mode }, key })),
    ),
  )
}

/**
 * Returns false, and changes nothing, if the key's current status does not allow it. Setting the same status again
 * succeeds.
 */
export async function moveKey({ world }: Ports, key: SealKey, to: SealKeyStatus): Promise<boolean> {
  if (key.status === to) return true
  if (!mayBecome(key.status, to)) return false
  await world.update(() => {
    key.status = to
  })
  return true
}

async function addKey(
  { random, world }: Ports,
  { region, mode }: KeyPlace,
  now: number,
  onlyFirst = false,
): Promise<SealKey> {
  const key = newSealKey(random.bytes(KEY_BYTES), iso(now))
  return world.update((file) => {
    const keys = (((file.seal_keys ??= {})[region] ??= {})[mode] ??= [])
    // Another process may have created the first one meanwhile.
    const first = onlyFirst ? sealingKey(keys) : undefined
    if (first) return first
    for (const older of keys) if (older.status === 'active') older.status = 'retired'
    keys.push(key)
    return key
  })
}
