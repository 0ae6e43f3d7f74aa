/** Runs the tasks of one key one after the other; those of other keys do not wait. */
export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function newTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const run = (last.get(key) ?? Promise.resolve()).then(task)
    const ended = run
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return run
  }
}
