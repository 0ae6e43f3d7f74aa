import type { IncomingHttpHeaders } from 'node:http'
import { refusedByBilling } from '../../features/billing/rules/entitlement.ts'
import type { Call } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import { admitPage, errorOfKind } from './admit-page.ts'
import type { Gate, RateLimitResult } from './gate.ts'
import type { Admission, UnknownRouteAdmission } from '../binding.ts'
import { headersForAnyOrigin } from './cors.ts'

/**
 * Performs all checks before validation that the operation's `security` requires. Fills the call
 * step by step, so that an error has the rate-limit headers if the window is known. The path of
 * secret keys is synchronous.
 * @returns the 429 of a used-up window, because throwing is slow
 * @throws {ApiError} any other error; also as a rejection
 */
export function admit(gate: Gate, call: Call, headers: IncomingHttpHeaders): Admission {
  call.region = gate.pages.region
  const needed = call.operation.security[0]
  if (!needed) {
    call.crossOrigin = headersForAnyOrigin(call.operation)
    return admitAnonymous(gate, call.address)
  }
  return needed.includes('secretKey')
    ? admitKey(gate, call, headers.authorization)
    : admitPage(gate, call, headers)
}

/**
 * Checks in an order that reveals nothing to callers without a key: address limit, key and region,
 * route class, account entitlement, scope.
 */
function admitKey(gate: Gate, call: Call, authorization: string | undefined): Admission {
  const { operation, now, address } = call
  if (gate.ipLimit.spent(address, now))
    throw new ApiError('rate_limit_exceeded', gate.ipLimit.details(now))
  try {
    call.credential = gate.keys.authenticate(authorization, now)
  } catch (error) {
    const counted = gate.ipLimit.count(address, now)
    const text = authorization?.replace(/^bearer +/i, '')
    const refused = counted
      ? counted.then(() => errorOfKind(gate.pages, error, text, now))
      : errorOfKind(gate.pages, error, text, now)
    return refused.then((refusal) => {
      throw refusal
    })
  }
  const { credential } = call
  if (gate.take) {
    const taken = gate.take(credential, operation.routeClass)
    if (!(taken instanceof Promise)) return admitTaken(call, taken)
    return taken.then((place) => {
      const refusal = admitTaken(call, place)
      if (refusal) throw refusal
    })
  }
  const window = credential.window(operation.routeClass)
  call.window = window
  if (!window.admit(now)) return window.refusal(credential.tier)
  entitled(call)
}

/**
 * Admits a call that `gate.take` has counted.
 * @returns the 429 of a used-up window
 * @throws {ApiError} any other error
 */
function admitTaken(call: Call, { window, granted }: RateLimitResult): ApiError | undefined {
  call.window = window
  if (!granted) return window.refusal(call.credential.tier)
  entitled(call)
}

/** Checks account state and scopes. @throws {ApiError} */
function entitled({ operation, now, credential }: Call): void {
  const refusal = refusedByBilling(credential.organization, credential.mode, now)
  if (refusal && !operation.accountStateRead) throw new ApiError(refusal)
  if (!operation.scopes.every((scope) => credential.granted.has(scope))) {
    throw new ApiError('insufficient_scope', { required_scopes: operation.scopes })
  }
}

/** Counts a request without a credential against its address. @throws {ApiError} rate_limit_exceeded */
function admitAnonymous({ clock, ipLimit }: Gate, address: string): void | Promise<void> {
  const now = clock.now()
  if (ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  return ipLimit.count(address, now)
}

/**
 * Counts a request without a matching route: with a valid key in the class `global`, like routes
 * without a class of their own; otherwise against its address (GAP-METHODS).
 * @throws {ApiError} rate_limit_exceeded
 */
export function admitUnknownRoute(
  gate: Gate,
  address: string,
  headers: IncomingHttpHeaders,
): UnknownRouteAdmission | Promise<UnknownRouteAdmission> {
  const now = gate.clock.now()
  const credential = gate.ipLimit.spent(address, now)
    ? undefined
    : gate.keys.find(headers.authorization, now)
  if (!credential) {
    const counted = admitAnonymous(gate, address)
    return counted ? counted.then(() => ({})) : {}
  }
  if (gate.take) {
    const admission = ({ window, granted }: RateLimitResult): UnknownRouteAdmission =>
      granted ? { window } : { window, refusal: window.refusal(credential.tier) }
    const taken = gate.take(credential, 'global')
    return taken instanceof Promise ? taken.then(admission) : admission(taken)
  }
  const window = credential.window('global')
  return window.admit(now) ? { window } : { window, refusal: window.refusal(credential.tier) }
}
