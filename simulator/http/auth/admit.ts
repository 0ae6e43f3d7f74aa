import type { IncomingHttpHeaders } from 'node:http'
import { refusedByBilling } from '../../features/billing/rules/entitlement.ts'
import type { Call } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import { admitPage, kindTold } from './admit-page.ts'
import type { Gate, TakenPlace } from './gate.ts'
import type { Admission, UnknownRouteAdmission } from '../binding.ts'
import { openToAnybody } from './cors.ts'

/**
 * All that comes before validation, as the operation's `security` asks. The call is filled as far as it got, so that a
 * refusal can carry the limits' headers. A secret key is judged at once: nothing on that path waits.
 * @returns the refusal of a spent window, which comes in floods; @throws {ApiError} any other, or rejects with it
 */
export function admit(gate: Gate, call: Call, headers: IncomingHttpHeaders): Admission {
  call.region = gate.pages.region
  const needed = call.operation.security[0]
  if (!needed) {
    call.crossOrigin = openToAnybody(call.operation)
    return admitStranger(gate, call.address)
  }
  return needed.includes('secretKey')
    ? admitKey(gate, call, headers.authorization)
    : admitPage(gate, call, headers)
}

/**
 * In the one order that tells a stranger nothing: address limit, key and region, route class, account entitlement,
 * scope.
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
      ? counted.then(() => kindTold(gate.pages, error, text, now))
      : kindTold(gate.pages, error, text, now)
    return refused.then((told) => {
      throw told
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

/** Admits a call that was counted elsewhere. @returns the refusal of a spent window; @throws {ApiError} any other */
function admitTaken(call: Call, { window, granted }: TakenPlace): ApiError | undefined {
  call.window = window
  if (!granted) return window.refusal(call.credential.tier)
  entitled(call)
}

/** Account and scopes. @throws {ApiError} */
function entitled({ operation, now, credential }: Call): void {
  const refusal = refusedByBilling(credential.organization, credential.mode, now)
  if (refusal && !operation.accountStateRead) throw new ApiError(refusal)
  if (!operation.scopes.every((scope) => credential.granted.has(scope))) {
    throw new ApiError('insufficient_scope', { required_scopes: operation.scopes })
  }
}

/** A request without a credential that counts against its address alone. @throws {ApiError} rate_limit_exceeded */
export function admitStranger({ clock, ipLimit }: Gate, address: string): void | Promise<void> {
  const now = clock.now()
  if (ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  return ipLimit.count(address, now)
}

/**
 * Counts a request that no route takes: with a good key in the class `global`, which has every route without a class of
 * its own, and otherwise against its address (GAP-METHODS).
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
    const counted = admitStranger(gate, address)
    return counted ? counted.then(() => ({})) : {}
  }
  if (gate.take) {
    const admission = ({ window, granted }: TakenPlace): UnknownRouteAdmission =>
      granted ? { window } : { window, refusal: window.refusal(credential.tier) }
    const taken = gate.take(credential, 'global')
    return taken instanceof Promise ? taken.then(admission) : admission(taken)
  }
  const window = credential.window('global')
  return window.admit(now) ? { window } : { window, refusal: window.refusal(credential.tier) }
}
