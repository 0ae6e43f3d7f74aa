import type { Check } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import { asRequested } from './screening.ts'

const APPLICANT = {
  family_name: 'Testperson',
  given_names: ['Una', 'María'],
  email: 'una@applicant.example',
}

const FINDING = {
  subject_type: 'document',
  severity: 'high',
  source_authority: 'vskit',
  finding_type: 'first',
  evidence: {},
}

/** One rule for each source of values, by the requirement that it tests. */
const RULES: readonly [requirement: string, condition: JsonObject, holds: boolean][] = [
  ['FLD-009', { field: 'applicant.email', value: APPLICANT.email }, true],
  ['FLD-007', { field: 'applicant.givenNames', operator: 'contains', value: 'María' }, true],
  ['PAT-013', { field: 'session.metadata.desk', value: 'retail' }, true],
  ['DEV-008', { field: 'fraud.asn', value: 64_500 }, true],
  ['DEV-034', { field: 'device.behavior.headless', value: true }, true],
  ['FLD-016', { field: 'finding.count', value: 1 }, true],
  ['PAT-003', { field: 'check.id_verification.outcome', operator: 'exists' }, true],
  ['RSV-003', { field: 'session.metadata.missing', operator: 'neq', value: 'x' }, false],
  ['RSV-014', { field: 'session.metadata.desk', value: 'Retail' }, false],
]

export const screeningPlaneChecks: readonly Check[] = [
  {
    id: 'screening.same-in-each-plane',
    area: 'screening',
    requirements: RULES.map(([requirement]) => requirement),
    level: 'must',
    needs: {
      features: ['workflow_templates'],
      credentials: [],
      regions: ['other'],
      states: ['screened_session'],
    },
    why: 'Rules that were tested in one mode and region must have the same effect in the others.',
    async run(ctx) {
      for (const [region, mode] of [
        [ctx.other, 'test'],
        [ctx.home, 'live'],
        [ctx.other, 'live'],
      ] as const) {
        const { tags } = await reach(ctx, 'screened_session', {
          region,
          mode,
          applicant: asRequested(ctx, APPLICANT),
          metadata: { desk: 'retail' },
          device_intelligence: true,
          signals: { 'fraud.asn': 64_500, 'device.behavior.headless': true },
          findings: [FINDING],
          screening_rules: RULES.map(([name, condition]) =>
            rule({ name, condition: comparing(condition) }),
          ),
        })
        if (!Array.isArray(tags))
          throw new Blocked('screened_session: expected the binding tags as an array')
        for (const [requirement, condition, holds] of RULES)
          ctx.expect(
            requirement,
            `a rule on ${String(condition['field'])} ${holds ? 'to hold' : 'not to hold'} in ${region}, ${mode}`,
            tags.includes(requirement) === holds,
            tags,
          )
      }
    },
  },
]
