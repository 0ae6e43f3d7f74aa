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

/** Where a key is kept: test keys are never in the live set (JWK-012). */
export interface KeyPlace {
  region: Region
  mode: Mode
}

/** The keys of a region in a mode, oldest first, as they are. */
export function sealKeys({ world }: Ports, { region, mode }: KeyPlace): readonly SealKey[] {
  return world.file.seal_keys?.[region]?.[mode] ?? []
}

/** The same with a key at least: the first one is made when it is first asked for. */
export async function publishedKeys(
  ports: Ports,
  place: KeyPlace,
  now: number,
): Promise<readonly SealKey[]> {
  if (sealKeys(ports, place).length === 0) await currentKey(ports, place, now)
  return sealKeys(ports, place)
}

/** Returns the current sealing key; creates one if there is none. */
export async function currentKey(ports: Ports, place: KeyPlace, now: number): Promise<SealKey> {
  return sealingKey(sealKeys(ports, place)) ?? (await addKey(ports, place, now, true))
}

/** A new key seals from now on; the ones before it retire, and keep verifying (JWK-010, JWK-011). */
export function rotateKey(ports: Ports, place: KeyPlace, now: number): Promise<SealKey> {
  return addKey(ports, place, now)
}

/** Every key there is, with its place. */
export function allKeys(ports: Ports): { place: KeyPlace; key: SealKey }[] {
  return REGIONS.flatMap((region) =>
    MODES.flatMap((mode) =>
      sealKeys(ports, { region, mode }).map((key) => ({ place: { region, mode }, key })),
    ),
  )
}

/** False where the key's status doesn't allow it; nothing is changed then. A status that it has already is kept. */
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
    // Another process may have made the first one meanwhile.
    const first = onlyFirst ? sealingKey(keys) : undefined
    if (first) return first
    for (const older of keys) if (older.status === 'active') older.status = 'retired'
    keys.push(key)
    return key
  })
}
