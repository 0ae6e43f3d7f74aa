/** Runs tasks one after the other: nothing may freeze or set a clock during an advance. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>

export function newQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => undefined)
    return run
  }
}
