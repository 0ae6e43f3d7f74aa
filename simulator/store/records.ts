import type { SizedText } from './sized-text.ts'

/**
 * Records port: sessions, applicants, images, events, deliveries, logs and due jobs.
 *
 * A record is a JSON document of a kind, owned by one scope (an organization in one plane). Reads
 * name the scope; documents of other scopes are invisible to them. Writes are atomic batches. A
 * batch may demand the version that the writer has read, so that concurrent writers cannot
 * overwrite each other.
 */
export interface Records {
  /** Returns the document, or undefined if the scope has none of that kind and id. */
  read(scope: string, kind: string, id: string): Promise<Document | undefined>

  /**
   * Returns a view of a document, or undefined if the scope has no such document. The cache holds
   * far more views than documents; a change of the document evicts its views.
   */
  view(scope: string, view: View, id: string): Promise<SizedText | undefined>

  /**
   * Synchronous `view` from the cache only: undefined does not mean that the document is missing.
   */
  peekView(scope: string, view: View, id: string): SizedText | undefined

  /** Finds a document in any scope: for credentials that carry no organization, and for jobs. */
  find(kind: string, id: string): Promise<Document | undefined>

  /**
   * Reserves the next position in creation order, for a document that is written later (see `Put`).
   */
  reserve(): Promise<number>

  /**
   * Returns up to `limit` documents of a scope, newest first, starting after `before` (exclusive).
   */
  page(scope: string, kind: string, query: PageQuery): Promise<Document[]>

  /** `page` with a view of each document, cached as by `view`. */
  pageViews(scope: string, view: View, query: PageQuery): Promise<Viewed[]>

  /**
   * Counts the activity entries of a scope by action. Scans all entries, in slices: not for the hot
   * path.
   */
  countActivity(scope: string): Promise<Map<string, number>>

  /** Returns the meter readings of a scope. */
  meters(scope: string): Promise<Map<string, number>>

  /** Returns the bytes with this SHA-256 (lower-case hex). */
  blob(sha256: string): Promise<Buffer | undefined>

  /** Synchronous `blob` from the cache only: undefined does not mean that the bytes are missing. */
  peekBlob(sha256: string): Buffer | undefined

  /** Returns activity entries of a scope, newest first. */
  activity(scope: string, query: ActivityQuery): Promise<StoredActivity[]>

  /**
   * Returns the committed jobs of a lane that are due at or before `until`: by due time, then in the
   * order of scheduling.
   */
  dueJobs(lane: string, until: number, limit: number): Promise<Job[]>

  /**
   * Returns each lane that holds a committed job with its earliest due time, in the order in which
   * lanes were created.
   */
  lanes(): Promise<{ lane: string; due: number }[]>

  /**
   * Applies the changes atomically; resolves when they are durable against a process crash.
   * @throws {VersionConflict} if a document's version differs from the demanded one; nothing is
   * applied
   */
  write(changes: Change[]): Promise<void>

  /** Removes all data of a scope, or of all scopes. */
  clear(scope?: string): Promise<void>

  close(): Promise<void>
}

/** Records that can be copied into files. */
export interface CopyableRecords extends Records {
  /**
   * Writes a consistent copy while reads and writes continue.
   * @param to a new file
   * @param atMoment called at the point in time of the copy: earlier writes are in it, later ones
   * are not
   */
  copyTo(to: string, atMoment: () => void): Promise<void>

  /**
   * Replaces all data by the content of a copy, atomically. Writes that begin meanwhile are rejected,
   * because they are based on the replaced data.
   * @throws {UnusableCopy} if it is not a compatible copy
   */
  replaceBy(from: string): Promise<void>
}

/**
 * A stored document. Instances are shared between readers: never modify one, write a new body
 * instead.
 */
export interface Document<Body = unknown> {
  readonly scope: string
  readonly kind: string
  readonly id: string
  /** Position in creation order. */
  readonly seq: number
  /** Number of writes, from 1. */
  readonly version: number
  /** The stored body: JSON text. */
  readonly text: string
  /** Parsed on first access, once per stored version. */
  readonly body: Body
}

/** A text derived from one document alone and requested repeatedly. */
export interface View {
  readonly kind: string
  /** Cache size in bytes. */
  readonly kept: number
  of(document: Pick<Document, 'body' | 'text'>): string
}

/** A view of a document and the document's position. */
export interface Viewed {
  seq: number
  text: string
}

export interface PageQuery {
  limit: number
  before?: number
  /** Only documents with this lookup key (see `Put`). */
  key1?: string
  key2?: string
}

export type Change = Put | Remove | PutBlob | DropBlob | Schedule | Unschedule | Activity | Metered

export interface Put {
  type: 'put'
  scope: string
  kind: string
  id: string
  body: unknown
  /** Up to two lookup keys for `page`; an omitted key keeps its value. */
  key1?: string
  key2?: string
  /** The version that the writer has read; 0 = must not exist. */
  ifVersion: number
  /** Position of a new document in creation order, from `reserve`. Default: the next one. */
  seq?: number
  /** Hint for a new document: it is read within seconds, so caching it at once saves a read. */
  readSoon?: boolean
}

export interface Remove {
  type: 'remove'
  scope: string
  kind: string
  id: string
}

/**
 * Stores bytes by their SHA-256. Each `put-blob` of a scope adds a reference, each `drop-blob`
 * removes one.
 */
export interface PutBlob {
  type: 'put-blob'
  scope: string
  sha256: string
  bytes: Uint8Array
}
export interface DropBlob {
  type: 'drop-blob'
  scope: string
  sha256: string
}

/** A task to run at `due` (epoch ms). Jobs of different lanes run independently. */
export interface Job {
  id: string
  lane: string
  due: number
  kind: string
  scope: string
  ref: string
}
export interface Schedule {
  type: 'schedule'
  job: Job
}
export interface Unschedule {
  type: 'unschedule'
  id: string
}

/**
 * One entry of the activity log (ACT-001): actor, action and outcome; no applicant data, no image
 * data.
 */
export interface Activity {
  type: 'activity'
  scope: string
  at: number
  session: string
  action: string
  artifact: string
  outcome: string
  actor: string
}

/** Counts one use. The count remains when the used record is deleted. */
export interface Metered {
  type: 'meter'
  scope: string
  meter: string
}

export interface StoredActivity extends Omit<Activity, 'type' | 'scope'> {
  seq: number
}

export interface ActivityQuery {
  limit: number
  before?: number
  session?: string
}

/** Another writer has changed the record since it was read. */
export class VersionConflict extends Error {
  constructor(kind: string, id: string, expected: number, got: number) {
    super(`${kind} ${id}: expected version ${expected}, got ${got}`)
    this.name = 'VersionConflict'
  }
}

/** A file that cannot be restored; the message completes a sentence about it. */
export class UnusableCopy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnusableCopy'
  }
}
