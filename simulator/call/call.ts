import type { Operation } from '../../spec/contract.ts'
import type { Region } from '../world/world.ts'
import type { Answer } from './answer.ts'
import type { Credential } from './credential.ts'
import type { EncodedFile } from '../uploads/encoded-files.ts'
import type { Cursors } from './cursors.ts'
import type { ApiError, Issue } from './errors.ts'
import type { FormPart } from './form-part.ts'
import type { Owner, SessionCredential } from './session-credential.ts'
import type { Window } from './window.ts'

const NONE = Object.freeze({})
const NO_PARTS: readonly FormPart[] = []
const NO_FILES: ReadonlyMap<string, EncodedFile> = new Map()

/** One request in the pipeline. */
export class Call {
  readonly operation: Operation
  /**
   * Epoch ms at which the request was admitted. All code that handles the request uses it as "now".
   */
  readonly now: number
  readonly address: string
  // Replaced, never mutated.
  params: Record<string, string> = NONE
  query: Record<string, unknown> = NONE
  body: unknown
  /** The raw body, for data that must be preserved byte for byte. */
  bodyText = ''
  /** The parts of a multipart body; `body` then holds the text parts by name. */
  form: readonly FormPart[] = NO_PARTS
  /** Files that came in a JSON body as base64, by path; long ones are empty strings in `body`. */
  files: ReadonlyMap<string, EncodedFile> = NO_FILES
  headers: Record<string, string | string[] | undefined> = NONE
  readonly requestId: string
  /** The rate-limit window that admitted the call; its state is sent in the response headers. */
  window: Window | undefined
  /** CORS headers of the response; undefined on routes that browsers do not call. */
  crossOrigin: string[] | undefined
  #cursors: Cursors | undefined
  #region: Region | undefined
  #credential: Credential | undefined
  #session: SessionCredential | undefined

  constructor(operation: Operation, now: number, address: string, newRequestId: () => string) {
    this.operation = operation
    this.now = now
    this.address = address
    this.requestId = newRequestId()
  }

  /** Encodes and decodes list cursors. */
  get cursors(): Cursors {
    if (!this.#cursors) throw new Error(`${this.operation.operationId} is called without cursors`)
    return this.#cursors
  }

  set cursors(cursors: Cursors) {
    this.#cursors = cursors
  }

  /** The scope whose lists the call reads: the key's; undefined without a key. */
  get ownerScope(): string | undefined {
    return this.#credential?.scope
  }

  /** The `Accept-Language` header; undefined without one. */
  get acceptLanguage(): string | undefined {
    const header = this.headers['accept-language']
    return typeof header === 'string' ? header : undefined
  }

  /** The owner of the data that the call reads; undefined without a valid credential. */
  get owner(): Owner | undefined {
    return this.#credential ?? this.#session
  }

  /** Id of the caller's secret key; undefined without one. */
  get keyId(): string | undefined {
    return this.#credential?.key.id
  }

  /** Id of the session that the caller's token belongs to; undefined without one. */
  get sessionId(): string | undefined {
    return this.#session?.sessionId
  }

  /** The region that was called; the control API belongs to none. */
  get region(): Region {
    if (!this.#region) throw new Error(`${this.operation.operationId} is called at no region`)
    return this.#region
  }

  set region(region: Region) {
    this.#region = region
  }

  /** The caller's credential; only operations that require a secret key have one. */
  get credential(): Credential {
    if (!this.#credential)
      throw new Error(`${this.operation.operationId} is called without a secret key`)
    return this.#credential
  }

  set credential(credential: Credential) {
    this.#credential = credential
  }

  /** The session that the call concerns; only operations that accept an SDK token have one. */
  get session(): SessionCredential {
    if (!this.#session) throw new Error(`${this.operation.operationId} is called without a token`)
    return this.#session
  }

  set session(session: SessionCredential) {
    this.#session = session
  }
}

/** Implements an operation of the contract; bound to it by operationId. */
export interface Handler {
  /** Removes input that the contract ignores; called before validation. */
  prepare?(call: Call): void
  /**
   * Checks rules that the schema cannot express. Also called when the schema found problems, so
   * that one response reports all of them.
   */
  check?(call: Call): Issue[] | Promise<Issue[]>
  /** Builds the error from all problems. @default `validationError` */
  refusal?(call: Call, issues: Issue[]): ApiError
  run(call: Call): Answer | Promise<Answer>
  /**
   * The document that `run` reads first, and the path parameter with its id. The PostgreSQL store
   * checks its version in the statement that admits the call.
   */
  reads?: { kind: string; param: string }
  /** Whether the duration depends on the amount of data. Such a call has no time limit for the database. */
  patient?: true
}
