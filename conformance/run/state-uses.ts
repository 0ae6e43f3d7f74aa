import type { Answer } from '../http/answer.ts'
import {
  type Bindings,
  ProviderStates,
  type SendToProvider,
  type StateUse,
} from '../target/states.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Target } from '../target/target.ts'
import { providerRequest } from './http-request.ts'

type Send = (label: string, request: HttpRequest) => Promise<Answer>

/** States that a check has set up, and undoes at its end. */
export class StateUses {
  readonly #used: StateUse[] = []
  readonly #settingUp = new Set<Promise<Bindings>>()
  readonly #states: ProviderStates
  readonly #undo: ProviderStates

  /**
   * @param undo sends also once the run is over
   * @param webhookSeconds how long a webhook may take: a provider may wait for one before it answers
   */
  constructor(target: Target, send: Send, undo: Send, webhookSeconds: () => number = () => 0) {
    const to =
      (via: Send): SendToProvider =>
      (label, path, body) =>
        via(label, {
          ...providerRequest(target, path, body),
          leastTimeoutMs: webhookSeconds() * 1000,
        })
    this.#states = new ProviderStates(to(send))
    this.#undo = new ProviderStates(to(undo))
  }

  /** @throws {StateError, StateUnavailable} */
  async setUp(use: StateUse): Promise<Bindings> {
    // Recorded before it is sent: a set-up without a response may have taken effect.
    this.#used.push(use)
    const answered = this.#states.setUp(use)
    this.#settingUp.add(answered)
    try {
      return await answered
    } finally {
      this.#settingUp.delete(answered)
    }
  }

  /** Undoes all states, the last one first. @returns the problems */
  async tearDown(): Promise<string[]> {
    // An early end may have interrupted the check during a set-up.
    await Promise.allSettled(this.#settingUp)
    const problems: string[] = []
    for (const use of this.#used.splice(0).toReversed())
      await this.#undo.tearDown(use).catch((error: Error) => problems.push(error.message))
    return problems
  }
}
