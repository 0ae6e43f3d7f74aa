import type { Operation } from '../../spec/contract.ts'
import type { Region } from '../store/world.ts'
import type { Answer } from './answer.ts'
import type { Credential } from './credential.ts'
import type { Cursors } from './cursors.ts'
import type { Issue } from './errors.ts'
import type { FormPart } from './form-part.ts'
import type { Owner, SessionCredential } from './session-credential.ts'
import type { Window } from './window.ts'

const NONE = Object.freeze({})
const NO_PARTS: readonly FormPart[] = []

/** One request on its way through the pipeline. */
export class Call {
  readonly operation: Operation
  /** Epoch ms at which the request was admitted: the one "now" of all that it does. */
  readonly now: number
  readonly address: string
  // Replaced, never filled.
  params: Record<string, string> = NONE
  query: Record<string, unknown> = NONE
  body: unknown
  /** The body as it came, for what must be kept byte for byte. */
  bodyText = ''
  /** The parts of a multipart body; `body` then holds its texts by name. */
  form: readonly FormPart[] = NO_PARTS
  headers: Record<string, string | string[] | undefined> = NONE
  readonly requestId: string
  /** The counter that admitted the call; its state goes out with the answer. */
  window: Window | undefined
  /** Headers by which a page of another origin may read the answer; none on routes that no page calls. */
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

  /** By which the places of lists are shown. */
  get cursors(): Cursors {
    if (!this.#cursors) throw new Error(`${this.operation.operationId} is called without cursors`)
    return this.#cursors
  }

  set cursors(cursors: Cursors) {
    this.#cursors = cursors
  }

  /** Whose lists the call reads: the key's; undefined without a key. */
  get ownerScope(): string | undefined {
    return this.#credential?.scope
  }

  /** Whose data the call is about; undefined where no credential was asked for, or none was good. */
  get owner(): Owner | undefined {
    return this.#credential ?? this.#session
  }

  /** The secret key that calls; undefined without one. */
  get keyId(): string | undefined {
    return this.#credential?.key.id
  }

  /** The session whose token calls; undefined without one. */
  get sessionId(): string | undefined {
    return this.#session?.sessionId
  }

  /** Which region was called; the control API belongs to none. */
  get region(): Region {
    if (!this.#region) throw new Error(`${this.operation.operationId} is called at no region`)
    return this.#region
  }

  set region(region: Region) {
    this.#region = region
  }

  /** Who calls; only operations that need a secret key have it. */
  get credential(): Credential {
    if (!this.#credential)
      throw new Error(`${this.operation.operationId} is called without a secret key`)
    return this.#credential
  }

  set credential(credential: Credential) {
    this.#credential = credential
  }

  /** Which session the call is about; only operations that a token of the SDK opens have it. */
  get session(): SessionCredential {
    if (!this.#session) throw new Error(`${this.operation.operationId} is called without a token`)
    return this.#session
  }

  set session(session: SessionCredential) {
    this.#session = session
  }
}

/** What an operation of the contract does, bound to it by its operationId. */
export interface Handler {
  /** What the contract drops before it looks: called ahead of validation. */
  prepare?(call: Call): void
  /** Rules that the schema can't say. Called also when the schema found problems, so that all are told at once. */
  check?(call: Call): Issue[] | Promise<Issue[]>
  run(call: Call): Answer | Promise<Answer>
}
