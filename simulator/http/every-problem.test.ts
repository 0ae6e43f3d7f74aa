import t, { type Test } from 'tap'
import type { Issue } from '../call/errors.ts'
import { backendFor } from '../testing/page.ts'
import { type Reply, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { data, problems, controlClient } from '../testing/control-client.ts'

const FORM = { questions: [{ id: 'pets', type: 'yes_no', label: 'Pets?', required: true }] }
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = client(simulator, demoKey('org_acme'))

/** Compares without regard to order. */
function same(t: Test, reply: Reply, expected: string[]): void {
  t.strictSame(problems(reply).toSorted(), expected.toSorted())
}

t.test('VAL-001 a session: wrong shape, wrong phone and unknown references at once', async (t) => {
  const reply = await acme('POST', '/v1/sessions', {
    applicant: { family_name: '', phone: '12' },
    workflow_template_id: 'wt_000000000000000000000000',
    expected_outcome: 'maybe',
  })
  same(t, reply, [
    'too_small applicant.family_name',
    'invalid_string applicant.phone',
    'custom workflow_template_id',
    'invalid_enum_value expected_outcome',
  ])
})

t.test(
  'VAL-001 a template: rule type, unresolvable field and refused action at once',
  async (t) => {
    const condition = (field: string) => ({ kind: 'field', field, operator: 'eq', value: 'x' })
    const body = {
      name: 'T',
      steps: [{ id: 'identity', type: 'id_verification' }],
      screening_rules: [
        { name: 'a', ruleType: 'nonsense', action: 'tag', condition: condition('applicant.email') },
        { name: 'b', ruleType: 'custom', action: 'tag', condition: condition('applicant.shoe') },
        { name: 'c', ruleType: 'bot_signal', action: 'decline', condition: condition('fraud.bot') },
      ],
    }
    const reply = await acme('POST', '/v1/workflow-templates', body)
    same(t, reply, [
      'invalid_enum_value screening_rules.0.ruleType',
      'custom screening_rules.1.condition.field',
      'custom screening_rules.2.condition.field',
      'custom screening_rules.2.action',
    ])
    // RFS-015 RFS-016: as the contract states them, with any other problems.
    t.match(reply.json(), {
      error: { message: 'Unresolvable screening-rule field', details: { field: 'applicant.shoe' } },
    })
  },
)

t.test('VAL-001 a change of a person with only a legal name', async (t) => {
  const { id, sdk } = await backendFor(simulator, demoKey('org_acme')).page()
  data(
    await sdk('POST', '/sdk/v1/sessions/me/steps/step_1/submit', {
      applicant: { legalName: 'Ana Ek' },
    }),
  )
  const { applicant_id } = data<{ applicant_id: string }>(await acme('GET', `/v1/sessions/${id}`))
  const change = { given_names: ['Ana'], email: 5, phone: '12' }
  same(t, await acme('PATCH', `/v1/applicants/${applicant_id}`, change), [
    'invalid_type family_name',
    'invalid_type email',
    'invalid_string phone',
  ])
})

t.test('VAL-001 a step that a page submits', async (t) => {
  await controlClient(simulator).organization('org_acme', {
    default_workflow: { steps: [{ id: 'form', type: 'custom_form', config: FORM }] },
  })
  const { sdk } = await backendFor(simulator, demoKey('org_acme')).page()
  const reply = await sdk('POST', '/sdk/v1/sessions/me/steps/form/submit', {
    images: { front: 'no base64!' },
    acquisition: 'scanner',
    applicant: { familyName: 'Ek', phone: '12', dateOfBirth: '2999-01-01' },
    answers: { cats: true },
  })
  same(t, reply, [
    'invalid_string images.front',
    'custom images',
    'invalid_enum_value acquisition',
    'invalid_string applicant.phone',
    'too_big applicant.dateOfBirth',
    'custom answers.cats',
    'invalid_type answers.pets',
  ])
})

t.test('VAL-001 a data subject request', async (t) => {
  const body = { type: 'nonsense', applicant_id: 'app_000000000000000000000000' }
  same(t, await acme('POST', '/v1/data_subject_requests', body), [
    'invalid_enum_value type',
    'custom applicant_id',
  ])
})

t.test('the message about a value of a query says what is accepted', async (t) => {
  const message = async (query: string) => {
    const reply = await acme('GET', `/v1/sessions?${query}`)
    return reply.json<{ error: { details: { issues: Issue[] } } }>().error.details.issues
  }
  const number = 'Expected a whole number from 1 to 100, in digits'
  for (const value of ['abc', '1e2', ''])
    t.strictSame(await message(`limit=${value}`), [
      { code: 'invalid_type', path: ['limit'], message: number, param: 'limit' },
    ])
  for (const query of ['limit=1&limit=2', 'cursor=a&cursor=b'])
    t.match(await message(query), [{ message: 'Expected one value; send the parameter once' }])
})

t.test('VAL-011 VAL-012 many unknown fields do not hide the explanation of others', async (t) => {
  const message = async (path: string, fields: string[]): Promise<string> => {
    const body = Object.fromEntries([['family_name', 'Ek'], ...fields.map((key) => [key, 'x'])])
    const reply = await acme('POST', path, body)
    const { issues } = reply.json<{ error: { details: { issues: Issue[] } } }>().error.details
    return issues.find(({ code }) => code === 'unrecognized_keys')!.message
  }
  const many = (name: string): string[] =>
    Array.from({ length: 21 }, (_, i) => name + '_'.repeat(i))
  const junk = Array.from({ length: 20 }, (_, i) => `x${i}`)
  t.match(
    await message('/v1/applicants', [...junk, 'dateOfBirth']),
    "'dateOfBirth', did you mean 'date_of_birth'?",
  )
  const removed = await message('/v1/applicants', [
    ...many('First_Name'),
    'full_name',
    'middle_name',
  ])
  for (const key of ['full_name', 'middle_name']) t.match(removed, `'${key}' was removed: send `)
  t.match(
    await message('/v1/sessions', []),
    "'family_name', did you mean 'applicant.family_name'?",
    'an applicant beside instead of in the body',
  )
})

t.test(
  'VAL-001 a body with very many problems gets a bounded response in bounded time',
  async (t) => {
    const entries = (count: number): number[] => Array.from({ length: count }, () => 0)
    // Telling each of them takes hours.
    const steps = await acme('POST', '/v1/workflow-templates', {
      name: 'T',
      steps: entries(300_000),
    })
    t.ok(problems(steps).includes('too_big steps'))
    t.ok(problems(steps).length < 1_100, 'GAP-BODY-LIMITS: the first 1,001 entries')
    const metadata = Object.fromEntries(entries(15_000).map((_, i) => [`k${i}`, i]))
    const session = await acme('POST', '/v1/sessions', { metadata })
    t.equal(session.status, 422)
    t.equal(problems(session).length, 1)
  },
)

t.test(
  "GAP-BODY-LIMITS the handler's checks cover the same part of a body as the schema",
  async (t) => {
    const many = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry)
    const reported = async (steps: unknown[]): Promise<string[]> =>
      problems(await acme('POST', '/v1/workflow-templates', { name: 'T', steps }))
    const repeated = await reported(many(100_000, { id: 'a', type: 'unknown' }))
    t.ok(repeated.includes('custom steps.1000.id'))
    t.notOk(repeated.includes('custom steps.1001.id'))
    const documents = many(50_000, { id: 'a', documentTemplateId: 'dt_unknown' })
    const lease = await reported([{ id: 'a', type: 'esign', config: { documents } }])
    t.ok(lease.includes('too_big steps.0.config.documents'))
    t.ok(lease.length < 5_000)
    const rules = many(1_000, {
      when: { questionId: 'none', op: 'eq', value: 'x' },
      action: 'flag_for_review',
    })
    const forms = many(20, { id: 'a', type: 'custom_form', config: { ...FORM, rules } })
    t.equal((await reported(forms)).length, 1, 'only the first problem')
  },
)
