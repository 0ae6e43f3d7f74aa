type Fields = Record<string, unknown>

/**
 * Remembers a tree of objects and lists.
 * @returns undoes later changes. Every object keeps its identity, because running requests refer to
 *   organizations, keys and subscriptions
 */
export function savepoint(tree: object): () => void {
  const all: [one: object, before: object][] = []
  remember(tree, all)
  return () => {
    for (const [one, before] of all) {
      for (const name of Object.keys(one)) delete (one as Fields)[name]
      if (Array.isArray(one)) one.length = 0
      Object.assign(one, before)
    }
  }
}

function remember(one: object, all: [object, object][]): void {
  all.push([one, Array.isArray(one) ? [...(one as unknown[])] : { ...one }])
  for (const name in one) {
    const value = (one as Fields)[name]
    if (typeof value === 'object' && value !== null) remember(value, all)
  }
}
