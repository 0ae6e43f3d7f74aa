import type { StepRequest } from '../check/check.ts'
import { requirementOf } from '../check/calls.ts'
import { statusAndCode } from '../check/idioms.ts'
import type { Answer } from '../http/answer.ts'
import { CREDENTIALS, type Target } from '../target/target.ts'
import type { Prerequisites } from './prerequisites.ts'
import type { Expectation } from './result.ts'
import { successOf } from './unusable.ts'

/** Errors about the scopes of a key, or about the account of its organization. */
const ABOUT_THE_KEY = /^40[23] (insufficient_scope|payment_required|subscription_required)$/

interface Refusal {
  label: string
  got: string
  key: string
  role: keyof typeof CREDENTIALS
  /** Number of the exchange, from 1. */
  exchange: number
  /** The fact that shows that the key can make the call. */
  disprovedBy: string
}

/** The first such error that a check got with a key of the target file. */
const refusals = new WeakMap<object, Refusal>()

/**
 * Notes an error that a key of the target file may have caused: whether it has every scope and a
 * funded account, as the file promises, cannot be read anywhere.
 */
export function noteWeakKey(
  check: object,
  target: Target,
  request: StepRequest,
  answer: Answer,
  key: string | undefined,
  exchange: number,
): void {
  const got = statusAndCode(answer)
  if (refusals.has(check) || !ABOUT_THE_KEY.test(got)) return
  const named = Object.values(target.regions)
    .flatMap(({ credentials }) => Object.entries(credentials))
    .find(([, credential]) => credential.key === key)
  if (!named) return
  const [role, { label }] = named as [keyof typeof CREDENTIALS, { label: string }]
  // Its missing scope is a promise, too.
  if (role === 'test_read_only') return
  const disprovedBy = successOf(requirementOf(request) ?? request.path, request)
  refusals.set(check, { label: request.path, got, key: label, role, exchange, disprovedBy })
}

/**
 * Returns why the failed expectations of a check prove nothing about the service: each was judged
 * after such an error. Undefined if one is certain.
 */
export function weakKeyOf(
  check: object,
  expectations: readonly Expectation[],
  prerequisites: Prerequisites,
): string | undefined {
  const refusal = refusals.get(check)
  if (!refusal || prerequisites.has(refusal.disprovedBy)) return undefined
  const isCertain = expectations.some(({ holds, after }) => !holds && after < refusal.exchange)
  if (isCertain) return undefined
  const { got, key, role, label } = refusal
  return `regions.${key}: ${label} returned ${got}; the suite needs ${CREDENTIALS[role]}, in an account that may spend`
}
