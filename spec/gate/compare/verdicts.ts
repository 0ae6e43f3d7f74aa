import type { Severity } from '../judgement.ts'
import type { Relation } from './assertions.ts'

/** Which way a value travels: to the service, back to the client, or out to a webhook consumer. */
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
  | 'variants-opened'
  | 'variants-closed'
  | 'default-changed'
  | 'promise-withdrawn'
  | 'promise-made'
  | 'deprecated'
  | 'became-read-only'
  | 'became-write-only'
  | 'no-longer-read-only'
  | 'no-longer-write-only'
  | 'default-unused'
  | 'condition-unfelt'
  | 'keyword-changed'
  | 'inert'
  | Relation

type Row = readonly [severity: Severity, reason: string]
type Table = Readonly<Record<ValueChange, Row>>

const SENT: Table = {
  'field-added': ['safe', 'A field that may be left out.'],
  'required-field-added': [
    'breaking',
    'Requests that do not send the field are refused from now on.',
  ],
  'field-removed': ['breaking', 'Requests that send the field are refused, or it is passed over.'],
  'field-forbidden': ['breaking', 'Requests that send the field are refused from now on.'],
  'absence-withdrawn': ['safe', 'A field that was refused may be sent.'],
  'became-required': ['breaking', 'Requests that do not send the field are refused from now on.'],
  'became-optional': ['safe', 'Requests that send the field stay good.'],
  'still-required': ['safe', 'It is said elsewhere too: nothing changes.'],
  'value-added': ['safe', 'One more value may be sent.'],
  'value-removed': ['breaking', 'Requests that send the value are refused from now on.'],
  'values-opened': ['safe', 'Every value that could be sent still can.'],
  'values-closed': ['breaking', 'Values outside of the list are refused from now on.'],
  'known-value-added': ['safe', 'The list is open: it names what is known, and refuses nothing.'],
  'known-value-removed': ['breaking', 'The value means nothing any more.'],
  'unknown-fields-allowed': [
    'breaking',
    'A misspelt field was refused; now it is dropped, and what it said is lost.',
  ],
  'unknown-fields-refused': ['breaking', 'Requests with further fields are refused from now on.'],
  'variant-added': ['safe', 'One more shape may be sent.'],
  'variant-removed': ['breaking', 'Requests of that shape are refused from now on.'],
  'later-variant-added': ['safe', 'One more shape may be sent.'],
  'variants-opened': ['safe', 'Says what receivers do with later variants, and refuses nothing.'],
  'variants-closed': ['safe', 'Says what receivers do with later variants, and allows nothing.'],
  'default-changed': ['breaking', 'Requests that leave it out mean something else.'],
  'promise-withdrawn': ['risky', 'A promise of the contract is now a choice, which may change.'],
  'promise-made': ['safe', 'A choice is now a promise of the contract.'],
  deprecated: ['safe', 'Announces an end, and changes nothing yet.'],
  'became-read-only': [
    'breaking',
    'Requests that send the field are refused, or it is passed over.',
  ],
  'became-write-only': ['safe', 'The field is sent as before.'],
  'no-longer-read-only': ['safe', 'A field that was only returned may be sent.'],
  'no-longer-write-only': ['safe', 'The field is sent as before.'],
  'default-unused': ['safe', 'The value is always sent: no default stands in for it.'],
  'condition-unfelt': [
    'safe',
    'Its condition already applied to all values, or could not be sent.',
  ],
  inert: ['safe', 'The keyword binds values of a type that is not allowed here.'],
  'keyword-changed': ['risky', 'The gate has no rule for this; read what it does to requests.'],
  narrower: ['breaking', 'Requests that were good are refused from now on.'],
  wider: ['safe', 'Every value that could be sent still can.'],
  other: ['breaking', 'Requests that were good are refused from now on.'],
  unclear: [
    'risky',
    'Whether everything that could be sent still can is not to be told from the schema.',
  ],
}

const RECEIVED: Table = {
  'field-added': ['safe', 'Additive: receivers ignore unknown fields.'],
  'required-field-added': ['safe', 'Additive: receivers ignore unknown fields.'],
  'field-removed': ['breaking', 'A field that receivers read is gone.'],
  'field-forbidden': ['safe', 'An open value is now never sent.'],
  'absence-withdrawn': ['breaking', 'A field that was promised never to come may come.'],
  'became-required': ['safe', 'A value that could be absent is now always present.'],
  'became-optional': ['breaking', 'Receivers that rely on the field find it missing.'],
  'still-required': ['safe', 'It is said elsewhere too: nothing changes.'],
  'value-added': [
    'risky',
    'A closed list grows: receivers that switch over it meet a value that they do not know.',
  ],
  'value-removed': ['breaking', 'Receivers that wait for the value wait in vain.'],
  'values-opened': ['risky', 'A closed list is open now: any value may come.'],
  'values-closed': ['safe', 'Fewer values than before may come.'],
  'known-value-added': [
    'safe',
    'The list is open, and receivers that follow the rules take a new value for an unknown one.',
  ],
  'known-value-removed': ['breaking', 'Receivers that wait for the value wait in vain.'],
  'unknown-fields-allowed': [
    'risky',
    'Only the described fields came; now others may, which receivers have to pass over.',
  ],
  'unknown-fields-refused': ['safe', 'Nothing but the described fields comes.'],
  'variant-added': ['breaking', 'A shape may come that receivers do not know.'],
  'variant-removed': ['safe', 'One shape less may come.'],
  'later-variant-added': [
    'safe',
    'The variants are open: receivers that follow the rules pass over one that they do not know.',
  ],
  'variants-opened': [
    'risky',
    'Only the listed variants came; now later ones may, which receivers have to pass over.',
  ],
  'variants-closed': ['safe', 'Nothing but the listed variants comes.'],
  'default-changed': ['safe', 'Messages contain all values; the default is a note.'],
  'promise-withdrawn': ['risky', 'A promise of the contract is now a choice, which may change.'],
  'promise-made': ['safe', 'A choice is now a promise of the contract.'],
  deprecated: ['safe', 'Announces an end, and changes nothing yet.'],
  'became-read-only': ['safe', 'The field comes as before.'],
  'became-write-only': ['breaking', 'A field that receivers read is gone.'],
  'no-longer-read-only': ['safe', 'The field comes as before.'],
  'no-longer-write-only': ['safe', 'Additive: receivers ignore unknown fields.'],
  'default-unused': ['safe', 'Messages contain all values; the default is a note.'],
  'condition-unfelt': ['safe', 'Its promise already applied to all values.'],
  inert: ['safe', 'The keyword binds values of a type that is not allowed here.'],
  'keyword-changed': ['risky', 'The gate has no rule for this; read what it does to receivers.'],
  narrower: ['safe', 'Everything that comes now could come before.'],
  wider: ['breaking', 'Values may come that were promised never to.'],
  other: ['breaking', 'Values may come that were promised never to.'],
  unclear: [
    'risky',
    'Whether only what could come before comes now is not to be told from the schema.',
  ],
}

/** Rules that are nearer than those of versioning. */
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

const TO_ACCEPT: readonly ValueChange[] = [
  'field-added',
  'value-added',
  'values-opened',
  'became-optional',
  'variant-added',
  'later-variant-added',
  'wider',
]
const TO_KEEP: readonly ValueChange[] = [
  'required-field-added',
  'became-required',
  'field-forbidden',
  'values-closed',
  'unknown-fields-refused',
  'variant-removed',
  'narrower',
]

/** A change without effect on callers and consumers can mean work for implementers: reported, but not breaking. */
export function workOf(change: ValueChange, direction: Direction): Verdict | null {
  const is = (changes: readonly ValueChange[]) => changes.includes(change)
  if (direction === 'request')
    return is(TO_ACCEPT)
      ? { severity: 'safe', reason: 'Work: a service that conforms has to accept it.', rule: null }
      : null
  return is(TO_KEEP)
    ? { severity: 'safe', reason: 'Work: a service that conforms has to keep to it.', rule: null }
    : null
}

/** Places of which the contract says itself what may change. */
const STATED: readonly [place: string, changes: readonly string[], rule: string][] = [
  ['POST /v1/esign/verify, 200 body: status', ['known-value-added', 'value-added'], 'VRS-007'],
  ['POST /v1/esign/verify, 200 body: match', ['wider', 'other'], 'VFR-005'],
]

export function statedRule(place: string, change: ValueChange): string | undefined {
  return STATED.find(([where, changes]) => where === place && changes.includes(change))?.[2]
}

/** Fields that OpenAPI 3.0 keeps out of one direction. */
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
