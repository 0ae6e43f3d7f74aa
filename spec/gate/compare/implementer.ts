import type { Direction, ValueChange, Verdict } from './verdicts.ts'

const TO_ACCEPT: readonly ValueChange[] = [
  'field-added',
  'value-added',
  'values-opened',
  'became-optional',
  'variant-added',
  'later-variant-added',
  'encoding-undeclared',
  'wider',
  'wider-or-other',
]
const TO_KEEP: readonly ValueChange[] = [
  'required-field-added',
  'became-required',
  'field-forbidden',
  'values-closed',
  'unknown-fields-refused',
  'variant-removed',
  'encoding-declared',
  'narrower',
  'narrower-or-other',
]

/** A change without effect on callers and consumers can mean work for implementers: reported, but not breaking. */
export function implementerVerdict(change: ValueChange, direction: Direction): Verdict | null {
  if (change === 'promise-made')
    return {
      severity: 'risky',
      reason: 'An open point is now a demand: a service with another choice no longer conforms.',
      rule: null,
    }
  const is = (changes: readonly ValueChange[]) => changes.includes(change)
  if (direction === 'request')
    return is(TO_ACCEPT)
      ? { severity: 'safe', reason: 'A conforming service must accept it.', rule: null }
      : null
  return is(TO_KEEP)
    ? { severity: 'safe', reason: 'A conforming service must comply with it.', rule: null }
    : null
}
