/** The store cannot be reached or does not answer. Nothing was written: a request becomes a 503. */
export class StoreUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the store is unavailable: ${reason}`, { cause })
    this.name = 'StoreUnavailable'
  }
}

/** The connection was lost during a write, which may or may not be stored (a 500). */
export class OutcomeUnknown extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the store was lost during a write, which may or may not be stored: ${reason}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/**
 * Runs a task of a request that has already written something: if the store is lost during the
 * task, the answer must not say that nothing was written.
 */
export async function afterCommit<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof StoreUnavailable ? new OutcomeUnknown(error.message, error) : error
  }
}

/** All data was replaced after the request began. Nothing was written: a request becomes a 503. */
export class Replaced extends Error {
  constructor() {
    super('all data was replaced since this was read')
    this.name = 'Replaced'
  }
}
