import type { StepRequest } from '../check/check.ts'
import type { Answer } from '../http/answer.ts'
import { isObject } from '../http/json.ts'
import { recordDelivery, type Traffic } from '../http/traffic.ts'
import type { Delivery } from '../receiver/receiver.ts'
import { namesRoute, type OpenChoices } from '../target/open-choices.ts'
import type { Bindings } from '../target/states.ts'
import type { RegionName } from '../target/target.ts'
import type { RunTools } from './run-tools.ts'
import { observedFacts } from './unusable.ts'
import { noteWeakKey } from './weak-keys.ts'

/** States whose binding `key` can be used at once. */
const GIVE_VALID_KEYS: ReadonlySet<string> = new Set(['organization', 'key'])

interface Noted {
  request: StepRequest
  answer: Answer
  credential: { key: string; region?: RegionName } | undefined
  /** Whether a request without a credential was admitted after a 429 of a route class. */
  traffic?: Traffic
}

/**
 * Judges rules that hold for every response, and keeps evidence for later: whether an open point of
 * the contract or the target file can cause an error response.
 */
export function noteAnswer(
  check: { id: string; open: OpenChoices; traffic: readonly Traffic[] },
  { prerequisites, target, violations }: RunTools,
  { request, answer, credential, traffic }: Noted,
): Answer {
  for (const assumption of observedFacts(request, answer)) prerequisites.observe(assumption)
  const key = credential?.key
  // A key that a check names is valid in its own region and mode; elsewhere it is rejected as
  // invalid.
  const isElsewhere = request.region !== undefined && request.region !== credential?.region
  if (key !== undefined && !isObject(request.as) && !isElsewhere) violations.markKeyValid(key)
  if (!isElsewhere) noteWeakKey(check, target, request, answer, key, check.traffic.length)
  const isNamedRoute = namesRoute(check.open, request)
  const exchange = {
    request,
    key,
    answer,
    isElsewhere,
    isNamedRoute,
    isClassLimit: traffic !== undefined,
  }
  const last = traffic ?? check.traffic.at(-1)!
  violations.addAnswer(check.id, exchange, target.features.rate_limits, last)
  return answer
}

/** Records a received webhook, and judges the rules for every delivery. */
export function noteDelivery(
  check: { id: string; traffic: Traffic[] },
  { redactor, violations }: RunTools,
  delivery: Delivery,
  url: string,
): void {
  const traffic = recordDelivery(delivery, url, redactor)
  check.traffic.push(traffic)
  violations.addDelivery(check.id, delivery, traffic)
}

/** Marks the key from a state as valid, or as revoked. */
export function markKeyOfState({ violations }: RunTools, state: string, bindings: Bindings): void {
  const { key, revoked_key: revoked } = bindings
  if (typeof revoked === 'string') violations.markKeyRevoked(revoked)
  if (GIVE_VALID_KEYS.has(state) && typeof key === 'string') violations.markKeyValid(key)
}
