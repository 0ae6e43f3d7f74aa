import type { ApiKey, Organization, WorldFile } from './world.ts'

/** Finds organizations and keys. */
export interface Organizations {
  organization(id: string): Organization | undefined
  /** Returns the key with this SHA-256, in any organization. */
  keyByHash(sha256: string): { organization: Organization; key: ApiKey } | undefined
  readonly file: Pick<WorldFile, 'organizations'>
}
