import { type OperationId, operation } from '../../spec/contract.ts'
import type { Validators } from '../http/operations.ts'
import type { Answer } from '../call/answer.ts'
import { Call, type Handler } from '../call/call.ts'
import { validationError } from '../call/errors.ts'
import type { SessionCredential } from '../call/session-credential.ts'

/** Request data of the browser besides form fields. */
export interface BrowserRequest {
  now: number
  address: string
  headers: Record<string, string | undefined>
}

/**
 * Calls operations of the data plane for a page, without a token, but with the same schemas, checks
 * and handlers in the same order.
 */
export class DataPlane {
  readonly #handlers: Record<string, Handler>
  readonly #validators: Validators
  readonly #requestId: () => string

  constructor(handlers: Record<string, Handler>, validators: Validators, requestId: () => string) {
    this.#handlers = handlers
    this.#validators = validators
    this.#requestId = requestId
  }

  /** @throws {ApiError} the error of the operation */
  async call(
    operationId: OperationId,
    owner: SessionCredential,
    browserRequest: BrowserRequest,
    params: Record<string, string> = {},
    body?: object,
  ): Promise<Answer> {
    const wanted = operation(operationId)
    const handler = this.#handlers[operationId]!
    const call = new Call(wanted, browserRequest.now, browserRequest.address, this.#requestId)
    Object.assign(call, {
      region: owner.organization.region,
      session: owner,
      params,
      headers: browserRequest.headers,
    })
    if (body) Object.assign(call, { body, bodyText: JSON.stringify(body) })
    handler.prepare?.(call)
    const issues = [
      ...this.#validators.for(wanted)(call, {}),
      ...((await handler.check?.(call)) ?? []),
    ]
    if (issues.length > 0) throw handler.refusal?.(call, issues) ?? validationError(issues)
    return handler.run(call)
  }

  /** Like `call`, for operations with a JSON response. */
  async data<T>(...request: Parameters<DataPlane['call']>): Promise<T> {
    return (JSON.parse((await this.call(...request)).json!.text) as { data: T }).data
  }
}
