import { Credential } from '../../call/credential.ts'
import { ApiError } from '../../call/errors.ts'
import type { ApiKey, Region, World } from '../../world/world.ts'
import { bearer, recognizeKey } from './key-form.ts'

/** Maximum number of cached header values; beyond it the cache is cleared. */
const REMEMBERED = 10_000
/**
 * Maximum length of a cached header value. Longer ones are legal (any number of spaces before the
 * key) but would fill the memory.
 */
const LONGEST = 200

/** Authenticates callers by the secret keys of one region. */
export class KeyRing {
  #world: World
  #region: Region
  #byHeader = new Map<string, Credential>()
  // The credential of the latest request: a backend uses one key, and comparing costs 10% of a
  // look-up.
  #newest: { header: string; credential: Credential } | undefined
  // By key object: ids are unique only within an organization, and deleted keys are
  // garbage-collected.
  #byKey = new WeakMap<ApiKey, Credential>()

  constructor(world: World, region: Region) {
    this.#world = world
    this.#region = region
  }

  /**
   * Returns the credential of an `Authorization` header.
   * @throws {ApiError} authentication_required, wrong_token_type, region_mismatch or invalid_api_key
   */
  authenticate(header: string | undefined, now: number): Credential {
    const known =
      header === undefined
        ? undefined
        : header === this.#newest?.header
          ? this.#newest.credential
          : this.#byHeader.get(header)
    // The world may have changed meanwhile. A deleted key is refused at once, and a restored key is
    // a different object.
    const remembered = known && this.#isCurrent(known) ? known : undefined
    if (known && !remembered) this.#forget(header!)
    const credential = remembered ?? this.#recognize(bearer(header))
    if (!credential.usable(now) || !(remembered ?? this.#isCurrent(credential))) {
      this.#forget(header!)
      throw new ApiError('invalid_api_key')
    }
    if (!remembered) this.#remember(header!, credential)
    else if (remembered !== this.#newest?.credential) this.#newest = { header: header!, credential }
    return credential
  }

  /** Returns the credential of an `Authorization` header; undefined without a valid secret key of this region. */
  find(header: string | undefined, now: number): Credential | undefined {
    try {
      return this.authenticate(header, now)
    } catch {
      return undefined
    }
  }

  /** Resets the counters of an organization's keys, or of all keys. */
  reset(organization?: string): void {
    this.#byHeader.clear()
    this.#newest = undefined
    if (organization === undefined) this.#byKey = new WeakMap()
    else
      for (const key of this.#world.organization(organization)?.keys ?? []) this.#byKey.delete(key)
  }

  #isCurrent({ key }: Credential): boolean {
    return this.#world.keyByHash(key.key_sha256!)?.key === key
  }

  #forget(header: string): void {
    this.#byHeader.delete(header)
    this.#newest = undefined
  }

  #recognize(token: string): Credential {
    const { organization, key } = recognizeKey(this.#world, this.#region, 'sk', token)
    const seen = this.#byKey.get(key)
    if (seen) return seen
    const credential = new Credential(organization, key)
    this.#byKey.set(key, credential)
    return credential
  }

  #remember(header: string, credential: Credential): void {
    if (header.length > LONGEST) return
    if (this.#byHeader.size >= REMEMBERED) this.#byHeader.clear()
    this.#byHeader.set(header, credential)
  }
}
