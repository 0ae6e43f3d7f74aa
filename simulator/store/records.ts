import type { SizedText } from './sized-text.ts'

/**
 * The records port: sessions, applicants, images, events, deliveries, logs and the jobs that are due.
 *
 * A record is a JSON document of a kind, owned by one scope (an organization in one plane). Reads name the scope; a
 * document of another scope does not exist for them. Writes come in batches that are applied whole or not at all, and
 * a batch may demand the version that its author has read, so that two writers of one record can't overwrite each other.
 */
export interface Records {
  /** The document, or undefined if this scope holds none of that kind with that id. */
  read(scope: string, kind: string, id: string): Promise<Document | undefined>

  /**
   * What a view shows of a document, or undefined if this scope holds none. Kept in memory for far more documents than the
   * documents themselves, and forgotten when the document changes.
   */
  view(scope: string, view: View, id: string): Promise<SizedText | undefined>

  /** As `view`, but answers at once and only from memory: undefined says nothing about the store. */
  peekView(scope: string, view: View, id: string): SizedText | undefined

  /** The document whatever its scope: for credentials that carry no organization, and for jobs. */
  find(kind: string, id: string): Promise<Document | undefined>

  /** Gives away the next place in the order of creation, for a document that is to be written later (see `Put`). */
  reserve(): number

  /** Documents of a scope, newest first, from `before` (exclusive) on; at most `limit`. */
  page(scope: string, kind: string, query: PageQuery): Promise<Document[]>

  /** As `page`, but what a view shows of each document; kept in memory as by `view`. */
  pageViews(scope: string, view: View, query: PageQuery): Promise<Viewed[]>

  /** How many documents of a kind a scope holds. */
  count(scope: string, kind: string): Promise<number>

  /** How many activity entries of each action a scope holds. Looks at all of them, in slices: not for the hot path. */
  countActivity(scope: string): Promise<Map<string, number>>

  /** How often each meter of a scope was counted. */
  meters(scope: string): Promise<Map<string, number>>

  /** The bytes that were put under this name (lower-case hex SHA-256). */
  blob(sha256: string): Promise<Buffer | undefined>

  /** As `blob`, but answers at once and only from memory: undefined says nothing about the store. */
  peekBlob(sha256: string): Buffer | undefined

  /** Activity entries of a scope, newest first. */
  activity(scope: string, query: ActivityQuery): Promise<StoredActivity[]>

  /** Jobs of a lane that are due at `until` or before: the earliest first, and of the same moment the one scheduled first. */
  dueJobs(lane: string, until: number, limit: number): Promise<Job[]>

  /** For each lane that holds a job, its earliest due time; in the order in which lanes came to be known. */
  lanes(): Promise<{ lane: string; due: number }[]>

  /**
   * Applies the changes, whole or not at all; resolves when they would survive a crash of the process.
   * @throws {VersionConflict} when a document has another version than the change demands; nothing is applied.
   */
  write(changes: Change[]): Promise<void>

  /** Removes everything that a scope owns, or everything there is. */
  clear(scope?: string): Promise<void>

  /**
   * Writes a copy of everything there is to a file that is not there yet, beside whoever reads and writes.
   * @param atMoment called at the moment that the copy is of: what was written before it is in it, what is written later not
   */
  copyTo(file: string, atMoment: () => void): Promise<void>

  /**
   * Brings back what a copy holds, in the place of everything there is: whole, or not at all. Who writes meanwhile has read
   * what is no longer so, and is refused.
   * @throws {UnusableCopy} when the file is no copy of this form
   */
  replaceBy(file: string): Promise<void>

  close(): Promise<void>
}

/** A stored document. Objects handed out are shared between readers: never change one, write a new body instead. */
export interface Document<Body = unknown> {
  readonly scope: string
  readonly kind: string
  readonly id: string
  /** Place in the order of creation. */
  readonly seq: number
  /** Counts the writes, from 1. */
  readonly version: number
  /** The body as it is stored: JSON. */
  readonly text: string
  /** Parsed at the first use, once for each stored version. */
  readonly body: Body
}

/** A text that is made of a document's content alone, and asked for again and again. */
export interface View {
  readonly kind: string
  /** How many bytes of such texts are kept in memory. */
  readonly kept: number
  of(document: Pick<Document, 'body' | 'text'>): string
}

/** What a view shows of a document, and where that stands. */
export interface Viewed {
  seq: number
  text: string
}

export interface PageQuery {
  limit: number
  before?: number
  /** Only documents with this look-up key (see `Put`). */
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
  /** Up to two look-up keys for `page`; one that is left out stays as it was. */
  key1?: string
  key2?: string
  /** The version that the author has read; 0 = must be new. */
  ifVersion: number
  /** Of a new document: its place in the order of creation, from `reserve`. By default the next one. */
  seq?: number
}

export interface Remove {
  type: 'remove'
  scope: string
  kind: string
  id: string
}

/** Keeps bytes under their SHA-256; each `put-blob` of a scope is one reference, each `drop-blob` gives one back. */
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

/** A job: something that is to happen at `due` (epoch ms). Jobs of different lanes never wait for each other. */
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

/** One entry of the activity log (ACT-001): who asked for what, with which outcome; no applicant data, no image data. */
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

/** Counts one use. The count stays when the record of what was used goes. */
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

/** Somebody else has written the record since it was read. */
export class VersionConflict extends Error {
  constructor(kind: string, id: string, expected: number, got: number) {
    super(`${kind} ${id}: expected version ${expected}, got ${got}`)
    this.name = 'VersionConflict'
  }
}

/** A file from which nothing can be brought back; the message is the rest of a sentence about it. */
export class UnusableCopy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnusableCopy'
  }
}
