import type { FastifyRequest } from 'fastify'
import type { Call, Handler } from '../call/call.ts'
import type { Credential } from '../call/credential.ts'
import type { Window } from '../call/window.ts'
import type { Gate, RateLimitResult } from '../http/auth/gate.ts'
import type { SettableClock } from '../time/clock.ts'
import { Deadline } from '../store/postgres/deadline.ts'
import type { Period } from '../store/postgres/outages/outage.ts'
import { type WriteContext, inTime, writeContext } from '../store/postgres/write-context.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Region } from '../world/world.ts'
import type { Counters } from './counters.ts'
import type { KnownDocuments } from '../store/postgres/reading.ts'
import type { Taken, Wanted } from './rate-places.ts'
import { SharedIpLimit } from './shared-ip-limit.ts'
import type { SharedState } from './shared-state.ts'
import { type KeyAndClass, RequestContext } from './request-context.ts'

interface RequestsOptions {
  state: SharedState
  counters: Counters
  clock: SettableClock
  documents: KnownDocuments
  /** How long a request may wait for the database, in ms. */
  waitMs: number
  /** The time since the latest outage. */
  period: () => Period
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
  #period: () => Period
  #limits = new Map<Region, SharedIpLimit>()
  /**
   * Contexts of requests with a body and of the control API, because their code has not inherited
   * the context. By headers, which are the same object in request and call.
   */
  #contexts = new WeakMap<object, RequestContext>()
  /** Arguments for the counters, by window. */
  #wanted = new WeakMap<Window, Wanted>()

  constructor({ state, counters, clock, documents, waitMs, period }: RequestsOptions) {
    this.#state = state
    this.#counters = counters
    this.#clock = clock
    this.#documents = documents
    this.#waitMs = waitMs
    this.#period = period
  }

  /** Limit for each address in a region, shared by all replicas. */
  ipLimit(region: Region, budget: () => number): SharedIpLimit {
    const limit = new SharedIpLimit(this.#counters, region, budget)
    this.#limits.set(region, limit)
    return limit
  }

  /**
   * Admits a request when this replica has the newest world and the use of the request's address.
   * One deadline limits all of its waiting from now on.
   * @param gate of the public API; undefined for the control API
   * @param held promise to wait for first
   */
  enter(
    request: FastifyRequest,
    gate: Gate | undefined,
    held: Promise<void> | undefined,
    enter: (error?: Error) => void,
  ): void {
    const context = new RequestContext(this.#waitMs, this.#period())
    // A call of the control API may enter several stores.
    if (!gate || request.routeOptions.config.operation?.requestBody)
      this.#contexts.set(request.headers, context)
    // Everything below inherits the time limit, because faults and the journal also wait for the
    // database.
    writeContext.run(context, () => {
      if (held) inTime(held).then(() => this.#query(request, gate, context, enter), enter)
      else this.#query(request, gate, context, enter)
    })
  }

  /** Counts a request in the window of its key, with all replicas. Returns at once if the place was prefetched. */
  readonly take = (
    credential: Credential,
    routeClass: string,
  ): RateLimitResult | Promise<RateLimitResult> => {
    const window = credential.window(routeClass)
    const prefetched = RequestContext.active?.takePrefetched({ credential, routeClass })
    if (prefetched) return placeIn(window, prefetched)
    return this.#counters
      .take(this.#wantedIn(window, credential))
      .then((taken) => placeIn(window, taken))
  }

  /** Admits a call, and records the epoch of the data. */
  admitting<T>(admit: () => T): T {
    const context = RequestContext.active
    if (context) context.epoch = this.#state.epoch
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

  #query(
    request: FastifyRequest,
    gate: Gate | undefined,
    context: RequestContext,
    enter: (error?: Error) => void,
  ): void {
    const limit = gate && this.#limits.get(gate.pages.region)
    const address = limit?.asked(request.ip)
    // An extra listener has a separate limit, which the statement does not check.
    const keyAndClass = limit === gate?.ipLimit ? this.#askingFor(request, gate) : undefined
    const { known } = this.#state
    const place = keyAndClass && {
      wanted: this.#wantedIn(
        keyAndClass.credential.window(keyAndClass.routeClass),
        keyAndClass.credential,
      ),
      known,
    }
    const document = keyAndClass && this.#readBy(request, known.epoch)
    this.#state.sync({ address, place, document }).then(({ use, taken, isCurrent }) => {
      limit?.note(request.ip, use)
      if (keyAndClass && taken)
        context.prefetched = {
          ...keyAndClass,
          taken,
          known,
          document: isCurrent ? document : undefined,
        }
      enter()
      // The handler has run up to its first wait; afterwards the document may change.
      context.currentDocument = undefined
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
  ): KeyAndClass | undefined {
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
    const context = this.#contexts.get(call.headers) ?? current
    if (!patient && context?.epoch !== undefined && context.deadline) return context
    const { epoch = this.#state.epoch, period = this.#period() } = context ?? {}
    if (patient) return { epoch, period }
    return { epoch, period, deadline: context?.deadline ?? new Deadline(this.#waitMs) }
  }
}

function placeIn(window: Window, { win, used, granted }: Taken): RateLimitResult {
  return { window: window.counted(win, used), granted }
}
