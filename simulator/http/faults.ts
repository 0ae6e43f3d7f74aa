import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { document } from '../../spec/contract.ts'
import type { ErrorCode } from '../../spec/generated/errors.ts'
import { type Random, fraction, newId } from '../clock/random.ts'
import { type Effect, type Target, fits } from '../rules/faults.ts'
import type { Answer } from '../service/answer.ts'
import type { Call } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'

/** What is to go wrong, and what it has hit so far. */
export interface Fault extends Target {
  readonly id: string
  readonly effect: Effect
  /** How often it is to hit; null where `probability` decides. */
  readonly times: number | null
  readonly probability: number | null
  readonly created: number
  hits: number
  /** The newest first. */
  last: { requestId: string; at: number }[]
  /** Ends what it holds back: one for each connection. */
  held: Set<() => void>
}

/** What a request has met: a refusal or an answer in place of its own; `taken` when nothing is left to be done for it. */
type Met = ApiError | Answer | 'taken' | undefined

interface Surroundings {
  random: Random
  /** The details of a 429 by address, for calls that no route class counts. */
  addressLimit: (call: Call) => Record<string, unknown>
}

const MOST_FAULTS = 1000
const MOST_RECEIPTS = 20
/** How long a hanging request is kept, real time. */
const HANG_MS = 60_000

/** Sets faults, and plays them to the requests that they fit (control API). */
export class Faults {
  /** Whether any may still hit: all that a request looks at while none is set. */
  any = false
  #faults: Fault[] = []
  #hit = new WeakMap<ServerResponse, string>()
  #closed = false
  readonly #surroundings: Surroundings

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** In the order in which they are tried. */
  get all(): readonly Fault[] {
    return this.#faults
  }

  /** Whether one more finds room: a spent one gives way, an active one does not. */
  get full(): boolean {
    return this.#faults.length >= MOST_FAULTS && this.#faults.every(isActive)
  }

  add(
    given: Pick<
      Fault,
      'organization' | 'operation' | 'match' | 'effect' | 'times' | 'probability' | 'created'
    >,
  ): Fault {
    const fault: Fault = {
      ...given,
      id: newId(this.#surroundings.random, 'flt'),
      hits: 0,
      last: [],
      held: new Set(),
    }
    if (this.#faults.length >= MOST_FAULTS)
      this.remove((other) => other === this.#faults.find((one) => !isActive(one)))
    this.#faults.push(fault)
    this.#look()
    return fault
  }

  /** Takes faults away and lets go of what they hold back. @returns those that are gone */
  remove(which: (fault: Fault) => boolean): Fault[] {
    const gone = this.#faults.filter(which)
    this.#faults = this.#faults.filter((fault) => !gone.includes(fault))
    this.#look()
    for (const fault of gone) release(fault)
    return gone
  }

  /** Nothing is broken any more, and nothing is held back: whoever waits would keep the listeners from closing. */
  close(): void {
    this.#closed = true
    this.#look()
    for (const fault of this.#faults) release(fault)
  }

  /** The fault that this answer has met. */
  metBy(raw: ServerResponse): string | undefined {
    return this.#hit.get(raw)
  }

  /** To be called while there are any, for each request that was let in. */
  meet(call: Call, params: Record<string, string>, raw: ServerResponse): Met {
    if (isOwnCall(raw)) return undefined
    const fault = this.#take(call, params)
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

  /** The first that fits and, by its number or by chance, hits. It is one step without an await, so none hits too often. */
  #take(call: Call, params: Record<string, string>): Fault | undefined {
    const { owner } = call
    const asked = {
      operation: call.operation.operationId,
      params,
      organization: owner?.organization.id,
      mode: owner?.mode,
      keyId: call.keyId,
    }
    const { random } = this.#surroundings
    const fault = this.#faults.find(
      (one) =>
        isActive(one) &&
        fits(one, asked) &&
        (one.probability === null || fraction(random) < one.probability),
    )
    if (!fault) return undefined
    fault.hits++
    fault.last = [
      { requestId: call.requestId, at: call.now },
      ...fault.last.slice(0, MOST_RECEIPTS - 1),
    ]
    if (!isActive(fault)) this.#look()
    return fault
  }

  #look(): void {
    this.any = !this.#closed && this.#faults.some(isActive)
  }

  /** A 429 whose headers and details are those of the window, were it spent; the window itself stays as it is. */
  #spentWindow(call: Call): ApiError {
    const tier = call.owner?.organization.tier
    if (!call.window || !tier)
      return new ApiError('rate_limit_exceeded', this.#surroundings.addressLimit(call))
    call.window = call.window.ifSpent(call.now)
    return new ApiError('rate_limit_exceeded', call.window.details(tier))
  }

  /** The operation goes its way; what it answers comes late, in part, or never. */
  #breakAnswer(fault: Fault, raw: ServerResponse): void {
    const { delay_ms, truncate } = fault.effect
    const end = raw.end.bind(raw) as (body?: string | Uint8Array) => ServerResponse
    // Answers are written by one `writeHead`, which sends nothing yet, and one `end` (send.ts).
    raw.end = ((body?: string | Uint8Array) => {
      if (delay_ms) this.#hold(fault, raw, delay_ms, () => end(body))
      else if (truncate && body !== undefined) cut(raw, body)
      else this.#lose(fault, raw)
      return raw
    }) as typeof raw.end
  }

  /** No answer: at once, or after a while in which the caller may give up. */
  #lose(fault: Fault, raw: ServerResponse): void {
    if (!fault.effect.hang) return reset(raw)
    // A body that nobody reads would be called late by the server in the end, and answered.
    raw.req.resume()
    this.#hold(fault, raw, HANG_MS, () => reset(raw))
  }

  #hold(fault: Fault, raw: ServerResponse, ms: number, go: () => void): void {
    if (raw.destroyed) return
    const forget = (): void => {
      clearTimeout(timer)
      fault.held.delete(letGo)
      raw.off('close', forget)
    }
    const letGo = (): void => {
      forget()
      go()
    }
    const timer = setTimeout(letGo, ms)
    raw.once('close', forget)
    fault.held.add(letGo)
    // Taken away, or closed, while its operation was under way.
    if (this.#closed || !this.#faults.includes(fault)) letGo()
  }
}

/** Whether the simulator calls itself, for a provider state: that is neither broken nor anybody's request. */
export function isOwnCall({ socket }: ServerResponse): boolean {
  return socket !== null && !(socket instanceof Socket)
}

/** Whether it may still hit. */
export function isActive({ times, hits }: Pick<Fault, 'times' | 'hits'>): boolean {
  return times === null || hits < times
}

function release({ held }: Fault): void {
  for (const letGo of held) letGo()
}

/** Codes that speak of the credential: in earnest no window has counted such a request, so none is shown. */
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

/** What a client may look for in the details: as in the contract's example of the code. */
function detailsOf({ operation }: Call, code: ErrorCode): Record<string, unknown> {
  if (code === 'insufficient_scope') return { required_scopes: operation.scopes }
  const examples = document.components.examples as Record<
    string,
    { value?: { error?: { details?: object } } }
  >
  return { ...examples[code]?.value?.error?.details }
}

const TITLES = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** What stands in front of a service answers in HTML, and knows nothing of its error envelope. */
function proxyPage(status: 502 | 503 | 504): Answer {
  const title = `${status} ${TITLES[status]}`
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, bytes: Buffer.from(text), contentType: 'text/html' }
}

/** Half of what the headers promise. */
function cut(raw: ServerResponse, body: string | Uint8Array): void {
  const bytes = Buffer.from(body)
  const { socket } = raw
  raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket?.destroySoon())
}

/** As if the service had died: a reset, not an orderly end. */
function reset(raw: ServerResponse): void {
  raw.socket?.resetAndDestroy()
}
