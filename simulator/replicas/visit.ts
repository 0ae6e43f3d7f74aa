import type { Credential } from '../call/credential.ts'
import { Deadline } from '../store/postgres/deadline.ts'
import { type WriteContext, writeContext } from '../store/postgres/write-context.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Known } from './look.ts'
import type { Taken } from './rate-places.ts'

/** The key of a request, and the route class of its operation. */
export interface Asking {
  credential: Credential
  routeClass: string
}

/** A place in the rate-limit window and a document, from the statement before the admission. */
export interface Ahead extends Asking {
  taken: Taken
  /** World version and epoch that the statement found. */
  known: Known
  /** A document that the statement found current. */
  document: StoredDocument | undefined
}

/** A request from its arrival to its response. */
export class Visit implements WriteContext {
  readonly deadline: Deadline
  /** Epoch of the data when the request was admitted; undefined before. */
  epoch: string | undefined
  current: StoredDocument | undefined
  ahead: Ahead | undefined

  constructor(waitMs: number) {
    this.deadline = new Deadline(waitMs)
  }

  /** The visit of the code that runs now. */
  static get now(): Visit | undefined {
    const context = writeContext.getStore()
    return context instanceof Visit ? context : undefined
  }

  /** Returns the place that was taken ahead for this key and class; a call takes one once. */
  takenAhead({ credential, routeClass }: Asking): Taken | undefined {
    const { ahead } = this
    this.ahead = undefined
    if (ahead?.credential !== credential || ahead.routeClass !== routeClass) return undefined
    if (ahead.known.epoch === this.epoch) this.current = ahead.document
    return ahead.taken
  }
}
