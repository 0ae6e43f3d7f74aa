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

/** Result of counting a request without a matching route. */
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
  /** Performs the checks before validation and fills the call. Errors are returned, thrown or rejected. */
  admit: (call: Call, headers: FastifyRequest['headers']) => Admission
  /**
   * The same for a request without a matching route.
   * @returns the window that counted it, if its key is valid; and the error, if it is refused
   * @throws {ApiError}
   */
  admitUnknownRoute: (
    address: string,
    headers: FastifyRequest['headers'],
  ) => UnknownRouteAdmission | Promise<UnknownRouteAdmission>
  /** Returns a message for a path that another listener of the simulator serves. */
  servedElsewhere?: (path: string) => string | undefined
  /** Returns the headers for a preflight; undefined if pages may not call the path. @throws {ApiError} */
  admitPreflight?: (
    operations: Operation[],
    origin: string,
    address: string,
  ) => string[] | undefined | Promise<string[] | undefined>
  /** Fault injection, applied after admission. */
  faults?: Faults
  /** Records requests while it is on. */
  journal?: Journal
  /** Whether errors say why the store is unavailable: its operator needs the reason, clients do not. @default false */
  namesStoreProblems?: boolean
  /** Called with every unexpected error (reported to the client as 500). */
  report: (error: unknown) => void
  /** Reads bodies with files. */
  uploads: UploadReader
  /** Adds hooks that run before all others. */
  instrument?: ((app: FastifyInstance) => void) | undefined
}
