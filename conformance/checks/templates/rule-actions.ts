import type { Case } from '../../check/cases.ts'
import { comparing, group, rule } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'

/** Rule types that may carry decline, and the requirement on each. */
const MAY_DECLINE = {
  country_block: 'RTY-003',
  score_threshold: 'RTY-004',
  age_restriction: 'RTY-005',
  geolocation_mismatch: 'RTY-006',
  watchlist_hit: 'RTY-007',
  adverse_media_hit: 'RTY-008',
  custom: 'RTY-009',
} as const

/** Rule types that may not. */
const MAY_NOT_DECLINE = {
  repeat_applicant: 'RTY-010',
  device_velocity: 'RTY-011',
  ip_reputation: 'RTY-012',
  bot_signal: 'RTY-013',
  impossible_travel: 'RTY-014',
  identity_ring: 'RTY-015',
  email_risk: 'RTY-016',
  behavior_anomaly: 'RTY-017',
  geo_mismatch: 'RTY-018',
  credit_history: 'RTY-019',
} as const

export const RULE_TYPES = Object.keys({ ...MAY_DECLINE, ...MAY_NOT_DECLINE })

/** Sensitive attributes that a rule may read, each with a comparison of its type. */
type Sensitive = readonly [field: string, requirement: string, change: JsonObject]
export const SENSITIVE: readonly Sensitive[] = [
  ['applicant.age', 'SEN-005', { operator: 'lt', value: 21 }],
  ['applicant.address.country', 'SEN-006', { value: 'DE' }],
  ['applicant.legalName', 'SEN-007', { operator: 'exists' }],
  ['applicant.name', 'SEN-008', { operator: 'contains', value: 'Una' }],
  ['applicant.familyName', 'SEN-009', { value: 'Testperson' }],
  ['applicant.givenNames', 'SEN-010', { operator: 'contains', value: 'Una' }],
]

/** Readable fields that are not sensitive, one or more of each source. */
const PLAIN = [
  'applicant.dateOfBirth',
  'applicant.email',
  'applicant.email.domain',
  'applicant.phone',
  'finding.severity.high.count',
  'check.id_verification.outcome',
  'session.metadata.desk',
  'fraud.country',
  'device.behavior.headless',
]

const [AGE, COUNTRY, , NAME, FAMILY_NAME, GIVEN_NAMES] = SENSITIVE as [
  Sensitive,
  Sensitive,
  Sensitive,
  Sensitive,
  Sensitive,
  Sensitive,
]

/** Types of rules that may decline, each with the attribute that it would read first. */
const AT_THEIR_TYPES: readonly (readonly [ruleType: string, attribute: Sensitive])[] = [
  ['age_restriction', AGE],
  ['score_threshold', AGE],
  ['geolocation_mismatch', COUNTRY],
  ['watchlist_hit', NAME],
  ['adverse_media_hit', FAMILY_NAME],
]

const sensitive = ([field, , change]: (typeof SENSITIVE)[number]): JsonObject =>
  comparing({ field, ...change })

/** A rejected action: its place and the kind of its error. */
export interface Refusal {
  label: string
  rule: JsonObject
  cause: 'credit history' | 'fraud' | 'sensitive'
  requirements: readonly string[]
}

export const REFUSED_ACTIONS: readonly Refusal[] = [
  ...Object.entries(MAY_NOT_DECLINE).map(([ruleType, requirement]): Refusal => ({
    label: `${ruleType} that declines`,
    rule: rule({ ruleType, action: 'decline' }),
    requirements: [requirement, 'ATN-007'],
    cause: ruleType === 'credit_history' ? 'credit history' : 'fraud',
  })),
  ...SENSITIVE.map((one): Refusal => ({
    label: `a decline by ${one[0]}`,
    rule: rule({ condition: sensitive(one), action: 'decline' }),
    cause: 'sensitive',
    requirements: ['SEN-001', one[1], ...(one[0] === 'applicant.age' ? ['ATN-007'] : [])],
  })),
  {
    label: 'ip_reputation that declines, inactive',
    rule: rule({ ruleType: 'ip_reputation', action: 'decline', isActive: false }),
    cause: 'fraud',
    requirements: ['RTY-012', 'ATN-007'],
  },
  // Neither a group nor the priority 0 excuses a type.
  ...(['bot_signal', 'credit_history'] as const).map((ruleType): Refusal => ({
    label: `${ruleType} that declines by a group`,
    rule: rule({ ruleType, action: 'decline', condition: group('AND', comparing({})) }),
    cause: ruleType === 'credit_history' ? 'credit history' : 'fraud',
    requirements: [MAY_NOT_DECLINE[ruleType], 'ATN-007'],
  })),
  {
    label: 'a decline by age of the priority 0',
    rule: rule({ condition: sensitive(AGE), action: 'decline', priority: 0 }),
    cause: 'sensitive',
    requirements: ['SEN-001', 'SEN-005'],
  },
  {
    label: 'a decline by age, inactive',
    rule: rule({ condition: sensitive(SENSITIVE[0]!), action: 'decline', isActive: false }),
    cause: 'sensitive',
    requirements: ['SEN-001', 'SEN-005'],
  },
  {
    label: 'a decline by a nested attribute',
    cause: 'sensitive',
    requirements: ['SEN-002'],
    rule: rule({
      action: 'decline',
      condition: group('OR', comparing({}), group('AND', comparing({}), sensitive(SENSITIVE[1]!))),
    }),
  },
  ...AT_THEIR_TYPES.map(([ruleType, attribute]): Refusal => ({
    label: `${ruleType} that declines by ${attribute[0]}`,
    cause: 'sensitive',
    requirements: ['SEN-001', attribute[1]],
    rule: rule({ ruleType, condition: sensitive(attribute), action: 'decline' }),
  })),
  // Every operator reads the attribute.
  ...(
    [
      [AGE, { operator: 'exists' }],
      [FAMILY_NAME, { operator: 'neq', value: 'Testperson' }],
      [GIVEN_NAMES, { operator: 'not_in', value: ['Una'] }],
    ] as const
  ).map(([[field, requirement], change]): Refusal => ({
    label: `a decline by ${field} with ${change.operator}`,
    cause: 'sensitive',
    requirements: ['SEN-001', requirement],
    rule: rule({ condition: comparing({ field, ...change }), action: 'decline' }),
  })),
  {
    label: 'a decline by the first of two children',
    cause: 'sensitive',
    requirements: ['SEN-002'],
    rule: rule({ action: 'decline', condition: group('AND', sensitive(NAME), comparing({})) }),
  },
  {
    label: 'a decline by an attribute three groups down',
    cause: 'sensitive',
    requirements: ['SEN-002'],
    rule: rule({
      action: 'decline',
      condition: group('AND', group('OR', comparing({}), group('AND', sensitive(FAMILY_NAME)))),
    }),
  },
  {
    label: 'country_block that declines by the country',
    cause: 'sensitive',
    requirements: ['SEN-001'],
    rule: rule({
      ruleType: 'country_block',
      condition: sensitive(SENSITIVE[1]!),
      action: 'decline',
    }),
  },
]

const NOT_DECLINING: readonly JsonObject[] = [
  { action: 'tag' },
  { action: 'review' },
  { action: 'adjust_score', scoreAdjustment: 0.1 },
  { action: 'approve' },
]

export const ACCEPTED_ACTIONS: readonly Case[] = [
  ...Object.entries(MAY_DECLINE).map(([ruleType, requirement]): Case => ({
    label: `${ruleType} that declines`,
    send: rule({ ruleType, action: 'decline' }),
    requirements: [requirement, 'RTY-002'],
  })),
  ...Object.keys(MAY_NOT_DECLINE).flatMap((ruleType) =>
    NOT_DECLINING.map((action): Case => ({
      label: `${ruleType} and ${String(action['action'])}`,
      send: rule({ ruleType, ...action }),
      // The refusal of a write advises these actions.
      requirements: [
        'RTY-020',
        ...(action['action'] === 'approve'
          ? []
          : [action['action'] === 'adjust_score' ? 'RFS-013' : 'RFS-012']),
      ],
    })),
  ),
  {
    label: 'a decline by a fraud field',
    requirements: ['RTY-021'],
    send: rule({
      action: 'decline',
      condition: comparing({ field: 'fraud.ipIsTorExit', value: true }),
    }),
  },
  ...SENSITIVE.flatMap((one) =>
    ['tag', 'review'].map((action): Case => ({
      label: `${action} by ${one[0]}`,
      send: rule({ action, condition: sensitive(one) }),
      requirements: [action === 'tag' ? 'SEN-003' : 'SEN-004', one[1], 'RFS-012'],
    })),
  ),
  {
    label: 'a decline by a group',
    requirements: ['SEN-014', 'RTY-009'],
    send: rule({
      action: 'decline',
      condition: group('AND', comparing({}), group('OR', comparing({ operator: 'exists' }))),
    }),
  },
  ...PLAIN.map((field): Case => ({
    label: `a decline by ${field}`,
    requirements: ['SEN-014'],
    send: rule({ action: 'decline', condition: comparing({ field, operator: 'exists' }) }),
  })),
]
