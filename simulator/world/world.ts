import { Low, Memory } from 'lowdb'
import { sha256 } from './sha256.ts'
import type { Identity } from '../store/identity.ts'
import { WriteState } from '../store/write-state.ts'
import type { ClockState } from '../time/clock.ts'
import type { SealKey } from '../features/signing/crypto/keys.ts'
import { StoredChanges } from './stored-changes.ts'
import { adapterFor } from './synced-file.ts'

export type Region = 'us' | 'eu'
export type Mode = 'test' | 'live'
export const REGIONS: Region[] = ['us', 'eu']
export const MODES: Mode[] = ['test', 'live']

export type Tier = 'standard' | 'elevated' | 'enterprise' | 'custom'
export type Role = 'owner' | 'admin' | 'reviewer' | 'developer'

/**
 * The file that describes organizations, keys and subscriptions: small, editable by hand, stored
 * with lowdb.
 */
export interface WorldFile {
  version: 1
  /** Identity of the data folder, and the number of commits of its records at the last write. */
  data_folder?: Identity
  clock?: ClockState
  /** Maximum number of unauthenticated requests from one address in 60 seconds (GAP-IP-LIMIT). */
  ip_limit?: number
  /** Client tokens are derived from it, with a nonce each; generated on first use. Never shown. */
  token_secret?: string
  /** Encrypts list cursors; generated at the first start. Never shown. */
  cursor_secret?: string
  /** Number of starts with a seed; each start generates different ids. */
  starts?: number
  /**
   * Keys that seal signed documents, including private parts, oldest first; generated on first use.
   */
  seal_keys?: { [R in Region]?: { [M in Mode]?: SealKey[] } }
  /** Consent disclosures published by users, oldest first: the versions after the built-in ones. */
  disclosures?: { text: string; published_at: string }[]
  /** Ids of the organizations that the worlds of all starts had: a deleted one is not added again. */
  given_organizations?: string[]
  organizations: Organization[]
}

export interface Organization {
  id: string
  name: string
  /** Region that stores the tenant's data (PLN). */
  region: Region
  plan: 'starter' | 'growth' | 'scale'
  tier: Tier
  /**
   * Requests per window by route class, where they differ from the tier's (limits of `custom`, or
   * of a benchmark).
   */
  budgets?: Record<string, number>
  wallet: { currency: string; balance_minor: number; status: 'active' | 'locked' | 'absent' }
  /** Charges paid from the wallet whose jobs have not ended. */
  paid_charges?: string[]
  subscription: { status: 'active' | 'past_due' | 'canceled'; past_due_since?: string }
  members: { id: string; name: string; email: string; role: Role }[]
  keys: ApiKey[]
  webhook_subscriptions?: WebhookSubscription[]
  /** Highest position of a subscription so far. */
  last_subscription_position?: number
  /** Device and network signals of new sessions; default: those of an ordinary applicant. */
  default_signals?: Record<string, unknown>
  /**
   * Steps of a session without a workflow template; a step without an id is named by its position,
   * such as step_1.
   */
  default_workflow?: { steps: { id?: string; type: string; config?: Record<string, unknown> }[] }
  /** Branding of the hosted pages. */
  branding?: Branding
}

export interface Branding {
  /** `#rrggbb`, with a contrast of at least 4.5 to the page background. */
  accent?: string
  /** A PNG or JPEG as a data URL. */
  logo?: string
}

export interface ApiKey {
  id: string
  type: 'sk' | 'pk'
  mode: Mode
  scopes: string[]
  allowed_origins?: string[]
  /** Plain-text key, written by a person; replaced by its hash when the file is loaded. */
  key?: string
  /** Lower-case hex SHA-256 of the key. */
  key_sha256?: string
  /** The last four characters, to identify the key in lists. */
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
  /** `whsec_` and the base64 of 32 bytes; newest first, older ones until `expires_at`. */
  secrets: { secret: string; expires_at?: string }[]
  status: 'enabled' | 'disabled'
  disabled_at?: string
  disabled_reason?: 'paused' | 'failing' | 'receiver_gone'
  failing_since?: string
  /** How often failures disabled it. Deliveries from before are not sent. */
  times_disabled?: number
  /** Exists only while a program receives its deliveries over a connection (`vskit listen`). */
  forwarder?: true
  /** Number of the replica where that connection ends, if there are several. */
  held_by?: number
  /** Position in the order of creation; written when subscriptions are added or removed. */
  position?: number
  created_at: string
}

/**
 * Stores changes of a world that other processes change too.
 * @param apply changes the world in memory, which has the newest state at that moment
 * @param ifJob the change is skipped if this job has ended
 */
export type Keep = <T>(apply: () => T, ifJob?: string) => Promise<T | undefined>

/** The world in memory and its file. Change it through `update`, so that every change is saved. */
export class World {
  readonly writes: WriteState
  /** Takes over the changes that other processes have stored before the call. */
  refresh: () => Promise<unknown> = async () => undefined
  #low: Low<WorldFile>
  #byHash = new Map<string, { organization: Organization; key: ApiKey }>()
  #byId = new Map<string, Organization>()
  #changes = new StoredChanges({
    tree: () => this.#low.data,
    changed: () => this.reindex(),
    write: () => this.#write(),
  })
  #identity: () => Identity | undefined = () => undefined
  #watchers = new Set<() => void>()

  #keep: Keep = (apply) => this.#changes.change(apply)

  private constructor(low: Low<WorldFile>, file = ':memory:') {
    this.#low = low
    this.writes = new WriteState(file)
  }

  /** Returns a world whose changes another keeper stores. */
  static shared(seed: WorldFile | undefined, keep: Keep): World {
    const world = new World(new Low(new Memory<WorldFile>(), { version: 1, organizations: [] }))
    if (seed) world.#merge(structuredClone(seed))
    world.reindex()
    world.#keep = keep
    return world
  }

  /**
   * Opens the world of `file` (or in memory). `seed` adds entries that are not stored yet; with
   * neither a stored world nor a seed it is empty.
   */
  static async open(
    file: string | undefined,
    seed?: WorldFile,
    { durable = false }: { durable?: boolean } = {},
  ): Promise<World> {
    const empty: WorldFile = { version: 1, organizations: [] }
    const world = new World(new Low(adapterFor<WorldFile>(file, durable), empty), file)
    await world.#low.read()
    if (seed) world.#merge(structuredClone(seed))
    world.reindex()
    await world.save()
    return world
  }

  /** Writes the identity of the data folder into the file, now and at each save. */
  identify(identity: () => Identity | undefined): Promise<void> {
    this.#identity = identity
    return this.save()
  }

  get file(): WorldFile {
    return this.#low.data
  }

  organization(id: string): Organization | undefined {
    return this.#byId.get(id)
  }

  /** Returns the key with this SHA-256, in any organization. */
  keyByHash(sha256: string): { organization: Organization; key: ApiKey } | undefined {
    return this.#byHash.get(sha256)
  }

  /**
   * Changes the world, saves it and updates the indexes. If the change throws or cannot be saved,
   * the world is as before.
   * @param ifJob the job that makes the change: another process may have ended it meanwhile
   */
  update<T>(change: (file: WorldFile) => T, ifJob?: string): Promise<T> {
    return this.#changes.track(this.#update(change, ifJob))
  }

  async #update<T>(change: (file: WorldFile) => T, ifJob?: string): Promise<T> {
    const result = (await this.#keep(() => change(this.#low.data), ifJob)) as T
    this.#notifyWatchers()
    return result
  }

  /** Returns what `read` returns, as soon as it is stored: a crash could lose it before. */
  whenStored<T>(read: () => T): Promise<T> {
    return this.#changes.whenStored(read)
  }

  /** Takes over the changes of another process. */
  absorb(apply: (file: WorldFile) => void): void {
    apply(this.#low.data)
    this.reindex()
    this.#notifyWatchers()
  }

  #notifyWatchers(): void {
    for (const watcher of this.#watchers) watcher()
  }

  /** Replaces the world by another state. Keeps the start counter, so that ids do not repeat. */
  async replace(by: WorldFile): Promise<void> {
    const { starts, cursor_secret } = this.#low.data
    this.#low.data = structuredClone(by)
    if (starts !== undefined) this.#low.data.starts = Math.max(starts, by.starts ?? 0)
    if (cursor_secret !== undefined) this.#low.data.cursor_secret ??= cursor_secret
    this.reindex()
    await this.save()
    this.#notifyWatchers()
  }

  /** Calls `watcher` after each change. @returns ends it */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  save(): Promise<void> {
    return this.#changes.store()
  }

  #write(): Promise<void> {
    const identity = this.#identity()
    if (identity) this.#low.data.data_folder = identity
    return this.writes.follow(() => this.#low.write())
  }

  /** Stored entries take precedence, or each start would undo what was created and deleted since. */
  #merge(seed: WorldFile): void {
    const { organizations: stored, given_organizations: earlier = [] } = this.#low.data
    const known = new Set([...earlier, ...stored.map(({ id }) => id)])
    const added = seed.organizations.filter(({ id }) => !known.has(id))
    const given = [...new Set([...earlier, ...seed.organizations.map(({ id }) => id)])]
    // A stored world used as a seed belongs to another folder.
    delete seed.data_folder
    this.#low.data = {
      ...seed,
      ...this.#low.data,
      given_organizations: given,
      organizations: [...stored, ...added],
    }
  }

  /** Updates the indexes after a change. */
  reindex(): void {
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

/** Returns the scope of an organization in a plane (region x mode), for its records. */
export function scopeOf(organization: Organization, mode: Mode): string {
  return `${organization.region}/${mode}/${organization.id}`
}
