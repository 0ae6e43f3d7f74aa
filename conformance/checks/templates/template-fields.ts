import { type Case, isAccepted, requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal } from '../../check/idioms.ts'
import {
  changeTemplate,
  comparing,
  createTemplate,
  expectRulesAccepted,
  group,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { UNREADABLE } from './unreadable-fields.ts'

/** Device and network fields by type, with the requirement for each. */
export const SIGNALS: readonly [sample: unknown, fields: Record<string, string>][] = [
  [
    1,
    {
      'fraud.botScore': 'DEV-004',
      'fraud.threatScore': 'DEV-006',
      'fraud.asn': 'DEV-008',
      'fraud.ringSize': 'DEV-024',
      'device.velocity.distinctIps': 'DEV-029',
      'device.velocity.sessionCount': 'DEV-030',
      'device.behavior.pasteCount': 'DEV-031',
      'device.behavior.totalSeconds': 'DEV-032',
      'device.behavior.minStepSeconds': 'DEV-033',
    },
  ],
  [
    'x',
    {
      'fraud.country': 'DEV-007',
      'fraud.asOrganization': 'DEV-009',
      'fraud.verifiedBotCategory': 'DEV-011',
      'fraud.ja4': 'DEV-013',
    },
  ],
  [
    true,
    {
      'fraud.asnIsDatacenter': 'DEV-010',
      'fraud.ipReputation': 'DEV-014',
      'fraud.ipIsTorExit': 'DEV-015',
      'fraud.repeatApplicant': 'DEV-016',
      'fraud.emailDisposable': 'DEV-017',
      'fraud.emailDomainDga': 'DEV-018',
      'fraud.emailUsernameGrammarInvalid': 'DEV-019',
      'fraud.geoTimezoneMismatch': 'DEV-020',
      'fraud.deviceTouchPointMismatch': 'DEV-021',
      'fraud.countryMismatch': 'DEV-022',
      'fraud.impossibleTravel': 'DEV-023',
      'fraud.ringTruncated': 'DEV-025',
      'fraud.captureAbsent': 'DEV-027',
      'fraud.networkContextChanged': 'DEV-028',
      'device.behavior.headless': 'DEV-034',
      'device.behavior.collectionAbsent': 'DEV-035',
    },
  ],
]

const RULE_TYPES = [
  'country_block',
  'score_threshold',
  'age_restriction',
  'geolocation_mismatch',
  'watchlist_hit',
  'adverse_media_hit',
  'custom',
  'repeat_applicant',
  'device_velocity',
  'ip_reputation',
  'bot_signal',
  'impossible_travel',
  'identity_ring',
  'email_risk',
  'behavior_anomaly',
  'geo_mismatch',
  'credit_history',
]

const reads = (field: string, ...requirements: string[]): Case => ({
  label: `the field ${field}`,
  send: rule({ condition: comparing({ field, operator: 'exists' }) }),
  requirements,
})

/** Patterns of findings on documents; the subject types are open (GAP-FINDING-VOCABULARY). */
const OF_DOCUMENTS: readonly Case[] = [
  reads('any.finding.document.severity', 'PAT-005', 'PAT-011'),
  reads('all.finding.document.findingType', 'PAT-007', 'PAT-011'),
  reads('count_where.finding.document.confirmed', 'PAT-008', 'PAT-012'),
]

export const READABLE: readonly Case[] = [
  ...SIGNALS.flatMap(([value, fields]) =>
    Object.entries(fields).map(([field, requirement]): Case => ({
      label: `the field ${field}`,
      send: rule({ condition: comparing({ field, value }) }),
      requirements: [requirement, 'DEV-003'],
    })),
  ),
  reads('finding.count', 'FLD-016'),
  reads('finding.severity.high.count', 'FLD-017'),
  reads('finding.severity.medium.count', 'FLD-018'),
  reads('finding.severity.low.count', 'FLD-019'),
  reads('applicant.email.domain', 'FLD-010'),
  // The check type is spelled as the document spells it; other spellings are left open (GAP-PATTERN-SEGMENTS).
  reads('check.id_verification.outcome', 'PAT-001', 'PAT-003'),
  ...OF_DOCUMENTS,
  ...['desk_2', 'Desk', '2desk', '_desk'].map((key) =>
    reads(`session.metadata.${key}`, 'PAT-013', 'PAT-015'),
  ),
  ...RULE_TYPES.map((ruleType): Case => ({
    label: `${ruleType} that reads the phone`,
    requirements: ['RTY-001', 'RTY-002'],
    send: rule({
      ruleType,
      condition: comparing({ field: 'applicant.phone', operator: 'exists' }),
    }),
  })),
  ...RULE_TYPES.map((ruleType): Case => ({
    label: `${ruleType} that reads the network`,
    requirements: ['RTY-001', 'RTY-002'],
    send: rule({ ruleType, condition: comparing({ field: 'fraud.asn', value: 64_500 }) }),
  })),
]

/** Where a condition can be. A rule that is switched off can be switched on. */
const PLACES: readonly [string, (condition: JsonObject) => JsonObject, string[]][] = [
  ['', (condition) => rule({ condition }), []],
  [
    ', inside a group',
    (condition) => rule({ condition: group('AND', comparing({}), condition) }),
    ['RFS-016'],
  ],
  [
    ', inside a group in a group',
    (condition) => rule({ condition: group('OR', comparing({}), group('AND', condition)) }),
    ['RFS-016'],
  ],
  [', switched off', (condition) => rule({ condition, isActive: false }), []],
]

/** For one field only: three levels are as many as each service accepts (GAP-RULE-BOUNDS). */
const DEEPEST: (typeof PLACES)[number] = [
  ', inside a group in a group in a group',
  (condition) =>
    rule({ condition: group('AND', group('OR', comparing({}), group('AND', condition))) }),
  ['RFS-016'],
]

export const templateFieldChecks: readonly Check[] = [
  {
    id: 'templates.fields-readable',
    area: 'templates',
    requirements: requirementsOf(READABLE),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Every collected signal must be usable in a rule.',
    async run(ctx) {
      const id = await newTemplate(ctx)
      const cases = (await hasDocumentFindings(ctx))
        ? READABLE
        : READABLE.filter((one) => !OF_DOCUMENTS.includes(one))
      if (cases.length < READABLE.length)
        ctx.observe(
          'GAP-FINDING-VOCABULARY',
          'no rule on findings with the subject type document is accepted',
        )
      await expectRulesAccepted(ctx, id, cases)
    },
  },
  {
    id: 'templates.fields-unresolvable',
    area: 'templates',
    requirements: [
      ...requirementsOf(UNREADABLE),
      'RFS-001',
      'RFS-002',
      'RFS-003',
      'RFS-004',
      'RFS-005',
      'RFS-016',
      'RFS-017',
      'RFS-018',
      'RFS-019',
      'TPL-008',
    ],
    level: 'must',
    needs: { features: ['workflow_templates', 'applicants'], credentials: ['home.test'] },
    why: 'A misspelt field never resolves; an immediate refusal with its name is easy to fix.',
    async run(ctx) {
      const id = await newTemplate(ctx, [rule()])
      const family_name = `Testperson${ctx.unique()}`
      await ctx.setUp('create an applicant whose data must not leak', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json: { family_name, given_names: ['Una'] },
      })
      for (const [i, { label, field, send, requirements }] of UNREADABLE.entries()) {
        for (const [where, placed, more] of i === 0 ? [...PLACES, DEEPEST] : PLACES) {
          const wanted = { field, name: family_name, requirements: [...requirements, ...more] }
          // The condition contains an applicant's value, which the refusal must not repeat.
          const screening_rules = [placed(send as JsonObject)]
          const what = `a rule with ${label}${where}`
          const created = await createTemplate(
            ctx,
            `create a template with ${what}`,
            screening_rules,
          )
          expectUnresolvable(ctx, created, wanted)
          if (i > 0) continue
          const changed = await changeTemplate(ctx, `give a template ${what}`, id, {
            screening_rules,
          })
          expectUnresolvable(ctx, changed, {
            ...wanted,
            requirements: [...wanted.requirements, 'TPL-008'],
          })
        }
      }
      const [{ field, send, requirements }] = UNREADABLE as [(typeof UNREADABLE)[number]]
      const [[, placed]] = PLACES as [(typeof PLACES)[number]]
      const last = await createTemplate(ctx, 'create a template whose last rule has such a field', [
        rule(),
        rule(),
        placed(send as JsonObject),
      ])
      expectUnresolvable(ctx, last, { field, name: family_name, requirements })
    },
  },
]

function expectUnresolvable(
  ctx: Context,
  answer: Answer,
  wanted: { field: string; name: string; requirements: readonly string[] },
): void {
  const refused = expectRefusal(ctx, answer, {
    status: 422,
    code: 'validation_error',
    requirements: [...wanted.requirements, 'RFS-001', 'RFS-002'],
  })
  if (!refused) return
  expectEnvelope(ctx, answer, { type: 'RFS-003', docUrl: 'RFS-004', requestId: 'RFS-005' })
  const message = at(answer.json, 'error', 'message')
  ctx.expect(
    'RFS-017',
    'the message Unresolvable screening-rule field',
    message === 'Unresolvable screening-rule field',
    message,
  )
  ctx.expect(
    'RFS-018',
    `details.field with ${wanted.field}`,
    at(answer.json, 'error', 'details', 'field') === wanted.field,
    at(answer.json, 'error', 'details'),
  )
  ctx.expect(
    'RFS-019',
    'no name of an applicant',
    !answer.searchable.includes(wanted.name),
    answer.json,
  )
}

/** A service that accepts none of the patterns may have different subject types; one that accepts some must accept all. */
async function hasDocumentFindings(ctx: Context): Promise<boolean> {
  for (const { label, send } of OF_DOCUMENTS) {
    const answer = await createTemplate(ctx, `write a rule with ${label}`, [send])
    if (isAccepted(answer)) return true
  }
  return false
}
