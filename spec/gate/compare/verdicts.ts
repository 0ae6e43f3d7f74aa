import type { Severity } from '../judgement.ts'
import type { Relation } from './schema/values/assertions.ts'

/** Direction of a value: to the service, back to the client, or to a webhook consumer. */
export type Direction = 'request' | 'response' | 'event'

export interface Verdict {
  readonly severity: Severity
  readonly reason: string
  readonly rule: string | null
}

/**
 * Verdicts by kind of change, for sent and received values. Rules of the contract: within a version things are added,
 * and nothing is removed or changed (VER-001 for paths, VER-004 for events). Receivers ignore unknown members
 * (VER-005).
 */
export type ValueChange =
  | 'field-added'
  | 'required-field-added'
  | 'field-removed'
  | 'field-forbidden'
  | 'absence-withdrawn'
  | 'became-required'
  | 'became-optional'
  | 'still-required'
  | 'value-added'
  | 'value-removed'
  | 'values-opened'
  | 'values-closed'
  | 'known-value-added'
  | 'known-value-removed'
  | 'unknown-fields-allowed'
  | 'unknown-fields-refused'
  | 'variant-added'
  | 'variant-removed'
  | 'later-variant-added'
  | 'variants-may-overlap'
  | 'overlap-may-end'
  | 'variants-opened'
  | 'variants-closed'
  | 'default-changed'
  | 'promise-withdrawn'
  | 'promise-made'
  | 'deprecated'
  | 'sunset-earlier'
  | 'became-read-only'
  | 'became-write-only'
  | 'no-longer-read-only'
  | 'perhaps-required'
  | 'no-longer-write-only'
  | 'default-unused'
  | 'condition-unfelt'
  | 'encoding-declared'
  | 'encoding-undeclared'
  | 'keyword-changed'
  | 'inert'
  | Relation

type Row = readonly [severity: Severity, reason: string]
type Table = Readonly<Record<ValueChange, Row>>

const SENT: Table = {
  'field-added': ['safe', 'A field that may be omitted.'],
  'required-field-added': [
    'breaking',
    'Requests that do not send the field are refused from now on.',
  ],
  'field-removed': [
    'breaking',
    'Requests that send the field are rejected, or the field is ignored.',
  ],
  'field-forbidden': ['breaking', 'Requests that send the field are refused from now on.'],
  'absence-withdrawn': ['safe', 'A field that was refused may be sent.'],
  'became-required': ['breaking', 'Requests that do not send the field are refused from now on.'],
  'became-optional': ['safe', 'Requests that send the field remain valid.'],
  'still-required': ['safe', 'Another part of the schema has the same rule, so nothing changes.'],
  'value-added': ['safe', 'One more value may be sent.'],
  'value-removed': ['breaking', 'Requests that send the value are refused from now on.'],
  'values-opened': ['safe', 'Every value that could be sent still can.'],
  'values-closed': ['breaking', 'Values outside of the list are refused from now on.'],
  'known-value-added': ['safe', 'The list is open: it lists known values and refuses none.'],
  'known-value-removed': ['breaking', 'The value no longer has a meaning.'],
  'unknown-fields-allowed': [
    'breaking',
    'A misspelt field was rejected. It is now ignored, and its value is lost.',
  ],
  'unknown-fields-refused': ['breaking', 'Requests with further fields are refused from now on.'],
  'variant-added': ['safe', 'One more variant may be sent.'],
  'variant-removed': ['breaking', 'Requests of that variant are rejected from now on.'],
  'later-variant-added': ['safe', 'One more variant may be sent.'],
  'variants-may-overlap': [
    'risky',
    'Values that match two variants are refused; whether previous ones do is unknown.',
  ],
  'overlap-may-end': ['safe', 'Values that matched two variants were refused, and may be sent.'],
  'variants-opened': ['safe', 'The mark is for receivers and rejects no request.'],
  'variants-closed': ['safe', 'The mark is for receivers and allows no new value.'],
  'default-changed': ['breaking', 'Requests that omit it have another meaning.'],
  'promise-withdrawn': ['risky', 'A promise of the contract is now a choice, which may change.'],
  'promise-made': ['safe', 'A choice is now a promise of the contract.'],
  deprecated: ['safe', 'It announces a removal and changes nothing yet.'],
  'sunset-earlier': ['risky', 'Clients have less time than was announced.'],
  'became-read-only': [
    'breaking',
    'Requests that send the field are rejected, or the field is ignored.',
  ],
  'became-write-only': ['safe', 'The field is sent as before.'],
  'no-longer-read-only': ['safe', 'A field that was only returned may be sent.'],
  'perhaps-required': [
    'risky',
    'Requests that omit the field, because it was readOnly, are refused from now on.',
  ],
  'no-longer-write-only': ['safe', 'The field is sent as before.'],
  'default-unused': ['safe', 'The value is always sent, so a default has no effect.'],
  'condition-unfelt': [
    'safe',
    'Its condition already applied to all values, or could not be sent.',
  ],
  'encoding-declared': [
    'breaking',
    'Requests with values in any other encoding may be refused or misread from now on.',
  ],
  'encoding-undeclared': [
    'risky',
    'The schema does not show whether values in the previous encoding are still decoded.',
  ],
  inert: [
    'safe',
    'The keyword restricts a type that was not allowed before, or is not allowed now.',
  ],
  'keyword-changed': ['risky', 'The gate has no rule for this; check the effect on requests.'],
  narrower: ['breaking', 'Requests that were valid are refused from now on.'],
  wider: ['safe', 'Every value that could be sent still can.'],
  other: ['breaking', 'Requests that were valid are refused from now on.'],
  'narrower-or-other': ['breaking', 'Requests that were valid are refused from now on.'],
  'wider-or-other': [
    'risky',
    'Further values may be sent; whether all previous values are still accepted is unknown.',
  ],
  unclear: ['risky', 'The schema does not show whether all previous values are still accepted.'],
}

const RECEIVED: Table = {
  'field-added': ['safe', 'Additive: receivers ignore unknown fields.'],
  'required-field-added': ['safe', 'Additive: receivers ignore unknown fields.'],
  'field-removed': ['breaking', 'A field that receivers read is gone.'],
  'field-forbidden': ['safe', 'An open value is now never sent.'],
  'absence-withdrawn': ['breaking', 'A field that was promised to be absent may be present.'],
  'became-required': ['safe', 'A value that could be absent is now always present.'],
  'became-optional': ['breaking', 'Receivers that rely on the field find it missing.'],
  'still-required': ['safe', 'Another part of the schema has the same rule, so nothing changes.'],
  'value-added': [
    'risky',
    'A closed list grows: receivers that switch over it may get an unknown value.',
  ],
  'value-removed': ['breaking', 'Receivers that expect the value no longer get it.'],
  'values-opened': ['risky', 'A closed list is now open: any value may be returned.'],
  'values-closed': ['safe', 'Fewer values than before may be returned.'],
  'known-value-added': [
    'safe',
    'The list is open, and conforming receivers treat a new value as an unknown one.',
  ],
  'known-value-removed': ['breaking', 'Receivers that expect the value no longer get it.'],
  'unknown-fields-allowed': [
    'risky',
    'Only declared fields were returned; now others may be, which receivers must ignore.',
  ],
  'unknown-fields-refused': ['safe', 'Only declared fields are returned.'],
  'variant-added': ['breaking', 'A new variant may be returned that receivers do not support.'],
  'variant-removed': ['safe', 'One variant is no longer returned.'],
  'later-variant-added': [
    'safe',
    'The variants are open: conforming receivers ignore unknown ones.',
  ],
  'variants-may-overlap': ['safe', 'Values that match two variants are never returned.'],
  'overlap-may-end': [
    'risky',
    'Values that matched two variants were never returned; whether they may be now is unknown.',
  ],
  'variants-opened': [
    'risky',
    'Only listed variants were returned; now later ones may be, which receivers must ignore.',
  ],
  'variants-closed': ['safe', 'Only listed variants are returned.'],
  'default-changed': ['safe', 'Messages contain all values; the default is only information.'],
  'promise-withdrawn': ['risky', 'A promise of the contract is now a choice, which may change.'],
  'promise-made': ['safe', 'A choice is now a promise of the contract.'],
  deprecated: ['safe', 'It announces a removal and changes nothing yet.'],
  'sunset-earlier': ['risky', 'Receivers have less time than was announced.'],
  'became-read-only': ['safe', 'The field is returned as before.'],
  'became-write-only': ['breaking', 'A field that receivers read is gone.'],
  'no-longer-read-only': ['safe', 'The field is returned as before.'],
  'perhaps-required': ['safe', 'The field is returned as before.'],
  'no-longer-write-only': ['safe', 'Additive: receivers ignore unknown fields.'],
  'default-unused': ['safe', 'Messages contain all values; the default is only information.'],
  'condition-unfelt': ['safe', 'The constraint already applied to all values.'],
  'encoding-declared': [
    'risky',
    'The schema does not show whether values had this encoding before, so receivers may have to decode them.',
  ],
  'encoding-undeclared': [
    'breaking',
    'Receivers that decode the values may get values without the encoding.',
  ],
  inert: [
    'safe',
    'The keyword restricts a type that was not allowed before, or is not allowed now.',
  ],
  'keyword-changed': ['risky', 'The gate has no rule for this; check the effect on receivers.'],
  narrower: ['safe', 'All values that are returned now could be returned before.'],
  wider: ['breaking', 'Values may be returned that the contract excluded.'],
  other: ['breaking', 'Values may be returned that the contract excluded.'],
  'narrower-or-other': [
    'risky',
    'Some values are no longer returned; whether new values may be returned is unknown.',
  ],
  'wider-or-other': ['breaking', 'Values may be returned that the contract excluded.'],
  unclear: ['risky', 'The schema does not show whether new values may be returned.'],
}

/** More specific rules than those of versioning. */
const NEARER: Partial<Record<`${Direction} ${ValueChange}`, string>> = {
  'request unknown-fields-allowed': 'VAL-009',
  'response field-added': 'VER-005',
  'response required-field-added': 'VER-005',
  'response unknown-fields-allowed': 'VER-005',
  'event field-added': 'VER-004',
  'event unknown-fields-allowed': 'VER-005',
  'response known-value-added': 'VER-005',
  'response later-variant-added': 'VER-005',
  'response variants-opened': 'VER-005',
}

/** Places for which the contract itself defines the allowed changes. */
const STATED: readonly [place: string, changes: readonly string[], rule: string][] = [
  ['POST /v1/esign/verify, 200 body: status', ['known-value-added', 'value-added'], 'VRS-007'],
  ['POST /v1/esign/verify, 200 body: match', ['wider', 'other'], 'VFR-005'],
]

export function statedRule(place: string, change: ValueChange): string | undefined {
  return STATED.find(([where, changes]) => where === place && changes.includes(change))?.[2]
}

/** Fields that OpenAPI 3.0 excludes from one direction. */
export const EXEMPT: Verdict = {
  severity: 'safe',
  reason:
    'OpenAPI 3.0 exempts it: a readOnly field is never sent, a writeOnly field never returned.',
  rule: null,
}

export function isExempt(
  flow: 'readOnly' | 'writeOnly' | undefined,
  direction: Direction,
): boolean {
  return flow === (direction === 'request' ? 'readOnly' : 'writeOnly')
}

export function verdictOf(change: ValueChange, direction: Direction): Verdict {
  const [severity, reason] = (direction === 'request' ? SENT : RECEIVED)[change]
  return {
    severity,
    reason,
    rule: NEARER[`${direction} ${change}`] ?? (direction === 'event' ? 'VER-004' : 'VER-001'),
  }
}
