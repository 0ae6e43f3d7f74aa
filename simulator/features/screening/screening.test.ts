import t from 'tap'
import { screeningRuleTypes } from '../../../spec/generated/screening.ts'
import { newOwner, roomySimulator } from '../../http/testing.ts'
import type { Region } from '../../world/world.ts'
import { data, controlClient } from '../../testing/control-client.ts'

interface Seen {
  status: string
  outcome: string | null
  decision_source: string | null
  screening: {
    routing: string
    tags: string[]
    score: number
    fired: { name: string }[]
    unreadable: string[]
  } | null
}

const HOLDS = { kind: 'field', field: 'applicant.email', operator: 'exists' }
const APPLICANT = {
  family_name: 'Núñez Castro',
  given_names: ['Ana', 'María'],
  email: 'Ana@Mail.EXAMPLE',
  phone: '+14155550132',
  date_of_birth: '2004-02-29',
  address: { country: 'DE' },
}
const rule = (more: object) => ({
  name: 'r',
  ruleType: 'custom',
  condition: HOLDS,
  action: 'tag',
  ...more,
})

async function set(test: Parameters<typeof roomySimulator>[0], region: Region = 'us') {
  const simulator = await roomySimulator(test)
  const control = controlClient(simulator)
  await control.freeze('2026-02-28T12:00:00.000Z')
  const owner = await newOwner(simulator, {
    region,
    budgets: { global: 10_000, 'sessions:create': 10_000, reads: 10_000 },
  })
  const call = await owner.caller('test')
  const template = async (rules: object[], more = {}) =>
    data<{ id: string }>(
      await call('POST', '/v1/workflow-templates', {
        name: 'T',
        steps: [{ id: 'identity', type: 'id_verification' }],
        screening_rules: rules,
        ...more,
      }),
    ).id
  const start = async (id: string, more = {}) =>
    data<{ id: string }>(
      await call('POST', '/v1/sessions', {
        workflow_template_id: id,
        applicant: APPLICANT,
        ...more,
      }),
    ).id
  const inspect = (id: string) => control.call<Seen>('GET', `/sessions/${id}`)
  /** Runs a whole verification under these rules. */
  const run = async (rules: object[], session = {}, more = {}): Promise<Seen> => {
    const id = await start(await template(rules, more), session)
    await control.journey(id, 'submit')
    return inspect(id)
  }
  return { call, control, template, start, inspect, run }
}

const verdictOf = ({ status, outcome }: Seen) =>
  outcome === null ? status : `${status} ${outcome}`

t.test(
  'ATN-001 ATN-002 ATN-003 SCR-003 reviewers see a tag, and it changes no status',
  async (t) => {
    const { run } = await set(t)
    const never = rule({
      name: 'never',
      action: 'review',
      condition: { ...HOLDS, field: 'check.esign.outcome' },
    })
    const seen = await run([rule({ name: 'has mail' }), never])
    t.equal(verdictOf(seen), 'completed approved')
    t.match(seen.screening, { tags: ['has mail'], routing: 'none', fired: [{ name: 'has mail' }] })
    t.equal(seen.screening?.fired.length, 1)
    t.equal(verdictOf(await run([rule({})], { expected_outcome: 'fail' })), 'completed declined')
  },
)

t.test('SCR-002 ATN-004 ATN-005 ATN-006 review, score and approval', async (t) => {
  const { run } = await set(t)
  t.equal(verdictOf(await run([rule({ action: 'review' })])), 'awaiting_review')
  t.equal(
    verdictOf(
      await run([
        rule({ action: 'adjust_score', scoreAdjustment: 0.25 }),
        rule({ action: 'adjust_score', scoreAdjustment: 0.25 }),
      ]),
    ),
    'awaiting_review',
  )
  t.equal(
    verdictOf(await run([rule({ action: 'adjust_score', scoreAdjustment: 0.49 })])),
    'completed approved',
  )
  const lifted = await run([rule({ action: 'approve' })], { expected_outcome: 'review' })
  t.equal(verdictOf(lifted), 'completed approved')
  t.equal(lifted.decision_source, 'automatic')
  t.equal(
    verdictOf(await run([rule({ action: 'approve' })], { expected_outcome: 'fail' })),
    'completed declined',
  )
  t.equal(
    verdictOf(await run([rule({ action: 'approve' })], { expected_outcome: 'doc_quality' })),
    'awaiting_review',
  )
  t.equal(verdictOf(await run([rule({ action: 'review', isActive: false })])), 'completed approved')
})

for (const region of ['us', 'eu'] as const) {
  t.test(
    `ATN-008 ATN-009 ATN-010 ATN-011 in ${region} a matching decline rule routes to review, for each type that allows it`,
    async (t) => {
      const { run, template } = await set(t, region)
      for (const [ruleType, { may_decline }] of Object.entries(screeningRuleTypes)) {
        if (!may_decline) continue
        const seen = await run([rule({ ruleType, action: 'decline' }), rule({ action: 'approve' })])
        t.equal(verdictOf(seen), 'awaiting_review', ruleType)
        t.equal(seen.decision_source, null)
      }
      t.ok(await template([]))
    },
  )
}

t.test(
  'FLD-001 FLD-002 FLD-003 FLD-004 FLD-005 FLD-006 FLD-007 FLD-008 FLD-009 FLD-010 FLD-011 FLD-012 FLD-013 FLD-014 FLD-015 ' +
    'RSV-013 PAT-002 the facts that rules read from a verification',
  async (t) => {
    const { run, control, template, start, inspect } = await set(t)
    const table: [field: string, operator: string, value: unknown, holds: boolean][] = [
      ['applicant.legalName', 'exists', true, false],
      ['applicant.name', 'eq', 'Ana María Núñez Castro', true],
      ['applicant.name', 'contains', 'María N', true],
      ['applicant.familyName', 'eq', 'Núñez Castro', true],
      ['applicant.givenNames', 'contains', 'María', true],
      ['applicant.givenNames', 'contains', 'Mar', false],
      ['applicant.email', 'eq', 'Ana@Mail.EXAMPLE', true],
      ['applicant.email.domain', 'eq', 'mail.example', true],
      ['applicant.dateOfBirth', 'eq', '2004-02-29', true],
      ['applicant.age', 'eq', 21, true],
      ['applicant.address.country', 'in', ['AT', 'DE'], true],
      ['applicant.phone', 'eq', '+14155550132', true],
      ['finding.count', 'eq', 1, true],
      ['finding.severity.medium.count', 'eq', 1, true],
      ['check.id_verification.outcome', 'eq', 'review', true],
      ['check.id_verification.outcome', 'eq', 'pass', false],
      ['any.finding.document.severity', 'eq', 'medium', true],
      ['session.metadata.desk', 'eq', 'retail', true],
      ['session.metadata.of', 'exists', true, false],
      ['fraud.captureAbsent', 'eq', true, false],
      ['device.behavior.collectionAbsent', 'eq', false, true],
      ['fraud.botScore', 'gt', 50, true],
    ]
    const rules = table.map(([field, operator, value], i) =>
      rule({ name: `${i} ${field}`, condition: { kind: 'field', field, operator, value } }),
    )
    const session = { expected_outcome: 'review', metadata: { of: 'the session' } }
    const seen = await run(rules, session, {
      metadata: { desk: 'retail' },
      device_intelligence: true,
    })
    t.strictSame(
      seen.screening?.tags,
      table.flatMap(([field, , , holds], i) => (holds ? [`${i} ${field}`] : [])),
    )
    await control.freeze('2026-03-01T00:00:00.000Z')
    const older = await start(
      await template([
        rule({
          name: 'is 22',
          condition: { kind: 'field', field: 'applicant.age', operator: 'eq', value: 22 },
        }),
      ]),
    )
    await control.journey(older, 'submit')
    t.strictSame((await inspect(older)).screening?.tags, ['is 22'])
  },
)

t.test('DEV-002 PAT-014 without device intelligence even absence has no value', async (t) => {
  const { run } = await set(t)
  const absent = rule({
    action: 'review',
    condition: { kind: 'field', field: 'fraud.captureAbsent', operator: 'exists' },
  })
  t.equal(verdictOf(await run([absent])), 'completed approved')
  t.equal(verdictOf(await run([absent], {}, { device_intelligence: true })), 'awaiting_review')
})

t.test(
  'PAT-021 PAT-022 PAT-023 nested metadata fails the verification whose rules read it',
  async (t) => {
    const { run } = await set(t)
    for (const bad of [{ a: 1 }, ['a', 1]]) {
      const reading = rule({
        condition: { kind: 'field', field: 'session.metadata.key', operator: 'exists' },
      })
      const seen = await run([reading], {}, { metadata: { key: bad } })
      t.equal(verdictOf(seen), 'completed declined')
      t.equal(seen.decision_source, 'automatic')
      t.strictSame(seen.screening?.unreadable, ['session.metadata.key'])
      t.equal(
        verdictOf(await run([rule({})], {}, { metadata: { key: bad } })),
        'completed approved',
        'unread',
      )
    }
    const unset = rule({
      action: 'review',
      condition: { kind: 'field', field: 'session.metadata.key', operator: 'neq', value: 'a' },
    })
    const seen = await run([unset], {}, { metadata: { key: null } })
    t.equal(
      verdictOf(seen),
      'completed approved',
      'null is no value, so that the rule does not fire',
    )
  },
)

t.test(
  'a session uses the rules that it started with, also when its last step is skipped',
  async (t) => {
    const { call, control, template, start, inspect } = await set(t)
    const id = await template([rule({ action: 'review' })], {
      steps: [
        { id: 'mail', type: 'email_verification' },
        { id: 'people', type: 'sanctions_screening' },
      ],
    })
    const session = await start(id)
    t.equal(
      (await call('PATCH', `/v1/workflow-templates/${id}`, { screening_rules: [] })).status,
      200,
    )
    await control.call('POST', `/sessions/${session}/journey`, {
      action: 'submit_step',
      step_id: 'mail',
    })
    t.equal((await inspect(session)).screening, null, 'not before the last step')
    t.equal(
      (await call('POST', `/v1/sessions/${session}/skip_step`, { step_id: 'people' })).status,
      200,
    )
    t.equal(verdictOf(await inspect(session)), 'awaiting_review')
    const later = await start(id)
    await control.journey(later, 'submit')
    t.equal(verdictOf(await inspect(later)), 'completed approved')
  },
)

t.test('results of rules about a person are erased with the person', async (t) => {
  const { call, control, template, start, inspect } = await set(t)
  const session = await start(await template([rule({ name: 'has mail' })]))
  await control.journey(session, 'submit')
  const { applicant_id } = data<{ applicant_id: string }>(
    await call('GET', `/v1/sessions/${session}`),
  )
  t.strictSame((await inspect(session)).screening?.tags, ['has mail'])
  t.ok(
    (await call('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id })).status <
      300,
  )
  await control.advance(60)
  t.equal((await inspect(session)).screening, null)
  t.equal(verdictOf(await inspect(session)), 'completed approved')
})
