import type { Check, Context } from '../../check/check.ts'
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
        const names = expectTags(tags)
        for (const [requirement, condition, holds] of RULES)
          ctx.expect(
            requirement,
            `a rule on ${String(condition['field'])} ${holds ? 'to hold' : 'not to hold'} in ${region}, ${mode}`,
            names.includes(requirement) === holds,
            names,
          )
      }
    },
  },
  {
    id: 'screening.live-applicants-are-new-in-test-mode',
    area: 'screening',
    requirements: ['PLN-007'],
    level: 'must',
    needs: {
      features: ['workflow_templates'],
      credentials: [],
      states: ['organization', 'screened_session'],
    },
    why: 'A test that tells who is a customer discloses live data to every developer.',
    async run(ctx) {
      const { organization } = await reach(ctx, 'organization', {})
      const [customer, stranger] = [newPerson(ctx), newPerson(ctx)]
      await isRepeated(ctx, organization, 'live', customer)
      // The synthetic signals of a service may show every visitor as a repeated one.
      if (await isRepeated(ctx, organization, 'test', stranger)) {
        ctx.observe('GAP-DEVICE-SIGNALS', 'a rule on fraud.repeatApplicant holds for a new person')
        return
      }
      const holds = await isRepeated(ctx, organization, 'test', customer)
      if (holds) {
        // Signals that follow from the data of a person are the same at an organization that does not know that person.
        const { organization: other } = await reach(ctx, 'organization', {})
        if (await isRepeated(ctx, other, 'test', customer)) {
          ctx.observe('GAP-DEVICE-SIGNALS', 'a rule on fraud.repeatApplicant holds for a person')
          return
        }
      }
      ctx.expect(
        'PLN-007',
        'a rule on fraud.repeatApplicant not to hold in test mode, for a person of live mode',
        !holds,
        'it held',
      )
    },
  },
]

function newPerson(ctx: Context): JsonObject {
  const name = ctx.unique()
  return asRequested(ctx, {
    family_name: `Testperson ${name}`,
    given_names: ['Una'],
    email: `una-${name}@applicant.example`,
    date_of_birth: '1990-04-12',
  })
}

/** Screens one person, and returns whether a rule on `fraud.repeatApplicant` held. */
async function isRepeated(
  ctx: Context,
  organization: string,
  mode: 'test' | 'live',
  applicant: JsonObject,
): Promise<boolean> {
  const condition = comparing({ field: 'fraud.repeatApplicant', value: true })
  const { tags } = await reach(ctx, 'screened_session', {
    organization,
    mode,
    applicant,
    device_intelligence: true,
    screening_rules: [rule({ name: REPEATED, condition })],
  })
  return expectTags(tags).includes(REPEATED)
}

const REPEATED = 'repeated'

function expectTags(tags: unknown): unknown[] {
  if (!Array.isArray(tags))
    throw new Blocked('screened_session: expected the binding tags as an array')
  return tags
}
