import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { document } from '../../spec/contract.ts'
import type { ErrorCode } from '../../spec/generated/errors.ts'
import { type Random, fraction } from '../ids/random.ts'
import { matches } from './fault.ts'
import type { Fault, FaultList } from './fault-list.ts'
import type { Answer } from '../call/answer.ts'
import type { Call } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import { resetConnection } from '../http/open-connections.ts'

/**
 * Result of fault injection: a replacement response or error; `taken` if the fault handles the
 * response itself.
 */
export type FaultResult = ApiError | Answer | 'taken' | undefined

interface FaultContext {
  random: Random
  /** Details of a per-address 429, for calls without a route class. */
  addressLimit: (call: Call) => Record<string, unknown>
}

/** How long a hanging request is held, in real time. */
const HANG_MS = 60_000

/** Applies faults to matching requests. */
export class Faults {
  #list: FaultList
  /** Callbacks that release held requests, one per connection, by fault. */
  #held = new Map<string, Set<() => void>>()
  #hit = new WeakMap<ServerResponse, string>()
  #closed = false
  readonly #context: FaultContext

  constructor(list: FaultList, surroundings: FaultContext) {
    this.#list = list
    this.#context = surroundings
    list.onRemoval((id) => this.#release(id))
  }

  /** Whether any fault may still apply. It is the only check of a request while no fault is set. */
  get any(): boolean {
    return this.#list.any && !this.#closed
  }

  /**
   * Disables all faults and releases held requests, which would otherwise keep the listeners from
   * closing.
   */
  close(): void {
    this.#closed = true
    for (const id of this.#held.keys()) this.#release(id)
  }

  /** Returns the id of the fault that affected this response. */
  faultIdOf(raw: ServerResponse): string | undefined {
    return this.#hit.get(raw)
  }

  /** Applies a fault to an admitted request; call only while `any` is true. */
  inject(
    call: Call,
    params: Record<string, string>,
    raw: ServerResponse,
  ): FaultResult | Promise<FaultResult> {
    if (isOwnCall(raw)) return undefined
    const { owner } = call
    const asked = {
      operation: call.operation.operationId,
      params,
      organization: owner?.organization.id,
      mode: owner?.mode,
      keyId: call.keyId,
    }
    const { random } = this.#context
    const fault = this.#list.hit(
      (one) =>
        matches(one, asked) && (one.probability === null || fraction(random) < one.probability),
      { requestId: call.requestId, at: call.now },
    )
    return fault instanceof Promise
      ? fault.then((late) => this.#apply(late, call, raw))
      : this.#apply(fault, call, raw)
  }

  #apply(fault: Fault | undefined, call: Call, raw: ServerResponse): FaultResult {
    if (!fault) return undefined
    this.#hit.set(raw, fault.id)
    const { error, status, hang, reset, rate_limit } = fault.effect
    if (rate_limit || error === 'rate_limit_exceeded') return this.#spentWindow(call)
    if (error) return refusal(call, error)
    if (status) return proxyPage(status)
    if (hang === 'before' || reset === 'before') {
      this.#lose(fault, raw)
      return 'taken'
    }
    this.#breakAnswer(fault, raw)
    return undefined
  }

  /**
   * Returns a 429 with the headers and details of a spent window; the real window does not change.
   */
  #spentWindow(call: Call): ApiError {
    const tier = call.owner?.organization.tier
    if (!call.window || !tier)
      return new ApiError('rate_limit_exceeded', this.#context.addressLimit(call))
    call.window = call.window.ifSpent(call.now)
    return new ApiError('rate_limit_exceeded', call.window.details(tier))
  }

  /** Runs the operation, then delays, truncates or drops its response. */
  #breakAnswer(fault: Fault, raw: ServerResponse): void {
    const { delay_ms, truncate } = fault.effect
    const end = raw.end.bind(raw) as (body?: string | Uint8Array) => ServerResponse
    // Responses use one `writeHead`, which sends nothing yet, and one `end` (send.ts).
    raw.end = ((body?: string | Uint8Array) => {
      if (delay_ms) this.#hold(fault, raw, delay_ms, () => end(body))
      else if (truncate && body !== undefined) cut(raw, body)
      else this.#lose(fault, raw)
      return raw
    }) as typeof raw.end
  }

  /** Drops the response: at once, or after a delay in which the client may time out. */
  #lose(fault: Fault, raw: ServerResponse): void {
    if (!fault.effect.hang) return reset(raw)
    // Read the body: otherwise the server's request timeout would end the wait with a response.
    raw.req.resume()
    this.#hold(fault, raw, HANG_MS, () => reset(raw))
  }

  #hold(fault: Fault, raw: ServerResponse, ms: number, go: () => void): void {
    if (raw.destroyed) return
    const held = this.#held.get(fault.id) ?? new Set()
    this.#held.set(fault.id, held)
    const forget = (): void => {
      clearTimeout(timer)
      held.delete(letGo)
      if (held.size === 0) this.#held.delete(fault.id)
      raw.off('close', forget)
    }
    const letGo = (): void => {
      forget()
      go()
    }
    const timer = setTimeout(letGo, ms)
    raw.once('close', forget)
    held.add(letGo)
    // The fault was removed, or the simulator closed, while the operation ran.
    if (this.#closed || !this.#list.has(fault.id)) letGo()
  }

  #release(id: string): void {
    for (const letGo of this.#held.get(id) ?? []) letGo()
  }
}

/**
 * Whether the simulator made the request itself, for a provider state. Faults and the journal skip
 * such calls.
 */
export function isOwnCall({ socket }: ServerResponse): boolean {
  return socket !== null && !(socket instanceof Socket)
}

/**
 * Authentication errors. Real ones are not counted in a window, so these show no rate-limit
 * headers.
 */
const OF_THE_CREDENTIAL: ReadonlySet<ErrorCode> = new Set([
  'authentication_required',
  'invalid_api_key',
  'region_mismatch',
  'wrong_token_type',
  'token_expired',
])

function refusal(call: Call, code: ErrorCode): ApiError {
  if (OF_THE_CREDENTIAL.has(code)) call.window = undefined
  return new ApiError(code, detailsOf(call, code))
}

/** Returns the error details that a client may read, as in the contract's example of the code. */
function detailsOf({ operation }: Call, code: ErrorCode): Record<string, unknown> {
  if (code === 'insufficient_scope') return { required_scopes: operation.scopes }
  const examples = document.components.examples as Record<
    string,
    { value?: { error?: { details?: object } } }
  >
  return { ...examples[code]?.value?.error?.details }
}

const TITLES = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** Returns an HTML error page like that of a proxy, without the error body of the API. */
function proxyPage(status: 502 | 503 | 504): Answer {
  const title = `${status} ${TITLES[status]}`
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, bytes: Buffer.from(text), contentType: 'text/html' }
}

/** Sends half of the body that the headers announce. */
function cut(raw: ServerResponse, body: string | Uint8Array): void {
  const bytes = Buffer.from(body)
  const { socket } = raw
  raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket?.destroySoon())
}

function reset({ socket }: ServerResponse): void {
  if (socket) resetConnection(socket)
}
