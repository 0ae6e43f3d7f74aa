import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../call/errors.ts'
import type { ApiKey, Mode, Organization, Region, World } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'

/** `ah_{type}_{region}_{mode}_{secret}`; the secret may contain underscores. */
const KEY_FORM = /^ah_(sk|pk)_(us|eu)_(live|test)_[A-Za-z0-9_-]{16,128}$/

/** Returns the credential in an `Authorization` header. @throws {ApiError} authentication_required */
export function bearer(header: string | undefined): string {
  const form = /^bearer +([^\s]+)$/i.exec(header ?? '')
  if (!form) throw new ApiError('authentication_required')
  return form[1]!
}

/** Parses the form of a key (KEY-001 to KEY-004); undefined if it is not a key. */
export function keyForm(
  text: string,
): (Pick<ApiKey, 'type' | 'mode'> & { region: Region }) | undefined {
  const form = KEY_FORM.exec(text)
  return form
    ? { type: form[1] as ApiKey['type'], region: form[2] as Region, mode: form[3] as Mode }
    : undefined
}

/**
 * Returns the key with this text; it may be revoked or expired.
 * @throws {ApiError} wrong_token_type, region_mismatch or invalid_api_key
 */
export function recognizeKey(
  world: World,
  region: Region,
  type: ApiKey['type'],
  text: string,
): { organization: Organization; key: ApiKey } {
  if (text.startsWith('bt_')) throw new ApiError('wrong_token_type')
  const form = keyForm(text)
  if (!form) throw new ApiError('invalid_api_key')
  if (form.region !== region) throw new ApiError('region_mismatch')
  if (form.type !== type) throw new ApiError('wrong_token_type')
  const hash = sha256(text)
  const known = world.keyByHash(hash)
  // The map look-up is not constant-time, so compare the whole digest in constant time.
  if (
    !known ||
    !timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(known.key.key_sha256!, 'hex'))
  ) {
    throw new ApiError('invalid_api_key')
  }
  // A world file may give a key's hash with another region or mode than the key's text (PLN).
  const { organization, key } = known
  const allowed =
    key.type === form.type && organization.region === form.region && key.mode === form.mode
  if (!allowed) throw new ApiError('invalid_api_key')
  return known
}
