import type { FastifyRequest } from 'fastify'
import type { Call, Handler } from '../call/call.ts'
import type { Credential } from '../call/credential.ts'
import type { Window } from '../call/window.ts'
import type { Gate, TakenPlace } from '../http/auth/gate.ts'
import type { SettableClock } from '../time/clock.ts'
import { Deadline } from '../store/postgres/deadline.ts'
import { type WriteContext, inTime, writeContext } from '../store/postgres/write-context.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Region } from '../world/world.ts'
import type { Counters } from './counters.ts'
import type { KnownDocuments } from '../store/postgres/reading.ts'
import type { Taken, Wanted } from './rate-places.ts'
import { SharedIpLimit } from './shared-ip-limit.ts'
import type { SharedState } from './shared-state.ts'
import { type Asking, Visit } from './visit.ts'

interface RequestsOptions {
  state: SharedState
  counters: Counters
  clock: SettableClock
  documents: KnownDocuments
  /** How long a request may wait for the database, in ms. */
  waitMs: number
}

/**
 * Requests at a replica: each first reads the newest state, and waits for the database for a
 * limited time.
 */
export class Requests {
  #state: SharedState
  #counters: Counters
  #clock: SettableClock
  #documents: KnownDocuments
  /** The document that each operation reads first. */
  #reads = new Map<string, NonNullable<Handler['reads']>>()
  #waitMs: number
  #limits = new Map<Region, SharedIpLimit>()
  /**
   * Visits of requests with a body, because code that runs after its arrival has not inherited the
   * context. By headers, which are the same object in request and call.
   */
  #visits = new WeakMap<object, Visit>()
  /** Arguments for the counters, by window. */
  #wanted = new WeakMap<Window, Wanted>()

  constructor({ state, counters, clock, documents, waitMs }: RequestsOptions) {
    this.#state = state
    this.#counters = counters
    this.#clock = clock
    this.#documents = documents
    this.#waitMs = waitMs
  }

  /** Limit for each address in a region, shared by all replicas. */
  ipLimit(region: Region, budget: number): SharedIpLimit {
    const limit = new SharedIpLimit(this.#counters, region, budget)
    this.#limits.set(region, limit)
    return limit
  }

  /**
   * Admits a request when this replica has the newest world and the use of the request's address.
   * One deadline limits all of its waiting from now on. @param gate of the public API; undefined
   * for the control API @param held promise to wait for first
   */
  enter(
    request: FastifyRequest,
    gate: Gate | undefined,
    held: Promise<void> | undefined,
    enter: (error?: Error) => void,
  ): void {
    const visit = new Visit(this.#waitMs)
    if (request.routeOptions.config.operation?.requestBody) this.#visits.set(request.headers, visit)
    // Everything below inherits the time limit, because faults and the journal also wait for the
    // database.
    writeContext.run(visit, () => {
      if (held) inTime(held).then(() => this.#look(request, gate, visit, enter), enter)
      else this.#look(request, gate, visit, enter)
    })
  }

  /** Counts a request in the window of its key, with all replicas. Returns at once if that was done ahead. */
  readonly take = (
    credential: Credential,
    routeClass: string,
  ): TakenPlace | Promise<TakenPlace> => {
    const window = credential.window(routeClass)
    const ahead = Visit.now?.takenAhead({ credential, routeClass })
    if (ahead) return placeIn(window, ahead)
    return this.#counters
      .take(this.#wantedIn(window, credential))
      .then((taken) => placeIn(window, taken))
  }

  /** Admits a call, and records the epoch of the data. */
  admitting<T>(admit: () => T): T {
    const visit = Visit.now
    if (visit) visit.epoch = this.#state.epoch
    return admit()
  }

  /**
   * Wraps handlers: their reads and writes fail after all data was replaced, and their waiting is
   * limited.
   */
  over(handlers: Record<string, Handler>): Record<string, Handler> {
    const guarded = ([name, handler]: [string, Handler]): [string, Handler] => {
      const { check, run, reads, patient = false } = handler
      if (reads) this.#reads.set(name, reads)
      const within = <T>(call: Call, work: (call: Call) => T): T => {
        const current = writeContext.getStore()
        const context = this.#contextOf(call, current, patient)
        return context === current ? work(call) : writeContext.run(context, () => work(call))
      }
      return [
        name,
        {
          ...handler,
          ...(check && { check: (call) => within(call, check) }),
          run: (call) => within(call, run),
        },
      ]
    }
    return Object.fromEntries(Object.entries(handlers).map(guarded))
  }

  /** Runs a task without the limits of the current request. */
  patient<T>(task: () => T): T {
    return writeContext.exit(task)
  }

  #look(
    request: FastifyRequest,
    gate: Gate | undefined,
    visit: Visit,
    enter: (error?: Error) => void,
  ): void {
    const limit = gate && this.#limits.get(gate.pages.region)
    const address = limit?.asked(request.ip)
    // An extra listener has a separate limit, which the statement does not check.
    const asking = limit === gate?.ipLimit ? this.#askingFor(request, gate) : undefined
    const { known } = this.#state
    const place = asking && {
      wanted: this.#wantedIn(asking.credential.window(asking.routeClass), asking.credential),
      known,
    }
    const document = asking && this.#readBy(request, known.epoch)
    this.#state.sync({ address, place, document }).then(({ use, taken, isCurrent }) => {
      limit?.note(request.ip, use)
      if (asking && taken)
        visit.ahead = { ...asking, taken, known, document: isCurrent ? document : undefined }
      enter()
      // The handler has run up to its first wait; afterwards the document may change.
      visit.current = undefined
    }, enter)
  }

  /** Returns the cached version of the document that the operation of a request reads. */
  #readBy({ params, routeOptions }: FastifyRequest, epoch: string): StoredDocument | undefined {
    const reads = this.#reads.get(routeOptions.config.operation!.operationId)
    const id = reads && (params as Record<string, string>)[reads.param]
    return id === undefined ? undefined : this.#documents.cached(reads!.kind, id, epoch)
  }

  /** Looks a request's key up in the world as it is known: the statement decides whether that is the newest one. */
  #askingFor(
    { headers, ip, routeOptions }: FastifyRequest,
    gate: Gate | undefined,
  ): Asking | undefined {
    const { operation } = routeOptions.config
    if (!gate || !operation?.security[0]?.includes('secretKey')) return undefined
    const now = this.#clock.now()
    if (gate.ipLimit.spent(ip, now)) return undefined
    const credential = gate.keys.find(headers.authorization, now)
    return credential && { credential, routeClass: operation.routeClass }
  }

  #wantedIn(window: Window, { organization, key }: Credential): Wanted {
    let wanted = this.#wanted.get(window)
    if (!wanted) {
      const { budget, windowMs, routeClass } = window.limit
      wanted = { key: `${organization.id}\n${key.id}\n${routeClass}`, windowMs, budget }
      this.#wanted.set(window, wanted)
    }
    return wanted
  }

  /** Returns the context of a call; reuses the current one if possible. */
  #contextOf(call: Call, current: WriteContext | undefined, patient: boolean): WriteContext {
    const visit = this.#visits.get(call.headers) ?? current
    if (!patient && visit?.epoch !== undefined && visit.deadline) return visit
    const { epoch = this.#state.epoch, deadline = new Deadline(this.#waitMs) } = visit ?? {}
    return patient ? { epoch } : { epoch, deadline }
  }
}

function placeIn(window: Window, { win, used, granted }: Taken): TakenPlace {
  return { window: window.counted(win, used), granted }
}
