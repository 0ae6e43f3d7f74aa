import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '../../spec/contract.ts'
import type { Faults } from '../faults/fault-injection.ts'
import type { Journal } from '../request-log/journal.ts'
import type { Call, Handler } from '../call/call.ts'
import type { Cursors } from '../call/cursors.ts'
import type { ApiError } from '../call/errors.ts'
import type { Window } from '../call/window.ts'
import type { UploadReader } from '../uploads/upload-reader.ts'
import type { Validators } from './operations.ts'

/** Resolves when the request is admitted. Rate-limit refusals are returned, not thrown: throwing costs 12% of a 429. */
export type Admission = void | ApiError | Promise<void>

/** How a request was counted that no route takes. */
export interface UnknownRouteAdmission {
  window?: Window
  refusal?: ApiError
}

/** Operations of a listener, and the admission of callers. */
export interface Binding {
  operations: readonly Operation[]
  handlers: Record<string, Handler>
  validators: Validators
  now: () => number
  /** Value of the `Date` header, where it follows the simulator's clock. @default the machine's time */
  date?: () => string
  requestId: () => string
  cursors: Cursors
  /** Everything that comes before validation; fills the call. @returns a refusal, or throws it, or rejects with it */
  admit: (call: Call, headers: FastifyRequest['headers']) => Admission
  /**
   * The same for a request that no route takes.
   * @returns the window that counted it, if it brought a good key; and a refusal
   * @throws {ApiError}
   */
  admitUnknownRoute: (
    address: string,
    headers: FastifyRequest['headers'],
  ) => UnknownRouteAdmission | Promise<UnknownRouteAdmission>
  /** Returns the headers that answer a preflight; undefined if pages may not call. @throws {ApiError} */
  admitPreflight?: (
    operations: Operation[],
    origin: string,
    address: string,
  ) => string[] | undefined | Promise<string[] | undefined>
  /** Fault injection, applied after admission. */
  faults?: Faults
  /** Writes down what is asked, once it is on. */
  journal?: Journal
  /** Called with every unexpected error (reported to the client as 500). */
  report: (error: unknown) => void
  /** Reads bodies with files. */
  uploads: UploadReader
  /** Adds hooks that come before all others. */
  instrument?: ((app: FastifyInstance) => void) | undefined
}
