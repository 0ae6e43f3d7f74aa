import { createHash } from 'node:crypto'
import { type Adapter, Low, Memory } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import type { ClockState } from '../clock/clock.ts'
import type { SealKey } from '../esign/keys.ts'

export type Region = 'us' | 'eu'
export type Mode = 'test' | 'live'
export const REGIONS: Region[] = ['us', 'eu']
export const MODES: Mode[] = ['test', 'live']

export type Tier = 'standard' | 'elevated' | 'enterprise' | 'custom'
export type Role = 'owner' | 'admin' | 'reviewer' | 'developer'

/** The file that describes who uses the service: small, read and edited by hand, kept by lowdb. */
export interface WorldFile {
  version: 1
  clock?: ClockState
  /** Requests without a good credential that one address may send in 60 seconds (GAP-IP-LIMIT). */
  ip_limit?: number
  /** What client tokens are made of, with each one's nonce; drawn when the first one is needed. Never shown. */
  token_secret?: string
  /** Hides the places that list cursors stand for; drawn at the first start. Never shown. */
  cursor_secret?: string
  /** How often this world was started with a seed; each start draws other ids. */
  starts?: number
  /** The keys that seal signed documents, with their private parts, oldest first; made when first needed. */
  seal_keys?: { [R in Region]?: { [M in Mode]?: SealKey[] } }
  /** Consent disclosures published since, oldest first: the versions after those that the platform comes with. */
  disclosures?: { text: string; published_at: string }[]
  organizations: Organization[]
}

export interface Organization {
  id: string
  name: string
  /** Tenant data is pinned to it (PLN). */
  region: Region
  plan: 'starter' | 'growth' | 'scale'
  tier: Tier
  /** Requests a window by route class, where they differ from the tier's (limits of `custom`, or of a benchmark). */
  budgets?: Record<string, number>
  wallet: { currency: string; balance_minor: number; status: 'active' | 'locked' | 'absent' }
  /** Charges that the wallet has paid, as long as their jobs are not done. */
  paid_charges?: string[]
  subscription: { status: 'active' | 'past_due' | 'canceled'; past_due_since?: string }
  members: { id: string; name: string; email: string; role: Role }[]
  keys: ApiKey[]
  webhook_subscriptions?: WebhookSubscription[]
  /** Device and network signals of new sessions; absent: those of an ordinary person. */
  default_signals?: Record<string, unknown>
  /** The steps of a session that names no workflow template; one without an id is named by its place, as in step_1. */
  default_workflow?: { steps: { id?: string; type: string; config?: Record<string, unknown> }[] }
}

export interface ApiKey {
  id: string
  type: 'sk' | 'pk'
  mode: Mode
  scopes: string[]
  allowed_origins?: string[]
  /** A key in clear, as a person writes it into the file; when it is loaded, its hash takes its place. */
  key?: string
  /** Lower-case hex SHA-256 of the whole key. */
  key_sha256?: string
  /** The last four characters, to recognize it by. */
  hint?: string
  revoked_at?: string
  expires_at?: string
}

export interface WebhookSubscription {
  id: string
  mode: Mode
  url: string
  events: string[]
  description?: string
  /** `whsec_` and the base64 of 32 bytes; the newest first, older ones until `expires_at` (rotation). */
  secrets: { secret: string; expires_at?: string }[]
  status: 'enabled' | 'disabled'
  disabled_at?: string
  disabled_reason?: 'paused' | 'failing' | 'receiver_gone'
  failing_since?: string
  created_at: string
}

/** The world in memory, and its file. Change it through `update`, so that no change is forgotten on the disk. */
export class World {
  #low: Low<WorldFile>
  #byHash = new Map<string, { organization: Organization; key: ApiKey }>()
  #byId = new Map<string, Organization>()
  #saving: Promise<void> = Promise.resolve()

  private constructor(low: Low<WorldFile>) {
    this.#low = low
  }

  /**
   * Opens the world of `file` (or of memory). Of `seed` comes what is not stored yet; with neither a stored world nor a
   * seed it is empty.
   */
  static async open(file: string | undefined, seed?: WorldFile): Promise<World> {
    const empty: WorldFile = { version: 1, organizations: [] }
    const adapter: Adapter<WorldFile> = file === undefined ? new Memory() : new JSONFile(file)
    const world = new World(new Low(adapter, empty))
    await world.#low.read()
    if (seed) world.#merge(structuredClone(seed))
    world.#index()
    await world.save()
    return world
  }

  get file(): WorldFile {
    return this.#low.data
  }

  organization(id: string): Organization | undefined {
    return this.#byId.get(id)
  }

  /** The key with this SHA-256, wherever it belongs. */
  keyByHash(sha256: string): { organization: Organization; key: ApiKey } | undefined {
    return this.#byHash.get(sha256)
  }

  /** Changes the world and keeps the change; the indexes follow. */
  async update<T>(change: (file: WorldFile) => T): Promise<T> {
    const result = change(this.#low.data)
    this.#index()
    await this.save()
    return result
  }

  /**
   * Takes another state of this world for its own. What belongs to the starts of the program stays: a later one must not
   * draw ids again, and cursors that were given out lead on.
   */
  async replace(by: WorldFile): Promise<void> {
    const { starts, cursor_secret } = this.#low.data
    this.#low.data = structuredClone(by)
    if (starts !== undefined) this.#low.data.starts = Math.max(starts, by.starts ?? 0)
    if (cursor_secret !== undefined) this.#low.data.cursor_secret = cursor_secret
    this.#index()
    await this.save()
  }

  /** One write after the other: a later state never loses against an earlier one. */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#low.write())
    return this.#saving
  }

  /** What is stored stays as it was left, or keys and subscriptions made meanwhile would be lost at each start. */
  #merge(seed: WorldFile): void {
    const stored = this.#low.data.organizations
    const added = seed.organizations.filter(({ id }) => !stored.some((known) => known.id === id))
    this.#low.data = { ...seed, ...this.#low.data, organizations: [...stored, ...added] }
  }

  #index(): void {
    this.#byHash.clear()
    this.#byId.clear()
    for (const organization of this.#low.data.organizations) {
      this.#byId.set(organization.id, organization)
      for (const key of organization.keys) {
        hideKey(key)
        this.#byHash.set(key.key_sha256!, { organization, key })
      }
    }
  }
}

function hideKey(key: ApiKey): void {
  if (key.key === undefined) return
  key.key_sha256 = sha256(key.key)
  key.hint = key.key.slice(-4)
  delete key.key
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** A plane is region x mode; every record belongs to one organization in one plane. */
export function scopeOf(organization: Organization, mode: Mode): string {
  return `${organization.region}/${mode}/${organization.id}`
}
