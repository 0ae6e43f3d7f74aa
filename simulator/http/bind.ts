import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../spec/contract.ts'
import type { Answer } from '../call/answer.ts'
import type { FaultResult } from '../faults/fault-injection.ts'
import { type ReadBody, encodedBody, isEncoded, tooLargeOrUnmeasured } from './bodies.ts'
import { Call, type Handler } from '../call/call.ts'
import { ApiError, type Issue, validationError } from '../call/errors.ts'
import type { Admission, Binding } from './binding.ts'
import { succeed, fail } from './respond.ts'
import { refuseUnknownRoute } from './unknown-route.ts'
import { after } from './after.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Binds each operation of the contract to its handler. All other requests get an error body. */
export function bind(app: FastifyInstance, binding: Binding): void {
  checkHandlers(binding)
  app.decorateRequest('call', null)
  // Refuse unknown routes before the framework parses a body, so that the error is about the route.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknownRoute(binding, request, reply)
    else done()
  })
  for (const operation of binding.operations) bindOperation(app, binding, operation)
  app.setErrorHandler((error: Error, request, reply) => {
    // The caller closed the connection while sending its body, so no response can be sent.
    if (request.raw.destroyed && !request.raw.complete) return void reply.hijack()
    fail(binding, request.call, reply, isUnroutable(error) ? UNROUTABLE : error)
  })
}

/** Whether the router does not know the method, such as `PRI` in an HTTP/2 preface. */
function isUnroutable(error: Error & { code?: string }): boolean {
  return error.code === 'FST_ERR_NOT_FOUND'
}
const UNROUTABLE = new ApiError('malformed_request')

/** Stops the start if an operation has no handler, or a handler has no operation. */
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
    config: { operation },
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
      () => faults.inject(call, request.params as Record<string, string>, reply.raw),
      (met) => {
        if (!breaks(binding, met, call, reply)) accept(request, reply, read)
      },
      (error) => fail(binding, call, reply, error),
    )
  }

  /** Operations without a request body ignore one. */
  function accept(request: FastifyRequest, reply: FastifyReply, read: () => void): void {
    if (!operation.requestBody) return perform(request, reply)
    const unread =
      operation.measuredJson && tooLargeOrUnmeasured(request.headers, operation.bodyLimit)
    if (unread) return fail(binding, request.call, reply, unread)
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

/**
 * Applies the result of fault injection.
 * @returns whether the fault replaces the operation; false if it only changes the response
 */
function breaks(binding: Binding, met: FaultResult, call: Call, reply: FastifyReply): boolean {
  if (met === undefined) return false
  if (met === 'taken') reply.hijack()
  else if (met instanceof ApiError) fail(binding, call, reply, met)
  else succeed(binding, call, reply, met)
  return true
}

/** Runs the handler if there are no problems; otherwise reports all of them. @throws {ApiError} validation_error */
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
