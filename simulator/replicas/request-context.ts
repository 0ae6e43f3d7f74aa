import type { Credential } from '../call/credential.ts'
import { Deadline } from '../store/postgres/deadline.ts'
import type { Period } from '../store/postgres/outages/outage.ts'
import { type WriteContext, writeContext } from '../store/postgres/write-context.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { KnownState } from './admission-query.ts'
import type { Taken } from './rate-places.ts'

/** The key of a request, and the route class of its operation. */
export interface KeyAndClass {
  credential: Credential
  routeClass: string
}

/** A place in the rate-limit window and a document, from the statement before the admission. */
export interface Prefetched extends KeyAndClass {
  taken: Taken
  /** World version and epoch that the statement found. */
  known: KnownState
  /** A document whose version was current when the statement ran. */
  document: StoredDocument | undefined
}

/** A request from its arrival to its response. */
export class RequestContext implements WriteContext {
  readonly deadline: Deadline
  readonly period: Period
  /** Epoch of the data when the request was admitted; undefined before. */
  epoch: string | undefined
  currentDocument: StoredDocument | undefined
  prefetched: Prefetched | undefined

  constructor(waitMs: number, period: Period) {
    this.deadline = new Deadline(waitMs)
    this.period = period
  }

  /** The context of the request that the current code handles. */
  static get active(): RequestContext | undefined {
    const context = writeContext.getStore()
    return context instanceof RequestContext ? context : undefined
  }

  /** Returns the prefetched place of this key and class, once. */
  takePrefetched({ credential, routeClass }: KeyAndClass): Taken | undefined {
    const { prefetched } = this
    this.prefetched = undefined
    if (prefetched?.credential !== credential || prefetched.routeClass !== routeClass)
      return undefined
    if (prefetched.known.epoch === this.epoch && !this.period.over)
      this.currentDocument = prefetched.document
    return prefetched.taken
  }
}
