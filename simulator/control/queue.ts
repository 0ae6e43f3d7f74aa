/** Runs one task after the other: a clock that is advanced must not be frozen or set by somebody else on the way. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>

export function newQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => undefined)
    return run
  }
}
