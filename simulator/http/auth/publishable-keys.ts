import type { ApiKey, Mode, Organization, Region, World } from '../../world/world.ts'
import { ApiError } from '../../call/errors.ts'
import { isUsable } from '../../call/credential.ts'
import { recognizeKey } from './key-form.ts'

/** The publishable keys of one region, with the origins that may use them (AUT-008 to AUT-010). */
export class PublishableKeys {
  #world: World
  #region: Region

  constructor(world: World, region: Region) {
    this.#world = world
    this.#region = region
  }

  /**
   * Returns the publishable key with this text.
   * @throws {ApiError} wrong_token_type, region_mismatch or invalid_api_key
   */
  recognize(text: string, now: number): { organization: Organization; key: ApiKey } {
    const known = recognizeKey(this.#world, this.#region, 'pk', text)
    if (!isUsable(known.key, now)) throw new ApiError('invalid_api_key')
    return known
  }

  /** Whether any usable key of the region lists this origin. Used before the organization is known. */
  isListedByAnyKey(origin: string, now: number): boolean {
    return this.#world.file.organizations.some(
      (organization) =>
        organization.region === this.#region &&
        organization.keys.some((key) => lists(key, origin) && isUsable(key, now)),
    )
  }

  /** Whether a usable key of the organization in this mode lists this origin. */
  listedBy(organization: Organization, mode: Mode, origin: string, now: number): boolean {
    return organization.keys.some(
      (key) => key.mode === mode && lists(key, origin) && isUsable(key, now),
    )
  }
}

/** Whether a publishable key lists an origin in the form of browsers: lower case, without default port and path. */
export function lists({ type, allowed_origins }: ApiKey, origin: string): boolean {
  return type === 'pk' && allowed_origins !== undefined && allowed_origins.includes(origin)
}
