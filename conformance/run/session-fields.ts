import type { StepRequest } from '../check/check.ts'
import { withSessionFields } from '../check/resources/session-fields.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Bindings } from '../target/states.ts'
import type { Credential, Target } from '../target/target.ts'

/** The fields that session creations of a check need, by key. */
export class SessionFields {
  readonly #listed: readonly JsonObject[]
  /** Fields that the provider named for its keys. */
  readonly #own = new Map<string, JsonObject>()

  constructor({ regions }: Target) {
    this.#listed = Object.values(regions).flatMap((region) =>
      Object.values(region?.credentials ?? {}).map(({ sessionFields }) => sessionFields),
    )
  }

  /** Keeps the fields of a state for its key. */
  keep({ key, session_fields: fields }: Bindings): void {
    if (typeof key === 'string' && isObject(fields)) this.#own.set(key, fields)
  }

  /** @param key of the provider @param listed the credential of the target file in its place */
  of(key: string | undefined, listed: Credential | undefined): JsonObject {
    return (key !== undefined && this.#own.get(key)) || listed?.sessionFields || {}
  }

  /** Returns a request with the fields of the key that sends it. */
  complete(request: StepRequest, key: string | undefined): StepRequest {
    return key === undefined
      ? request
      : withSessionFields(request, this.#own.get(key), this.#listed)
  }
}
