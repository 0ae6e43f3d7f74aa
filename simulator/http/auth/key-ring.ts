import { Credential } from '../../call/credential.ts'
import { ApiError } from '../../call/errors.ts'
import type { ApiKey, Region, World } from '../../world/world.ts'
import { bearer, recognizeKey } from './key-form.ts'

/** How many header values are remembered; beyond that all are forgotten and hashed again. */
const REMEMBERED = 10_000
/** Longer ones are legal (any number of blanks may stand before a key), and would fill the memory. */
const LONGEST = 200

/** Recognizes the secret keys of one region's callers. */
export class KeyRing {
  #world: World
  #region: Region
  #byHeader = new Map<string, Credential>()
  // A backend comes with one key: comparing it costs 10% of a look-up.
  #newest: { header: string; credential: Credential } | undefined
  // By the key itself: an id is one organization's own, and what is deleted from the world is forgotten here too.
  #byKey = new WeakMap<ApiKey, Credential>()

  constructor(world: World, region: Region) {
    this.#world = world
    this.#region = region
  }

  /**
   * The credential behind an `Authorization` header.
   * @throws {ApiError} authentication_required, wrong_token_type, region_mismatch or invalid_api_key
   */
  authenticate(header: string | undefined, now: number): Credential {
    const known =
      header === undefined
        ? undefined
        : header === this.#newest?.header
          ? this.#newest.credential
          : this.#byHeader.get(header)
    // The world may have changed since: a key that was deleted or wiped is refused at once, and one that came back is
    // another one.
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

  /** The credential behind an `Authorization` header; undefined if it holds no good secret key of this region. */
  find(header: string | undefined, now: number): Credential | undefined {
    try {
      return this.authenticate(header, now)
    } catch {
      return undefined
    }
  }

  /** Forgets the counters of an organization's keys, or of all keys. */
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
