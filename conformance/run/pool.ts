import { inSlot } from '../waiting.ts'

/** Default number of checks that run at once. */
export const PARALLEL = 4

/** Items that have begun and wait, for each one that runs. */
const WAITING = 7

/** Scheduling of an item; concurrent with others by default. */
export interface Place {
  /** Runs alone, after all others. */
  alone?: boolean
  /** Starts before all others, because it waits for long. */
  long?: boolean
}

/**
 * Runs each item: up to `width` concurrently, those that wait (`waiting.ts`) not counted.
 * @returns the results, in the order of the items
 */
export async function runAll<Item extends object, Result>(
  items: readonly Item[],
  width: number,
  run: (item: Item) => Promise<Result>,
  placeOf: (item: Item) => Place = () => ({}),
): Promise<Result[]> {
  const results = new Map<Item, Result>()
  const runOne = async (item: Item): Promise<void> => {
    results.set(item, await run(item))
  }
  const {
    alone = [],
    long = [],
    together = [],
  } = Object.groupBy(items, (item) => {
    const place = placeOf(item)
    return place.alone ? 'alone' : place.long ? 'long' : 'together'
  })
  await new Pool(width).run([...long, ...together].map((item) => () => runOne(item)))
  for (const item of alone) await runOne(item)
  return items.map((item) => results.get(item)!)
}

class Pool {
  readonly #width: number
  #running = 0
  #waiting = 0
  #queue: (() => Promise<void>)[] = []
  readonly #end = Promise.withResolvers<void>()

  constructor(width: number) {
    this.#width = width
  }

  run(tasks: (() => Promise<void>)[]): Promise<void> {
    this.#queue = tasks
    this.#startMore()
    return this.#end.promise
  }

  #startMore(): void {
    while (this.#running < this.#width && this.#waiting < this.#width * WAITING) {
      const task = this.#queue.shift()
      if (!task) break
      void this.#start(task)
    }
    if (this.#running === 0 && this.#waiting === 0) this.#end.resolve()
  }

  async #start(task: () => Promise<void>): Promise<void> {
    this.#running++
    /** Concurrent waits of the task. */
    let waits = 0
    const release = (): void => {
      if (++waits > 1) return
      this.#running--
      this.#waiting++
      this.#startMore()
    }
    const take = (): void => {
      if (--waits > 0) return
      this.#running++
      this.#waiting--
    }
    try {
      await inSlot({ release, take }, task)
    } catch (error) {
      this.#queue = []
      this.#end.reject(error)
    }
    if (waits > 0) this.#waiting--
    else this.#running--
    // A wait that the task did not await may end later.
    waits = Number.POSITIVE_INFINITY
    this.#startMore()
  }
}
