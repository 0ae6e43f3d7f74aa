import type { StepRequest } from '../check/check.ts'
import { requirementOf } from '../check/calls.ts'
import { statusAndCode } from '../check/idioms.ts'
import type { Answer } from '../http/answer.ts'
import { type Credential, CREDENTIALS, type Target } from '../target/target.ts'
import type { Prerequisites } from './prerequisites.ts'
import type { Expectation } from './result.ts'
import { mayBeTheKeys, successOf } from './unusable.ts'

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
  if (refusals.has(check)) return
  const named = Object.values(target.regions)
    .flatMap(({ credentials }) => Object.entries(credentials))
    .find(([, credential]) => credential.key === key)
  if (!named) return
  const [role, credential] = named as [keyof typeof CREDENTIALS, Credential]
  // Its missing scope is a promise, too.
  if (role === 'test_read_only' || !mayBeTheKeys(answer, credential)) return
  const { label } = credential
  const disprovedBy = successOf(requirementOf(request) ?? request.path, request)
  refusals.set(check, {
    label: request.path,
    got: statusAndCode(answer),
    key: label,
    role,
    exchange,
    disprovedBy,
  })
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
  const declare = got.endsWith('insufficient_scope') ? '; if it has, add every_scope: true' : ''
  return `regions.${key}: ${label} returned ${got}; the suite needs ${CREDENTIALS[role]}, in an account that may spend${declare}`
}
