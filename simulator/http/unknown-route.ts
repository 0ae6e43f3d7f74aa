import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../spec/contract.ts'
import { isPreflight } from './auth/cors.ts'
import { send } from './send.ts'
import type { Call } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import type { UnknownRouteAdmission, Binding } from './binding.ts'
import { fail, refuse, unauthenticatedCall, headersOf } from './respond.ts'
import { after } from './after.ts'

/**
 * Responds to a request without a matching route: to a preflight with its headers; else with 405 if
 * the path has other methods, or 404.
 */
export function refuseUnknownRoute(
  binding: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (binding.journal?.on) binding.journal.begin(null, request, reply.raw)
  const path = request.url.split('?', 1)[0]!
  const operations = binding.operations.filter((operation) => matches(operation.path, path))
  const refused = unauthenticatedCall(binding)
  const { method, headers, ip } = request
  const admit = (allowed: string[] | undefined): void => {
    if (!allowed) return after(() => binding.admitUnknownRoute(ip, headers), answer, failed)
    reply.hijack()
    send(reply.raw, { status: 204, headers: allowed }, headersOf(binding, refused))
  }
  const answer = ({ window, refusal }: UnknownRouteAdmission): void => {
    refused.window = window
    if (refusal) refuse(binding, refused, reply, refusal)
    else if (operations.length > 0) refuseMethod(binding, refused, reply, operations)
    else {
      const message = binding.servedElsewhere?.(path)
      refuse(binding, refused, reply, new ApiError('resource_not_found', {}, message))
    }
  }
  const failed = (error: Error): void => fail(binding, null, reply, error)
  const preflight = isPreflight(method, headers) && binding.admitPreflight
  after(() => (preflight ? preflight(operations, headers.origin!, ip) : undefined), admit, failed)
}

function refuseMethod(
  binding: Binding,
  refused: Pick<Call, 'requestId' | 'window' | 'crossOrigin'>,
  reply: FastifyReply,
  operations: readonly Operation[],
): void {
  const methods = operations.map(({ method }) => method.toUpperCase())
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
