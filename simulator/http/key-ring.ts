import { timingSafeEqual } from 'node:crypto'
import { Credential } from '../service/credential.ts'
import { ApiError } from '../service/errors.ts'
import { type Region, type World, sha256 } from '../store/world.ts'

/** `ah_{type}_{region}_{mode}_{secret}`; the secret may hold underscores itself. */
const KEY_FORM = /^ah_(sk|pk)_(us|eu)_(live|test)_([A-Za-z0-9_-]{16,128})$/

/** How many header values are remembered; beyond that all are forgotten and hashed again. */
const REMEMBERED = 10_000

/** Recognizes the secret keys of one region's callers. */
export class KeyRing {
  #world: World
  #region: Region
  #byHeader = new Map<string, Credential>()
  #byKeyId = new Map<string, Credential>()

  constructor(world: World, region: Region) {
    this.#world = world
    this.#region = region
  }

  /**
   * The credential behind an `Authorization` header.
   * @throws {ApiError} authentication_required, wrong_token_type, region_mismatch or invalid_api_key
   */
  authenticate(header: string | undefined, now: number): Credential {
    const remembered = header === undefined ? undefined : this.#byHeader.get(header)
    const credential = remembered ?? this.#recognize(bearer(header))
    // The world may have changed since: a key that was revoked, deleted or wiped is refused at once.
    if (!credential.usable(now) || this.#world.keyByHash(credential.key.key_sha256!)?.key !== credential.key) {
      this.#byHeader.delete(header!)
      throw new ApiError('invalid_api_key')
    }
    if (!remembered) this.#remember(header!, credential)
    return credential
  }

  /** Forgets the counters of an organization's keys, or of all keys. */
  reset(organization?: string): void {
    this.#byHeader.clear()
    for (const [id, credential] of this.#byKeyId) {
      if (organization === undefined || credential.organization.id === organization) this.#byKeyId.delete(id)
    }
  }

  #recognize(token: string): Credential {
    if (token.startsWith('bt_')) throw new ApiError('wrong_token_type')
    const form = KEY_FORM.exec(token)
    if (!form) throw new ApiError('invalid_api_key')
    if (form[2] !== this.#region) throw new ApiError('region_mismatch')
    if (form[1] === 'pk') throw new ApiError('wrong_token_type')
    const hash = sha256(token)
    const known = this.#world.keyByHash(hash)
    // The map found it by its hash; the whole digest is compared once more, in constant time.
    if (!known || !timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(known.key.key_sha256!, 'hex'))) {
      throw new ApiError('invalid_api_key')
    }
    const seen = this.#byKeyId.get(known.key.id)
    if (seen?.key === known.key) return seen
    const credential = new Credential(known.organization, known.key)
    this.#byKeyId.set(known.key.id, credential)
    return credential
  }

  #remember(header: string, credential: Credential): void {
    if (this.#byHeader.size >= REMEMBERED) this.#byHeader.clear()
    this.#byHeader.set(header, credential)
  }
}

function bearer(header: string | undefined): string {
  const form = /^bearer +([^\s]+)$/i.exec(header ?? '')
  if (!form) throw new ApiError('authentication_required')
  return form[1]!
}
