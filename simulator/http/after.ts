/** Calls `then` synchronously if the result is no promise: most requests then need no extra turn of the event loop. */
export function after<T>(
  work: () => T | Promise<T>,
  then: (result: T) => void,
  failed: (error: Error) => void,
): void {
  let result: T | Promise<T>
  try {
    result = work()
  } catch (error) {
    return failed(error as Error)
  }
  if (result instanceof Promise) void result.then(then).catch(failed)
  else then(result)
}
