import type { Answer } from '../http/answer.ts'
import type { HttpRequest } from '../http/request.ts'
import { httpRequest } from './http-request.ts'

/** Attempts after a 429 of the limit by address, for one request. */
export const MOST_RESETS = 3

/** Resets the limit by address, if a provider offers that. */
export const RESET_STATE = 'unused_address_limit'

/** Resets of the limit by address in a run: one reset serves every check that was rejected meanwhile. */
export class AddressLimitResets {
  #count = 0
  #running: Promise<void> | undefined

  /** Number of resets. A 429 from before the last one says nothing about the current limit. */
  get count(): number {
    return this.#count
  }

  /** Resolves when no reset is under way. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {})
  }

  /** @param setUp makes the state, unless another check is doing so */
  async reset(setUp: () => Promise<unknown>): Promise<void> {
    this.#running ??= this.#reset(setUp)
    await this.#running
  }

  async #reset(setUp: () => Promise<unknown>): Promise<void> {
    try {
      await setUp()
    } finally {
      this.#count++
      this.#running = undefined
    }
  }
}

/**
 * The limit by address precedes authentication (LIM-002), so it rejects a request without a
 * credential, too.
 */
export async function isAddressLimited(
  run: { send(label: string, request: HttpRequest): Promise<Answer> },
  baseUrl: string,
): Promise<boolean> {
  const { status } = await run.send(
    'see whether the 429 is that of the address',
    httpRequest({ method: 'GET', path: '/v1/sessions' }, baseUrl, undefined),
  )
  return status === 429
}
