/** How many checks run side by side unless a run says otherwise. */
export const PARALLEL = 4

/** How an item is run; beside the others where nothing is said. */
export interface Place {
  /** With no other beside it, after all others. */
  alone?: boolean
  /** At once, and beside as many others as there may be, as it does little but wait. */
  long?: boolean
}

/**
 * Runs each item, up to `width` side by side, and as many long ones beside them.
 * @returns what came of them, in the order of the items
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
