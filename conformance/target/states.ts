import { at, isObject, type JsonObject } from '../http/json.ts'
import type { Answer } from '../http/answer.ts'
import { shown } from '../text.ts'

/** Values that a state returns: ids, keys, hashes. */
export type Bindings = JsonObject

/** One set-up; a teardown with the same body undoes it. */
export interface StateUse {
  state: string
  params: JsonObject
  /** New for every use, so that a provider can distinguish two uses of a state. */
  run_id: string
}

/** The provider broke the protocol, or reported an error: not a fault of the implementation's public API. */
export class StateError extends Error {
  override readonly name = 'StateError'
}

/** The provider offers the state, but not with these parameters. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable'
  readonly reason: string

  /** @param reason the provider's own words */
  constructor(state: string, reason: string) {
    super(
      `the provider lists the state ${state} and refuses to set it up: ${reason}; offer it with these params, or omit it from GET /states`,
    )
    this.reason = reason
  }
}

/** Sends one request to the provider-state address; a path below it, and a JSON body for a POST. */
export type SendToProvider = (label: string, path: string, body?: JsonObject) => Promise<Answer>

/** The suite's side of PROTOCOL.md. */
export class ProviderStates {
  readonly #send: SendToProvider

  constructor(send: SendToProvider) {
    this.#send = send
  }

  /** Names of the states that the provider offers. @throws {StateError} */
  async offered(): Promise<ReadonlySet<string>> {
    const answer = await this.#send('ask for the list of states', '/states')
    const states = at(answer.json, 'states')
    const names = Array.isArray(states) ? states.map((state) => at(state, 'name')) : []
    if (
      answer.status !== 200 ||
      !Array.isArray(states) ||
      !names.every((name) => typeof name === 'string')
    ) {
      throw refusal('listing the states', answer, '200 with {"states": [{"name": "..."}]}')
    }
    return new Set(names)
  }

  /** @throws {StateError, StateUnavailable} */
  async setUp(use: StateUse): Promise<Bindings> {
    const answer = await this.#send(`set up the state ${use.state}`, '/states', {
      ...use,
      action: 'setup',
    })
    if (answer.status === 422) {
      throw new StateUnavailable(use.state, shown(at(answer.json, 'error') ?? 422))
    }
    const bindings = at(answer.json, 'bindings')
    if (answer.status !== 200 || !isObject(bindings)) {
      throw refusal(`setting up ${use.state}`, answer, '200 with {"bindings": {...}}')
    }
    return bindings
  }

  /** @throws {StateError} */
  async tearDown(use: StateUse): Promise<void> {
    const answer = await this.#send(`tear down the state ${use.state}`, '/states', {
      ...use,
      action: 'teardown',
    })
    if (answer.status !== 200 && answer.status !== 204)
      throw refusal(`tearing down ${use.state}`, answer, '200 or 204')
  }
}

function refusal(doing: string, answer: Answer, expected: string): StateError {
  const providerError = at(answer.json, 'error')
  const got =
    providerError === undefined
      ? String(answer.status)
      : `${answer.status} (${shown(providerError)})`
  return new StateError(`${doing}: expected ${expected}, got ${got}`)
}
