/** Default number of checks that run at once. */
export const PARALLEL = 4

/** Scheduling of an item; concurrent with others by default. */
export interface Place {
  /** Runs alone, after all others. */
  alone?: boolean
  /** Starts at once and does not count towards the width, because it mostly waits. */
  long?: boolean
}

/**
 * Runs each item: up to `width` concurrently, and the same number of long items in addition.
 * @returns the results, in the order of the items
 */
export async function runAll<Item extends object, Result>(
  items: readonly Item[],
  width: number,
  run: (item: Item) => Promise<Result>,
  placeOf: (item: Item) => Place = () => ({}),
): Promise<Result[]> {
  const results = new Map<Item, Result>()
  const work = async (queue: Item[]): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) results.set(item, await run(item))
  }
  const workers = (queue: Item[]): Promise<void>[] =>
    Array.from({ length: Math.min(width, queue.length) }, () => work(queue))
  const {
    alone = [],
    long = [],
    together = [],
  } = Object.groupBy(items, (item) => {
    const place = placeOf(item)
    return place.alone ? 'alone' : place.long ? 'long' : 'together'
  })
  await Promise.all([...workers(long), ...workers(together)])
  await work(alone)
  return items.map((item) => results.get(item)!)
}
