import { comparing, group } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { RULE_TYPES } from '../templates/rule-actions.ts'

/** Matches every applicant. */
export const EVERYBODY = comparing({ operator: 'exists' })
export const NOBODY = comparing({ value: 'nobody@applicant.example' })

export const DECLINING = [
  'country_block',
  'score_threshold',
  'age_restriction',
  'geolocation_mismatch',
  'watchlist_hit',
  'adverse_media_hit',
  'custom',
]

export interface Fired {
  label: string
  rule: JsonObject
  /** Rules that match beside it, before and after it in order and priority. */
  beside?: readonly JsonObject[]
  ends: 'completed' | 'parked'
  /** Expected outcome of the verification, in place of one that passes. */
  forced?: string
  mode?: 'live'
  /** Row of the ledger that lets a service refuse the template. */
  refusedBy?: string
  requirements: readonly string[]
}

/** Names differ, because a service may refuse two rules of one name (GAP-RULE-NAMES). */
const ofEachType = (rule: JsonObject): JsonObject[] =>
  RULE_TYPES.map((ruleType) => ({ ...rule, ruleType, name: `Of ${ruleType}` }))

/** One rule that matches, on a verification that would pass without it. */
export const FIRED: readonly Fired[] = [
  {
    label: 'tag',
    rule: { action: 'tag' },
    ends: 'completed',
    requirements: ['ATN-002', 'ATN-003'],
  },
  {
    label: 'tag of each type',
    rule: { action: 'tag' },
    beside: ofEachType({ action: 'tag' }),
    ends: 'completed',
    requirements: ['ATN-002', 'RTY-002'],
  },
  {
    label: 'tag with a scoreAdjustment',
    rule: { action: 'tag', scoreAdjustment: 1 },
    ends: 'completed',
    requirements: ['SCR-028'],
  },
  {
    label: 'tag with a negative scoreAdjustment',
    rule: { action: 'tag', scoreAdjustment: -1 },
    ends: 'completed',
    requirements: ['SCR-028'],
  },
  ...[1, -1].map((scoreAdjustment): Fired => ({
    label: `approve with a scoreAdjustment of ${scoreAdjustment}`,
    rule: { action: 'approve', scoreAdjustment },
    ends: 'completed',
    requirements: ['SCR-028'],
  })),
  {
    label: 'review',
    rule: { action: 'review' },
    ends: 'parked',
    requirements: ['ATN-004', 'SCR-002', 'SCR-021'],
  },
  {
    label: 'review that is inactive',
    rule: { action: 'review', isActive: false },
    ends: 'completed',
    requirements: ['SCR-022'],
  },
  {
    label: 'review of each type that is inactive',
    rule: { action: 'review', isActive: false },
    beside: ofEachType({ action: 'review', isActive: false }),
    ends: 'completed',
    requirements: ['RTY-002', 'SCR-022'],
  },
  ...[0, 10_000].map((priority): Fired => ({
    label: `review of priority ${priority}`,
    rule: { action: 'review', priority },
    ends: 'parked',
    requirements: ['ATN-004', 'SCR-017'],
  })),
  {
    label: 'review between tags',
    rule: { action: 'review', priority: 100 },
    beside: [
      { action: 'tag', priority: 1 },
      { action: 'tag', priority: 9999 },
    ],
    ends: 'parked',
    requirements: ['ATN-004', 'SCR-002'],
  },
  { label: 'approve', rule: { action: 'approve' }, ends: 'completed', requirements: ['ATN-006'] },
  {
    label: 'review that does not hold',
    ends: 'completed',
    requirements: ['SCR-003'],
    rule: { action: 'review', condition: NOBODY },
  },
  {
    label: 'decline that does not hold',
    ends: 'completed',
    requirements: ['SCR-003'],
    rule: { action: 'decline', condition: NOBODY },
  },
  {
    label: 'decline that is inactive',
    ends: 'completed',
    requirements: ['SCR-022'],
    rule: { action: 'decline', isActive: false },
  },
  {
    label: 'review by a group',
    ends: 'parked',
    requirements: ['ATN-004', 'SCR-012'],
    rule: { action: 'review', condition: group('AND', EVERYBODY, group('OR', NOBODY, EVERYBODY)) },
  },
  {
    label: 'review beside a tag of the same name',
    ends: 'parked',
    requirements: ['ATN-004', 'SCR-002'],
    rule: { action: 'review', name: 'The same' },
    beside: [{ action: 'tag', name: 'The same' }],
    refusedBy: 'GAP-RULE-NAMES',
  },
]

/** The type of a rule decides nothing but whether it may decline. */
export const REVIEWS: readonly Fired[] = RULE_TYPES.map((ruleType) => ({
  label: `review of ${ruleType}`,
  rule: { ruleType, action: 'review' },
  ends: 'parked',
  requirements: ['ATN-004', 'RTY-002'],
}))

export const declining = (ruleType: string, requirements: string[]): Fired => ({
  label: `decline of ${ruleType}`,
  rule: { ruleType, action: 'decline' },
  ends: 'parked',
  requirements,
})
