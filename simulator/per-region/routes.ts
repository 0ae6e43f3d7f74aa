import type { Core } from '../app/core.ts'
import type { Answer } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import { newQueue } from '../control/queue.ts'
import { REGIONS, type Region } from '../world/world.ts'
import type { Arrivals, Cores } from './cores.ts'

/** Returns the region of what a call names; undefined if there is no such thing. */
export type Find = (call: Call) => Region | undefined | Promise<Region | undefined>

type Join = (us: Answer, eu: Answer) => Answer

/** Runs operations of the control API at one of two cores, or at both. */
export class Routes {
  readonly #cores: Cores
  readonly #arrivals: Arrivals
  /** Changes of both regions happen in the same order in each. */
  readonly #inTurn = newQueue()

  constructor(cores: Cores, arrivals: Arrivals) {
    this.#cores = cores
    this.#arrivals = arrivals
  }

  /** Runs an operation at the core that has what the call names; region us refuses what neither has. */
  to(operation: string, find: Find): Handler {
    const chosen = new WeakMap<Call, Promise<Handler>>()
    const choose = async (call: Call): Promise<Handler> => {
      const region = await find(call)
      this.#arrivals.demand(call, region && [region])
      return handlerOf(this.#cores[region ?? 'us'], operation)
    }
    // Chosen once: a handler may replace the parameters of the call.
    const handlerFor = (call: Call): Promise<Handler> => {
      const known = chosen.get(call) ?? choose(call)
      chosen.set(call, known)
      return known
    }
    return {
      check: async (call) => (await handlerFor(call)).check?.(call) ?? [],
      run: async (call) => (await handlerFor(call)).run(call),
    }
  }

  /**
   * Runs a change at both cores, after earlier ones, and returns the response of region us.
   * @param again what to do if only region us has made it
   */
  change(operation: string, again?: string): Handler {
    const { us, eu } = this.#cores
    const [first, second] = [handlerOf(us, operation), handlerOf(eu, operation)]
    return {
      ...(first.check && { check: (call) => first.check!(call) }),
      run: (call) => {
        this.#arrivals.demand(call)
        return this.#inTurn(async () => {
          const done = await first.run(call)
          await afterFirst(() => second.run(call), again)
          return done
        })
      },
    }
  }

  /** Runs an operation at both cores, also while a change runs. */
  each(operation: string, join: Join = (us) => us): Handler {
    const { us, eu } = this.#cores
    return {
      run: async (call) => {
        this.#arrivals.demand(call)
        return join(
          await handlerOf(us, operation).run(call),
          await handlerOf(eu, operation).run(call),
        )
      },
    }
  }

  /** Runs an operation at the first core that does not answer that there is no such thing. */
  firstFound(operation: string): Handler {
    return {
      run: async (call) => {
        this.#arrivals.demand(call)
        try {
          return await handlerOf(this.#cores.us, operation).run(call)
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
          return handlerOf(this.#cores.eu, operation).run(call)
        }
      },
    }
  }

  /** Returns the region whose core finds a thing. @throws if none does and one could not be asked */
  async regionWhere(look: (core: Core, region: Region) => unknown): Promise<Region | undefined> {
    const looked = await Promise.allSettled(
      REGIONS.map(async (region) => look(this.#cores[region], region)),
    )
    const at = looked.findIndex((one) => one.status === 'fulfilled' && Boolean(one.value))
    if (at >= 0) return REGIONS[at]
    const failed = looked.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason as Error
    return undefined
  }
}

/**
 * Runs the second part of a change. @param again what to do if only the first one was made
 * @throws {ApiError} that says so
 */
export async function afterFirst<T>(
  task: () => T | Promise<T>,
  again = 'Send the request again when both databases can be reached.',
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw new ApiError(
      'internal_error',
      {},
      `Region us has made this change, and region eu has not: ${(error as Error).message.replace(/\.$/, '')}. ${again}`,
    )
  }
}

function handlerOf({ control }: Core, operation: string): Handler {
  return control.handlers[operation]!
}
