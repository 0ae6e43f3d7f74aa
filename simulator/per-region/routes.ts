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

interface Change {
  /** What to do if only region us has made the change. */
  again?: string
  /** What region eu does after region us. @default the same */
  inEu?: (call: Call) => unknown
}

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
      await this.#arrivals.reach(call, region && [region])
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

  /** Runs a change at both cores, after earlier ones, and returns the response of region us. */
  change(operation: string, { again, inEu }: Change = {}): Handler {
    const { us, eu } = this.#cores
    const [first, second] = [handlerOf(us, operation), handlerOf(eu, operation)]
    return {
      ...(first.check && { check: (call) => first.check!(call) }),
      run: async (call) => {
        await this.#arrivals.reach(call)
        return this.#inTurn(async () => {
          const done = await first.run(call)
          await afterFirst(() => (inEu ? inEu(call) : second.run(call)), again)
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
        await this.#arrivals.reach(call)
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
        await this.#arrivals.reach(call)
        try {
          return await handlerOf(this.#cores.us, operation).run(call)
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
          return handlerOf(this.#cores.eu, operation).run(call)
        }
      },
    }
  }

  /** Runs an operation at region us that needs no database. */
  unasked(operation: string): Handler {
    return handlerOf(this.#cores.us, operation)
  }

  /** Wraps handlers so that they wait for the newest state of both regions. */
  reaching(handlers: Record<string, Handler>): Record<string, Handler> {
    const wait = (call: Call): Promise<void> => this.#arrivals.reach(call)
    return Object.fromEntries(
      Object.entries(handlers).map(([name, { check, run }]) => [
        name,
        {
          ...(check && { check: (call) => wait(call).then(() => check(call)) }),
          run: (call) => wait(call).then(() => run(call)),
        },
      ]),
    )
  }

  /**
   * Returns the region whose core finds a thing, as soon as one does.
   * @throws if none does and one could not be asked
   */
  async regionWhere(
    call: Call,
    look: (core: Core, region: Region) => unknown,
  ): Promise<Region | undefined> {
    const looks = REGIONS.map(async (region) => {
      await this.#arrivals.reach(call, [region])
      if (await look(this.#cores[region], region)) return region
      throw NOT_HERE
    })
    try {
      return await Promise.any(looks)
    } catch (error) {
      const failed = (error as AggregateError).errors.find((one) => one !== NOT_HERE) as unknown
      if (failed !== undefined) throw failed
      return undefined
    }
  }
}

const NOT_HERE = new Error('this region does not have it')

/**
 * Runs the second part of a change.
 * @param again what to do if only the first one was made
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
