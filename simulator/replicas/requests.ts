import type { FastifyRequest } from 'fastify'
import type { Call, Handler } from '../call/call.ts'
import type { Credential } from '../call/credential.ts'
import type { Window } from '../call/window.ts'
import type { Gate, TakenPlace } from '../http/auth/gate.ts'
import type { SettableClock } from '../time/clock.ts'
import { Deadline } from '../store/postgres/deadline.ts'
import { type WriteContext, inTime, writeContext } from '../store/postgres/write-context.ts'
import type { Region } from '../world/world.ts'
import type { Counters } from './counters.ts'
import type { Taken, Wanted } from './rate-places.ts'
import { SharedIpLimit } from './shared-ip-limit.ts'
import type { SharedState } from './shared-state.ts'

interface RequestsOptions {
  state: SharedState
  counters: Counters
  clock: SettableClock
  /** How long a request may wait for the database, in ms. */
  waitMs: number
}

/** The key of a request, and the route class of its operation. */
interface Asking {
  credential: Credential
  routeClass: string
}

/** A request from its arrival to its response. */
class Visit implements WriteContext {
  readonly deadline: Deadline
  /** Epoch of the data when the request was admitted; undefined before. */
  epoch: string | undefined
  /** A place in the rate-limit window that was taken before the request was admitted. */
  ahead: (Asking & { taken: Taken }) | undefined

  constructor(waitMs: number) {
    this.deadline = new Deadline(waitMs)
  }
}

/**
 * Requests at a replica: each first reads the newest state, and waits for the database for a
 * limited time.
 */
export class Requests {
  #state: SharedState
  #counters: Counters
  #clock: SettableClock
  #waitMs: number
  #limits = new Map<Region, SharedIpLimit>()
  /**
   * Visits of requests with a body, because code that runs after its arrival has not inherited the
   * context. By headers, which are the same object in request and call.
   */
  #visits = new WeakMap<object, Visit>()
  /** Arguments for the counters, by window. */
  #wanted = new WeakMap<Window, Wanted>()

  constructor({ state, counters, clock, waitMs }: RequestsOptions) {
    this.#state = state
    this.#counters = counters
    this.#clock = clock
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
    const ahead = takenAhead(credential, routeClass)
    if (ahead) return placeIn(window, ahead)
    return this.#counters
      .take(this.#wantedIn(window, credential))
      .then((taken) => placeIn(window, taken))
  }

  /** Admits a call, and records the epoch of the data. */
  admitting<T>(admit: () => T): T {
    const visit = writeContext.getStore()
    if (visit instanceof Visit) visit.epoch = this.#state.epoch
    return admit()
  }

  /**
   * Wraps handlers: their reads and writes fail after all data was replaced, and their waiting is
   * limited.
   */
  over(handlers: Record<string, Handler>): Record<string, Handler> {
    const guarded = ([name, handler]: [string, Handler]): [string, Handler] => {
      const { check, run, patient = false } = handler
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
    const place = asking && {
      wanted: this.#wantedIn(asking.credential.window(asking.routeClass), asking.credential),
      known: this.#state.known,
    }
    this.#state.sync({ address, place }).then(({ use, taken }) => {
      limit?.note(request.ip, use)
      if (asking && taken) visit.ahead = { ...asking, taken }
      enter()
    }, enter)
  }

  /**
   * Looks up the key of a request in this replica's world; the statement checks whether it is the
   * newest.
   */
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

function takenAhead(credential: Credential, routeClass: string): Taken | undefined {
  const visit = writeContext.getStore()
  if (!(visit instanceof Visit) || !visit.ahead) return undefined
  const { ahead } = visit
  visit.ahead = undefined
  const isSame = ahead.credential === credential && ahead.routeClass === routeClass
  return isSame ? ahead.taken : undefined
}

function placeIn(window: Window, { win, used, granted }: Taken): TakenPlace {
  return { window: window.counted(win, used), granted }
}
