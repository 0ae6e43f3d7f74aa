import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Call, Handler } from '../call/call.ts'
import type { Credential } from '../call/credential.ts'
import { Window } from '../call/window.ts'
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

/** A place that was taken for a request before it was admitted. */
interface TakenAhead {
  credential: Credential
  routeClass: string
  taken: Taken
}

/** Requests at a replica: they learn the newest state first, and wait for the database for a limited time. */
export class Requests {
  #state: SharedState
  #counters: Counters
  #clock: SettableClock
  #waitMs: number
  #limits = new Map<Region, SharedIpLimit>()
  #epochs = new WeakMap<Call, string>()
  /** By the headers of a request, which are the same object from its arrival to its response. */
  #deadlines = new WeakMap<IncomingHttpHeaders, Deadline>()
  /** By the deadline of the request that runs now. */
  #ahead = new WeakMap<Deadline, TakenAhead>()

  constructor({ state, counters, clock, waitMs }: RequestsOptions) {
    this.#state = state
    this.#counters = counters
    this.#clock = clock
    this.#waitMs = waitMs
  }

  /** The limit of addresses in a region, counted by all replicas. */
  ipLimit(region: Region, budget: number): SharedIpLimit {
    const limit = new SharedIpLimit(this.#counters, region, budget)
    this.#limits.set(region, limit)
    return limit
  }

  /**
   * Lets a request in once this replica has the newest world and the use of the request's address. All that it waits
   * for, from now to its response, has one limit.
   * @param gate of the public API; undefined for the control API
   * @param held what it waits for first
   */
  enter(
    request: FastifyRequest,
    gate: Gate | undefined,
    held: Promise<void> | undefined,
    enter: (error?: Error) => void,
  ): void {
    const deadline = new Deadline(this.#waitMs)
    this.#deadlines.set(request.headers, deadline)
    // What follows inherits the limit: faults and the journal wait for the database, too.
    writeContext.run({ deadline }, () => {
      const entered = held
        ? inTime(held).then(() => this.#look(request, gate, deadline))
        : this.#look(request, gate, deadline)
      void entered.then(() => enter(), enter)
    })
  }

  /** Counts a request in the window of its key, with all replicas. */
  readonly take = async (credential: Credential, routeClass: string): Promise<TakenPlace> => {
    const wanted = wantedBy(credential, routeClass)
    const taken = this.#takenAhead(credential, routeClass) ?? (await this.#counters.take(wanted))
    const { limit } = credential.window(routeClass)
    return { window: Window.counted(limit, taken.win, taken.used), granted: taken.granted }
  }

  /** Admits a call, and notes the state that it is admitted in. */
  admitting<T>(call: Call, admit: () => T): T {
    this.#epochs.set(call, this.#state.epoch)
    return admit()
  }

  /** Wraps handlers: their reads and writes are refused once all data was replaced, and their waiting has an end. */
  over(handlers: Record<string, Handler>): Record<string, Handler> {
    const guarded = ([name, handler]: [string, Handler]): [string, Handler] => {
      const { check, run, patient = false } = handler
      const within = <T>(call: Call, work: (call: Call) => T): T =>
        writeContext.run(this.#context(call, patient), () => work(call))
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

  /** Runs a task without the limits of the request that asked for it. */
  patient<T>(task: () => T): T {
    return writeContext.exit(task)
  }

  async #look(request: FastifyRequest, gate: Gate | undefined, deadline: Deadline): Promise<void> {
    const limit = gate && this.#limits.get(gate.pages.region)
    const address = limit?.asked(request.ip)
    // An extra listener has a limit of its own, which the statement does not know.
    const asking = limit === gate?.ipLimit ? this.#askingFor(request, gate) : undefined
    const place = asking && {
      ...wantedBy(asking.credential, asking.routeClass),
      ...this.#state.known,
    }
    const { use, taken } = await this.#state.sync({ address, place })
    limit?.note(request.ip, use)
    if (asking && taken) this.#ahead.set(deadline, { ...asking, taken })
  }

  /** Looks a request's key up in the world as it is known: the statement decides whether that is the newest one. */
  #askingFor(
    { headers, ip, routeOptions }: FastifyRequest,
    gate: Gate | undefined,
  ): Omit<TakenAhead, 'taken'> | undefined {
    const { operation } = routeOptions.config
    if (!gate || !operation?.security[0]?.includes('secretKey')) return undefined
    const now = this.#clock.now()
    if (gate.ipLimit.spent(ip, now)) return undefined
    const credential = gate.keys.find(headers.authorization, now)
    return credential && { credential, routeClass: operation.routeClass }
  }

  #takenAhead(credential: Credential, routeClass: string): Taken | undefined {
    const deadline = writeContext.getStore()?.deadline
    const ahead = deadline && this.#ahead.get(deadline)
    if (!ahead) return undefined
    this.#ahead.delete(deadline)
    const isSame = ahead.credential === credential && ahead.routeClass === routeClass
    return isSame ? ahead.taken : undefined
  }

  /** A body may have arrived since the request was let in: what it inherited is gone. */
  #context(call: Call, patient: boolean): WriteContext {
    const epoch = this.#epochs.get(call) ?? this.#state.epoch
    const deadline = this.#deadlines.get(call.headers) ?? new Deadline(this.#waitMs)
    return { epoch, ...(!patient && { deadline }) }
  }
}

function wantedBy(credential: Credential, routeClass: string): Wanted {
  const { budget, windowMs } = credential.window(routeClass).limit
  return {
    key: `${credential.organization.id}\n${credential.key.id}\n${routeClass}`,
    windowMs,
    budget,
  }
}
