import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '../../../spec/contract.ts'
import { CLIENT_TOKEN_FORM } from '../../features/tokens/client-tokens.ts'
import { type TokenKind, recognizeToken } from '../../features/tokens/token-record.ts'
import type { Call } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import type { SessionCredential } from '../../call/session-credential.ts'
import type { ApiKey, Organization, Region } from '../../world/world.ts'
import type { Gate, PageGate } from './gate.ts'
import { headersForOrigin, preflightHeaders, allowedOrigins } from './cors.ts'
import { bearer, keyForm } from './key-form.ts'
import { lists } from './publishable-keys.ts'

/**
 * Admits a page, which sends a token instead of a secret key. Checks the address limit, the
 * publishable key, its origins and the token. The request counts in no route class
 * (GAP-SDK-LIMITS), and against the address limit only without a valid token. Any allowed origin
 * can read the errors, so that the SDK can distinguish an expired token from a lost connection.
 * @throws {ApiError}
 */
export async function admitPage(
  { ipLimit, pages }: Gate,
  call: Call,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { now, address, operation } = call
  const { origin } = headers
  const listed = origin !== undefined && pages.keys.isListedByAnyKey(origin, now)
  call.crossOrigin = headersForOrigin(listed ? origin : undefined, operation)
  if (ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  try {
    call.session = await recognize(pages, call, headers)
  } catch (error) {
    await ipLimit.count(address, now)
    if (isRefusal(error, 'origin_not_allowed'))
      call.crossOrigin = headersForOrigin(undefined, operation)
    throw error
  }
}

/**
 * Returns the headers for a preflight; undefined if pages may not call the path. A preflight has no
 * credential, so an origin is allowed if any key of the region lists it.
 * @param operations operations of the path
 * @throws {ApiError} origin_not_allowed, rate_limit_exceeded
 */
export function admitPreflight(
  { clock, ipLimit, pages }: Gate,
  operations: readonly Operation[],
  origin: string,
  address: string,
): string[] | undefined | Promise<never> {
  const open = operations.filter((operation) => allowedOrigins(operation) !== 'nobody')
  if (open.length === 0) return undefined
  const now = clock.now()
  // Before the address limit: a page cannot read the response to a refused preflight. The request
  // itself gets the 429.
  if (
    open.every((operation) => allowedOrigins(operation) === 'anybody') ||
    pages.keys.isListedByAnyKey(origin, now)
  ) {
    return preflightHeaders(origin, open)
  }
  if (ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  const counted = ipLimit.count(address, now)
  if (counted)
    return counted.then(() => {
      throw new ApiError('origin_not_allowed')
    })
  throw new ApiError('origin_not_allowed')
}

/**
 * Returns the error for a credential that is not a key. A client token has no prefix, so possible ones are looked up.
 * @param error the error so far
 */
export async function errorOfKind(
  { ports, region }: PageGate,
  error: unknown,
  text: string | undefined,
  now: number,
): Promise<unknown> {
  if (!isRefusal(error, 'invalid_api_key') || text === undefined || !CLIENT_TOKEN_FORM.test(text))
    return error
  return (await recognizeToken(ports, 'client_token', text, region, now))
    ? new ApiError('wrong_token_type')
    : error
}

async function recognize(
  pages: PageGate,
  { now, operation }: Call,
  headers: IncomingHttpHeaders,
): Promise<SessionCredential> {
  const { origin } = headers
  const kind: TokenKind = operation.security[0]!.includes('clientToken')
    ? 'client_token'
    : 'browser_token'
  const page = await pageOf(pages, headers['x-publishable-key'], kind === 'client_token', now)
  // A request without an Origin is not from a page. A list keeps foreign pages out; a program can send any Origin.
  if (page && origin !== undefined && !lists(page.key, origin))
    throw new ApiError('origin_not_allowed')
  const session = await sessionOf(pages, bearer(headers.authorization), kind, now)
  if (page) {
    // Records outside the key's scope do not exist for it.
    const same = page.organization === session.organization && page.key.mode === session.mode
    if (!same) throw new ApiError('token_expired')
    return { ...session, publishableKey: page.key }
  }
  if (
    origin !== undefined &&
    !pages.keys.listedBy(session.organization, session.mode, origin, now)
  ) {
    throw new ApiError('origin_not_allowed')
  }
  return session
}

async function pageOf(
  pages: PageGate,
  header: string | string[] | undefined,
  required: boolean,
  now: number,
): Promise<{ organization: Organization; key: ApiKey } | undefined> {
  if (header === undefined) {
    if (!required) return undefined
    throw new ApiError(
      'authentication_required',
      {},
      'Send the publishable key in the X-Publishable-Key header.',
    )
  }
  const text = String(header)
  try {
    return pages.keys.recognize(text, now)
  } catch (error) {
    throw await errorOfKind(pages, error, text, now)
  }
}

/** @throws {ApiError} region_mismatch, wrong_token_type or token_expired */
async function sessionOf(
  { ports, region }: PageGate,
  token: string,
  wanted: TokenKind,
  now: number,
): Promise<SessionCredential> {
  if (token.startsWith('ah_')) throw keyRefusal(token, region)
  const kind: TokenKind = token.startsWith('bt_') ? 'browser_token' : 'client_token'
  // Only a browser token has a prefix; a client token has none and is recognized because it is
  // stored.
  if (kind === 'browser_token' && wanted !== kind) throw new ApiError('wrong_token_type')
  const session = await recognizeToken(ports, kind, token, region, now)
  if (!session) throw new ApiError('token_expired')
  if (wanted !== kind) throw new ApiError('wrong_token_type')
  return session
}

function isRefusal(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}

function keyRefusal(key: string, region: Region): ApiError {
  const form = keyForm(key)
  return new ApiError(form && form.region !== region ? 'region_mismatch' : 'wrong_token_type')
}
