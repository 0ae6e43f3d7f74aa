import type { FastifyReply } from 'fastify'
import type { Operation } from '../../spec/contract.ts'
import type { Answer } from '../call/answer.ts'
import { errorBody } from './error-body.ts'
import { send } from './send.ts'
import { bodyRefusal } from './bodies.ts'
import type { Call } from '../call/call.ts'
import { ApiError, Unavailable } from '../call/errors.ts'
import { Replaced, StoreUnavailable } from '../store/unavailable.ts'
import type { Binding } from './binding.ts'

export function succeed(binding: Binding, call: Call, reply: FastifyReply, answer: Answer): void {
  reply.hijack()
  reportCut(binding, send(reply.raw, answer, headersOf(binding, call)))
}

export function fail(binding: Binding, call: Call | null, reply: FastifyReply, error: Error): void {
  if (reply.raw.headersSent) {
    binding.report(error)
    reply.raw.destroy()
    return
  }
  const refusal =
    error instanceof StoreUnavailable && binding.namesStoreProblems
      ? new Unavailable(sentence(error))
      : refusalOf(error, call?.operation)
  if (!refusal) binding.report(error)
  refuse(binding, call, reply, refusal ?? new ApiError('internal_error'))
}

function sentence({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}

const REPLACED =
  'A snapshot was restored while this request was under way, and nothing was changed: send it again.'

/**
 * Returns the error to send without a report; undefined for a fault of the simulator. A lost store is
 * reported once when it is detected, not for each request.
 */
export function refusalOf(error: Error, operation?: Operation): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnavailable) return new Unavailable()
  if (error instanceof Replaced) return new Unavailable(REPLACED)
  return bodyRefusal(error as { code?: string }, operation)
}

/** Responds with the error body. @param extra alternating header names and values */
export function refuse(
  binding: Binding,
  call: Pick<Call, 'requestId' | 'window' | 'crossOrigin'> | null,
  reply: FastifyReply,
  error: ApiError,
  extra: string[] = [],
): void {
  const refused = call ?? unauthenticatedCall(binding)
  const headers = headersOf(binding, refused)
  headers.push(...extra)
  if (error.code === 'rate_limit_exceeded')
    headers.push('Retry-After', retryAfter(error.details, binding.now()))
  if (error.status === 503) headers.push('Retry-After', '1')
  // The unread body would be parsed as the next request, so close the connection.
  if (error.code === 'payload_too_large') headers.push('Connection', 'close')
  reply.hijack()
  const json = errorBody(error, refused.requestId)
  reportCut(binding, send(reply.raw, { status: error.status, json }, headers))
}

function reportCut(binding: Binding, cut: Error | undefined): void {
  if (cut) binding.report(cut)
}

/** Returns the seconds until the window of a 429 ends, at least 1. */
export function retryAfter({ reset_at }: ApiError['details'], now: number): string {
  return String(Math.max(1, Math.ceil(Number(reset_at) - now / 1000)))
}

export function unauthenticatedCall(
  binding: Binding,
): Pick<Call, 'requestId' | 'window' | 'crossOrigin'> {
  return { requestId: binding.requestId(), window: undefined, crossOrigin: undefined }
}

export function headersOf(
  { date }: Binding,
  { requestId, window, crossOrigin }: Pick<Call, 'requestId' | 'window' | 'crossOrigin'>,
): string[] {
  const headers = ['X-Request-Id', requestId]
  if (date) headers.push('Date', date())
  window?.addHeaders(headers)
  if (crossOrigin) headers.push(...crossOrigin)
  return headers
}
