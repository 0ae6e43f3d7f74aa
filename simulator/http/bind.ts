import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../spec/contract.ts'
import type { Answer } from '../call/answer.ts'
import { isPreflight } from './auth/cors.ts'
import { errorBody } from './error-body.ts'
import type { Faults, Met } from '../faults/fault-injection.ts'
import type { Journal } from '../request-log/journal.ts'
import { send } from './send.ts'
import {
  type ReadBody,
  bodyRefusal,
  encodedBody,
  isEncoded,
  tooLargeOrUnmeasured,
} from './bodies.ts'
import { tooLarge } from '../uploads/collect-body.ts'
import { Call, type Handler } from '../call/call.ts'
import type { Cursors } from '../call/cursors.ts'
import { ApiError, type Issue, Unavailable, validationError } from '../call/errors.ts'
import type { Window } from '../call/window.ts'
import type { UploadReader } from '../uploads/upload-reader.ts'
import type { Validators } from './operations.ts'
import { Replaced, StoreUnavailable } from '../store/unavailable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null
  }
}

/** Nothing, once the caller is let in. A refusal that comes in floods is returned: throwing it is an eighth of its cost. */
export type Admission = void | ApiError | Promise<void>

/** How a request was counted that no route takes. */
export interface UnknownRouteAdmission {
  window?: Window
  refusal?: ApiError
}

/** What a listener serves and how it lets callers in. */
export interface Binding {
  operations: readonly Operation[]
  handlers: Record<string, Handler>
  validators: Validators
  now: () => number
  /** Value of the `Date` header, where it follows the simulator's clock. @default the machine's time */
  date?: () => string
  requestId: () => string
  cursors: Cursors
  /** Everything that comes before validation; fills the call. @returns a refusal, or throws it, or rejects with it */
  admit: (call: Call, headers: FastifyRequest['headers']) => Admission
  /**
   * The same for a request that no route takes.
   * @returns the window that counted it, if it brought a good key; and a refusal
   * @throws {ApiError}
   */
  admitUnknownRoute: (
    address: string,
    headers: FastifyRequest['headers'],
  ) => UnknownRouteAdmission | Promise<UnknownRouteAdmission>
  /** What answers a browser's preflight for a path; undefined where pages may not call. @throws {ApiError} */
  admitPreflight?: (
    operations: Operation[],
    origin: string,
    address: string,
  ) => string[] | undefined | Promise<string[] | undefined>
  /** What is to go wrong for those who were let in. */
  faults?: Faults
  /** Writes down what is asked, once it is on. */
  journal?: Journal
  /** Told of every fault of this program (an answer 500). */
  report: (error: unknown) => void
  /** Reads bodies with files. */
  uploads: UploadReader
}

/** Binds each operation of the contract to its handler and makes the app answer all else in the error envelope. */
export function bind(app: FastifyInstance, binding: Binding): void {
  checkHandlers(binding)
  app.decorateRequest('call', null)
  // Before the framework looks at a body: what no route takes is refused for that alone.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknownRoute(binding, request, reply)
    else done()
  })
  for (const operation of binding.operations) bindOperation(app, binding, operation)
  app.setErrorHandler((error: Error, request, reply) => {
    // The caller hung up in the middle of its body: nobody is left to be answered.
    if (request.raw.destroyed && !request.raw.complete) return void reply.hijack()
    fail(binding, request.call, reply, isUnroutable(error) ? UNROUTABLE : error)
  })
}

/** The router has no table for this method, such as the `PRI` of an HTTP/2 preface without a version. */
function isUnroutable(error: Error & { code?: string }): boolean {
  return error.code === 'FST_ERR_NOT_FOUND'
}
const UNROUTABLE = new ApiError('malformed_request')

/** An operation without a handler, or a handler without an operation, is a mistake of ours: found at boot, by name. */
function checkHandlers({ operations, handlers }: Binding): void {
  const ids: string[] = operations.map(({ operationId }) => operationId)
  const unbuilt = ids.filter((id) => !Object.hasOwn(handlers, id))
  const unknown = Object.keys(handlers).filter((id) => !ids.includes(id))
  if (unbuilt.length === 0 && unknown.length === 0) return
  throw new Error(
    [
      unbuilt.length > 0 && `operations without a handler: ${unbuilt.join(', ')}`,
      unknown.length > 0 && `handlers without an operation: ${unknown.join(', ')}`,
    ]
      .filter(Boolean)
      .join('; '),
  )
}

function bindOperation(app: FastifyInstance, binding: Binding, operation: Operation): void {
  const handler = binding.handlers[operation.operationId]!
  const validate = binding.validators.for(operation)
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, reply, done) => {
      const call = new Call(operation, binding.now(), request.ip, binding.requestId)
      call.cursors = binding.cursors
      request.call = call
      if (binding.journal?.on) binding.journal.begin(call, request, reply.raw)
      let admitted: Admission
      try {
        admitted = binding.admit(call, request.headers)
      } catch (error) {
        return fail(binding, call, reply, error as Error)
      }
      if (admitted instanceof ApiError) return fail(binding, call, reply, admitted)
      if (!admitted) return proceed(request, reply, done)
      admitted.then(
        () => proceed(request, reply, done),
        (error: Error) => fail(binding, call, reply, error),
      )
    },
    handler: perform,
  })

  function proceed(request: FastifyRequest, reply: FastifyReply, read: () => void): void {
    const { faults } = binding
    if (!faults?.any) return accept(request, reply, read)
    const call = request.call!
    after(
      () => faults.meet(call, request.params as Record<string, string>, reply.raw),
      (met) => {
        if (!breaks(binding, met, call, reply)) accept(request, reply, read)
      },
      (error) => fail(binding, call, reply, error),
    )
  }

  /** What takes no body is not refused for one: nobody reads it. */
  function accept(request: FastifyRequest, reply: FastifyReply, read: () => void): void {
    if (!operation.requestBody) return perform(request, reply)
    if (operation.measuredJson && tooLargeOrUnmeasured(request.headers, operation.bodyLimit)) {
      return fail(binding, request.call, reply, tooLarge(operation.bodyLimit))
    }
    if (isEncoded(request.headers)) return fail(binding, request.call, reply, encodedBody())
    read()
  }

  function perform(request: FastifyRequest, reply: FastifyReply): void {
    const call = request.call!
    try {
      take(call, request)
      handler.prepare?.(call)
      const problems = validate(call, request.query as Record<string, unknown>)
      const found = handler.check?.(call)
      const answer =
        found instanceof Promise
          ? found.then((late) => run(handler, call, problems.concat(late)))
          : run(handler, call, found ? problems.concat(found) : problems)
      if (!(answer instanceof Promise)) return succeed(binding, call, reply, answer)
      answer.then(
        (late) => {
          try {
            succeed(binding, call, reply, late)
          } catch (error) {
            fail(binding, call, reply, error as Error)
          }
        },
        (error: Error) => fail(binding, call, reply, error),
      )
    } catch (error) {
      fail(binding, call, reply, error as Error)
    }
  }
}

/** Whether a fault takes the request; if one only spoils the answer, the operation goes its way. */
function breaks(binding: Binding, met: Met, call: Call, reply: FastifyReply): boolean {
  if (met === undefined) return false
  if (met === 'taken') reply.hijack()
  else if (met instanceof ApiError) fail(binding, call, reply, met)
  else succeed(binding, call, reply, met)
  return true
}

/** Every problem is told at once, and nothing is done while there is one. @throws {ApiError} validation_error */
function run(handler: Handler, call: Call, issues: Issue[]): Answer | Promise<Answer> {
  if (issues.length > 0) throw handler.refusal?.(call, issues) ?? validationError(issues)
  return handler.run(call)
}

function take(call: Call, request: FastifyRequest): void {
  call.params = request.params as Record<string, string>
  call.headers = request.headers
  const body = request.body as ReadBody | undefined
  if (body) {
    call.body = body.value
    call.bodyText = body.text ?? ''
    call.form = body.parts ?? []
    call.files = new Map(body.files?.map((file) => [file.path, file]))
  }
}

function succeed(binding: Binding, call: Call, reply: FastifyReply, answer: Answer): void {
  reply.hijack()
  send(reply.raw, answer, headersOf(binding, call))
}

function fail(binding: Binding, call: Call | null, reply: FastifyReply, error: Error): void {
  if (reply.raw.headersSent) {
    binding.report(error)
    reply.raw.destroy()
    return
  }
  const refusal = error instanceof ApiError ? error : refusalOf(error)
  if (!refusal) binding.report(error)
  refuse(binding, call, reply, refusal ?? new ApiError('internal_error'))
}

const REPLACED =
  'A snapshot was restored while this request was under way, and nothing was changed: send it again.'

/** A lost store is reported once where it is noticed, and not at each request. */
function refusalOf(error: Error): ApiError | undefined {
  if (error instanceof StoreUnavailable) return new Unavailable()
  if (error instanceof Replaced) return new Unavailable(REPLACED)
  return bodyRefusal(error as { code?: string })
}

/** Responds with the error body. `extra` are header names and values in turn. */
function refuse(
  binding: Binding,
  call: Pick<Call, 'requestId' | 'window' | 'crossOrigin'> | null,
  reply: FastifyReply,
  error: ApiError,
  extra: string[] = [],
): void {
  const refused = call ?? strangersCall(binding)
  const headers = headersOf(binding, refused)
  headers.push(...extra)
  if (error.code === 'rate_limit_exceeded') headers.push('Retry-After', retryAfter(binding, error))
  if (error.status === 503) headers.push('Retry-After', '1')
  // An unread body would be taken for the next request: the connection ends with the response.
  if (error.code === 'payload_too_large') headers.push('Connection', 'close')
  reply.hijack()
  send(reply.raw, { status: error.status, json: errorBody(error, refused.requestId) }, headers)
}

/** Whole seconds until the window rolls, at least one. */
function retryAfter(binding: Binding, { details }: ApiError): string {
  return String(Math.max(1, Math.ceil(Number(details.reset_at) - binding.now() / 1000)))
}

function strangersCall(binding: Binding): Pick<Call, 'requestId' | 'window' | 'crossOrigin'> {
  return { requestId: binding.requestId(), window: undefined, crossOrigin: undefined }
}

function headersOf(
  { date }: Binding,
  { requestId, window, crossOrigin }: Pick<Call, 'requestId' | 'window' | 'crossOrigin'>,
): string[] {
  const headers = ['X-Request-Id', requestId]
  if (date) headers.push('Date', date())
  window?.addHeaders(headers)
  if (crossOrigin) headers.push(...crossOrigin)
  return headers
}

/** No route here: a preflight is answered; else 405 where the path is known by another method, 404 where it is not. */
function refuseUnknownRoute(binding: Binding, request: FastifyRequest, reply: FastifyReply): void {
  if (binding.journal?.on) binding.journal.begin(null, request, reply.raw)
  const path = request.url.split('?', 1)[0]!
  const operations = binding.operations.filter((operation) => matches(operation.path, path))
  const refused = strangersCall(binding)
  const { method, headers, ip } = request
  const admit = (allowed: string[] | undefined): void => {
    if (!allowed) return after(() => binding.admitUnknownRoute(ip, headers), answer, failed)
    reply.hijack()
    send(reply.raw, { status: 204, headers: allowed }, headersOf(binding, refused))
  }
  const answer = ({ window, refusal }: UnknownRouteAdmission): void => {
    refused.window = window
    if (refusal) refuse(binding, refused, reply, refusal)
    else refuseRoute(binding, refused, reply, operations)
  }
  const failed = (error: Error): void => fail(binding, null, reply, error)
  const preflight = isPreflight(method, headers) && binding.admitPreflight
  after(() => (preflight ? preflight(operations, headers.origin!, ip) : undefined), admit, failed)
}

/** Goes on at once where nothing has to be waited for: most refusals need no turn of the event loop. */
function after<T>(
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

function refuseRoute(
  binding: Binding,
  refused: Pick<Call, 'requestId' | 'window' | 'crossOrigin'>,
  reply: FastifyReply,
  operations: readonly Operation[],
): void {
  const methods = operations.map(({ method }) => method.toUpperCase())
  if (methods.length === 0)
    return refuse(binding, refused, reply, new ApiError('resource_not_found'))
  refuse(binding, refused, reply, new ApiError('method_not_allowed'), ['Allow', methods.join(', ')])
}

function matches(template: string, path: string): boolean {
  const parts = template.split('/')
  const given = path.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]))
  )
}
