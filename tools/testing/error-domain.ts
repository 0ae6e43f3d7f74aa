import { AsyncLocalStorage, AsyncResource, executionAsyncResource } from 'node:async_hooks'

/**
 * Replaces the package `async-hook-domain`, with which tap finds the test of an uncaught error. The
 * package observes every promise, timer and socket of the process (`async_hooks`); an
 * `AsyncLocalStorage` costs almost nothing. `tools/test-process.cjs` puts it in place.
 */
type ErrorKind = 'uncaughtException' | 'unhandledRejection'
type ErrorHandler = (error: unknown, kind: ErrorKind) => void

const current = new AsyncLocalStorage<Domain>()
/** Domains that have not ended, in the order of entry, for errors of unknown origin. */
const entered = new Set<Domain>()

/** Reports uncaught errors of code that runs inside it, now or later. Names are those of the package. */
export class Domain {
  readonly #report: ErrorHandler
  readonly parent: Domain | undefined
  destroyed = false

  constructor(report: ErrorHandler) {
    this.#report = report
    this.parent = current.getStore()
    const scope: unknown = executionAsyncResource()
    if (scope instanceof AsyncResource && !Object.hasOwn(scope, 'runInAsyncScope'))
      this.#takeOver(scope)
    else entered.add(this)
  }

  onerror(error: unknown, kind: ErrorKind): void {
    this.#report(error, kind)
  }

  destroy(): void {
    this.destroyed = true
    entered.delete(this)
  }

  /** tap creates a domain inside the scope of a test, and later runs the test by that scope. */
  #takeOver(scope: AsyncResource): void {
    const run = scope.runInAsyncScope.bind(scope)
    scope.runInAsyncScope = (work, self, ...args) => {
      if (!this.destroyed) entered.add(this)
      return run(() => current.run(this, () => work.apply(self as never, args)))
    }
  }
}

/** Returns the domain of the running code, or of the most recently started test. */
function responsible(): Domain | undefined {
  let domain = current.getStore()
  while (domain?.destroyed) domain = domain.parent
  return domain ?? [...entered].at(-1)
}

/** Reports the error to its test. @returns whether there is one */
function handle(error: unknown, kind: ErrorKind): boolean {
  if (process.hasUncaughtExceptionCaptureCallback()) return false
  if (process.listenerCount('uncaughtException') > 0) return false
  const domain = responsible()
  domain?.onerror(error, kind)
  return domain !== undefined
}

process.on('uncaughtExceptionMonitor', (error) => {
  if (!handle(error, 'uncaughtException')) return
  // An unhandled error would end the process.
  process.setUncaughtExceptionCaptureCallback(() =>
    process.setUncaughtExceptionCaptureCallback(null),
  )
})

// A listener would count as the error handler of a program under test.
const emit = process.emit.bind(process) as (event: string, ...args: unknown[]) => boolean
process.emit = ((event: string, ...args: unknown[]) =>
  event === 'unhandledRejection' && process.listenerCount(event) === 0
    ? handle(args[0], event)
    : emit(event, ...args)) as typeof process.emit
