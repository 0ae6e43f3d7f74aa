import type { Clock } from '../clock/clock.ts'
import { refusedByBilling } from '../rules/entitlement.ts'
import type { Call } from '../service/call.ts'
import type { KeyRing } from './key-ring.ts'
import { ApiError } from '../service/errors.ts'
import type { IpLimit } from './ip-limit.ts'

/** The gate of one region: its address limit and its keys. */
export interface Gate {
  clock: Clock
  keys: KeyRing
  ipLimit: IpLimit
}

/**
 * All that comes before validation, in the one order that tells a stranger nothing: address limit, key and region,
 * route class, account entitlement, scope. The call is filled as far as it got, so that a refusal can carry the
 * limits' headers.
 * @throws {ApiError}
 */
export function admit(gate: Gate, call: Call, authorization: string | undefined): void {
  const { operation, now, address } = call
  if (operation.routeClass === 'none') return admitStranger(gate, address)
  if (gate.ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', gate.ipLimit.details(now))
  try {
    call.credential = gate.keys.authenticate(authorization, now)
  } catch (error) {
    gate.ipLimit.count(address, now)
    throw error
  }
  const { credential } = call
  const window = credential.window(operation.routeClass)
  call.window = window
  if (!window.admit(now)) throw new ApiError('rate_limit_exceeded', window.details(credential.tier))
  const refusal = refusedByBilling(credential.organization, credential.mode, now)
  if (refusal && !operation.accountStateRead) throw new ApiError(refusal)
  if (!operation.scopes.every((scope) => credential.granted.has(scope))) {
    throw new ApiError('insufficient_scope', { required_scopes: operation.scopes })
  }
}

/** A request without a credential that counts against its address alone. @throws {ApiError} rate_limit_exceeded */
export function admitStranger({ clock, ipLimit }: Gate, address: string): void {
  const now = clock.now()
  if (ipLimit.spent(address, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  ipLimit.count(address, now)
}
