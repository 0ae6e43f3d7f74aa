/**
 * Runs each item, up to `width` side by side; those that have to be alone come last, one by one.
 * @returns what came of them, in the order of the items
 */
export async function runAll<Item extends object & { alone?: boolean }, Result>(
  items: readonly Item[],
  width: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<Item, Result>()
  const work = async (queue: Item[]): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) results.set(item, await run(item))
  }
  const together = items.filter(({ alone }) => !alone)
  await Promise.all(Array.from({ length: Math.min(width, together.length) }, () => work(together)))
  await work(items.filter(({ alone }) => alone))
  return items.map((item) => results.get(item)!)
}
