import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal, issuesOf } from '../../check/idioms.ts'
import {
  comparing,
  createTemplate,
  expectRulesAccepted,
  group,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
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
export const MAY_NOT_DECLINE = {
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
export const SENSITIVE: readonly [field: string, requirement: string, change: JsonObject][] = [
  ['applicant.age', 'SEN-005', { operator: 'lt', value: 21 }],
  ['applicant.address.country', 'SEN-006', { value: 'DE' }],
  ['applicant.legalName', 'SEN-007', { operator: 'exists' }],
  ['applicant.name', 'SEN-008', { operator: 'contains', value: 'Una' }],
  ['applicant.familyName', 'SEN-009', { value: 'Testperson' }],
  ['applicant.givenNames', 'SEN-010', { operator: 'contains', value: 'Una' }],
]

/** Readable fields about a person that are not sensitive. */
const PLAIN = ['applicant.dateOfBirth', 'applicant.email', 'applicant.phone']

const sensitive = ([field, , change]: (typeof SENSITIVE)[number]): JsonObject =>
  comparing({ field, ...change })

/** A rejected action: its place and the kind of its error. */
interface Refusal {
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
  ...PLAIN.map((field): Case => ({
    label: `a decline by ${field}`,
    requirements: ['SEN-014'],
    send: rule({ action: 'decline', condition: comparing({ field, operator: 'exists' }) }),
  })),
]

const ENVELOPE = [
  'RFS-001',
  'RFS-002',
  'RFS-003',
  'RFS-004',
  'RFS-005',
  'RFS-006',
  'RFS-007',
  'RFS-008',
  'RFS-009',
  'RFS-010',
  'RFS-011',
]

export const templateActionChecks: readonly Check[] = [
  {
    id: 'templates.actions-taken',
    area: 'templates',
    requirements: requirementsOf(ACCEPTED_ACTIONS),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Only `decline` is restricted; further refusals would disable useful rules.',
    async run(ctx) {
      await expectRulesAccepted(ctx, await newTemplate(ctx), ACCEPTED_ACTIONS)
    },
  },
  {
    id: 'templates.actions-refused',
    area: 'templates',
    requirements: [
      ...new Set([...REFUSED_ACTIONS.flatMap(({ requirements }) => requirements), ...ENVELOPE]),
    ],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Automatic declines by age, name or network are forbidden; this refusal enforces it.',
    async run(ctx) {
      // Valid rules before the refused one, so that an index that is always 0 is detected.
      await newTemplate(ctx, [rule()])
      const messages = new Map<Refusal['cause'], Set<string>>()
      for (const [i, one] of REFUSED_ACTIONS.entries()) {
        const index = i % 3
        const before = Array.from({ length: index }, () => rule())
        const answer = await createTemplate(ctx, `create a template with ${one.label}`, [
          ...before,
          one.rule,
        ])
        const refused = expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: [...one.requirements, 'RFS-001', 'RFS-002'],
        })
        if (!refused) continue
        expectEnvelope(ctx, answer, { type: 'RFS-003', docUrl: 'RFS-004', requestId: 'RFS-005' })
        const message = expectIssue(ctx, answer, one, index)
        if (message !== undefined) {
          messages.set(one.cause, (messages.get(one.cause) ?? new Set()).add(message))
        }
      }
      const all = [...messages.values()]
      const apart = all.every((said, i) =>
        all.slice(i + 1).every((other) => said.isDisjointFrom(other)),
      )
      ctx.expect(
        'RFS-009',
        'different messages for credit history, fraud types and sensitive attributes',
        apart,
        Object.fromEntries([...messages].map(([cause, said]) => [cause, [...said]])),
      )
    },
  },
]

/** @returns the message of the issue about the action */
function expectIssue(
  ctx: Context,
  answer: Answer,
  { cause, label }: Refusal,
  index: number,
): string | undefined {
  const issues = issuesOf(answer)
  const path = ['screening_rules', index, 'action']
  const found = issues.find((issue) => JSON.stringify(issue['path']) === JSON.stringify(path))
  ctx.expect(
    'RFS-010',
    `an issue with the path ${JSON.stringify(path)} for ${label}`,
    found !== undefined,
    issues,
  )
  if (index > 0)
    ctx.expect('RFS-011', `${index} for rule number ${index + 1}`, found !== undefined, issues)
  if (!found) return undefined
  ctx.expect(
    cause === 'sensitive' ? 'RFS-007' : 'RFS-006',
    'the issue code custom',
    found['code'] === 'custom',
    found,
  )
  const message = found['message']
  const hasMessage = typeof message === 'string' && message !== ''
  ctx.expect('RFS-008', 'a message on the issue', hasMessage, found)
  return hasMessage ? message : undefined
}
