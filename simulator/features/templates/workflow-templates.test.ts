import t from 'tap'
import { declineRefusals } from '../../../spec/generated/screening.ts'
import type { WorkflowTemplate } from '../../../spec/generated/wire.ts'
import { newOwner, refusalOf, roomySimulator, verdict } from '../../http/testing.ts'
import { caller, conforms } from '../../testing/contract.ts'
import { data, problems, controlClient } from '../../testing/control-client.ts'
import { client } from '../../testing/simulator.ts'

const AT = '/v1/workflow-templates'
const RULE = {
  name: 'r',
  ruleType: 'custom',
  action: 'review',
  condition: { kind: 'field', field: 'applicant.email', operator: 'eq', value: 'a@b.example' },
}
const STEPS = [{ id: 'identity', type: 'id_verification' }]
const rules = (...more: object[]) => more.map((one) => ({ ...RULE, ...one }))

async function set(test: Parameters<typeof roomySimulator>[0]) {
  const simulator = await roomySimulator(test)
  const owner = await newOwner(simulator, { budgets: { global: 100_000, reads: 100_000 } })
  const { key } = await owner.caller('test')
  const call = caller(simulator, key)
  return {
    simulator,
    owner,
    call,
    create: async (more = {}) =>
      data<WorkflowTemplate>(await call('POST', AT, { name: 'T', steps: STEPS, ...more })),
    patch: (id: string, body: object) => call('PATCH', `${AT}/${id}`, body),
    read: async (id: string) => data<WorkflowTemplate>(await call('GET', `${AT}/${id}`)),
  }
}

t.test(
  'TPL-001 TPL-002 SCR-001 SCR-004 a template is created with its defaults and read back',
  async (t) => {
    const { call, create, read } = await set(t)
    const made = await create()
    t.match(made, {
      id: /^wt_/,
      name: 'T',
      metadata: {},
      screening_rules: [],
      device_intelligence: false,
      evidence_image_retention_days: null,
      version: 1,
    })
    t.strictSame(made.steps, [
      {
        id: 'identity',
        type: 'id_verification',
        config: { faceCheck: 'none', allowPhotoUpload: false },
      },
    ])
    t.strictSame(await read(made.id), made)
    const other = await create({ name: 'U' })
    const page = (await call('GET', `${AT}?limit=1`)).json<{
      data: WorkflowTemplate[]
      next_cursor: string
    }>()
    t.strictSame(page.data, [other], 'newest first')
    const rest = await call('GET', `${AT}?limit=1&cursor=${page.next_cursor}`)
    t.match(rest.json(), { data: [made], has_more: false, next_cursor: null })
  },
)

t.test(
  'SCR-015 SCR-016 SCR-020 SCR-021 SCR-024 SCR-029 rules are returned as written, with their defaults',
  async (t) => {
    const { create } = await set(t)
    const condition = {
      kind: 'group',
      op: 'OR',
      children: [RULE.condition, { kind: 'field', field: 'applicant.age', operator: 'exists' }],
    }
    const made = await create({
      screening_rules: rules(
        {},
        { condition, action: 'adjust_score', scoreAdjustment: -0.25, priority: 0, isActive: false },
      ),
    })
    t.strictSame(made.screening_rules, [
      { ...RULE, priority: 100, isActive: true },
      {
        ...RULE,
        condition,
        action: 'adjust_score',
        scoreAdjustment: -0.25,
        priority: 0,
        isActive: false,
      },
    ])
  },
)

t.test(
  'TPL-006 TPL-007 TPL-009 TPL-010 TPL-011 sent fields replace, missing fields stay',
  async (t) => {
    const { create, patch, read } = await set(t)
    const { id } = await create({
      screening_rules: rules({ name: 'a' }, { name: 'b' }),
      metadata: { desk: 'retail' },
    })
    const names = async () => (await read(id)).screening_rules.map(({ name }) => name)
    const renamed = data<WorkflowTemplate>(
      await patch(id, { name: 'New', device_intelligence: true }),
    )
    t.match(renamed, {
      name: 'New',
      device_intelligence: true,
      version: 2,
      metadata: { desk: 'retail' },
      steps: [{ id: 'identity' }],
    })
    t.strictSame(await names(), ['a', 'b'])
    await patch(id, { screening_rules: rules({ name: 'c' }) })
    t.strictSame(await names(), ['c'])
    await patch(id, { screening_rules: [] })
    t.strictSame(await names(), [])
    t.equal((await read(id)).version, 4)
  },
)

t.test('TPL-012 TPL-013 TPL-014 a rejected write stores nothing', async (t) => {
  const { call, create, patch, read } = await set(t)
  const before = await create({ screening_rules: rules({}) })
  const refused = [
    { screening_rules: rules({}, { ruleType: 'bot_signal', action: 'decline' }) },
    {
      screening_rules: rules({}, { condition: { ...RULE.condition, field: 'applicant.shoeSize' } }),
    },
    { screening_rules: rules({ priority: -1 }) },
    { steps: [...STEPS, ...STEPS] },
    { surprise: true },
  ]
  for (const body of refused) {
    t.equal(
      verdict(await patch(before.id, { name: 'Kept?', metadata: { kept: '?' }, ...body })),
      '422 validation_error',
    )
    t.equal(
      verdict(await call('POST', AT, { name: 'Kept?', steps: STEPS, ...body })),
      '422 validation_error',
    )
  }
  t.strictSame(await read(before.id), before)
  t.strictSame((await call('GET', AT)).json<{ data: unknown[] }>().data, [before])
})

t.test(
  'RFS-001 RFS-002 RFS-003 RFS-004 RFS-005 RFS-006 RFS-007 RFS-008 RFS-010 RFS-011 ATN-007 forbidden actions of a rule are rejected',
  async (t) => {
    const { call } = await set(t)
    const age = { kind: 'field', field: 'applicant.age', operator: 'lt', value: 18 }
    const refusal = refusalOf(
      await call('POST', AT, {
        name: 'T',
        steps: STEPS,
        screening_rules: rules(
          {},
          { ruleType: 'credit_history', action: 'decline' },
          { ruleType: 'ip_reputation', action: 'decline' },
          {
            action: 'decline',
            condition: { kind: 'group', op: 'AND', children: [RULE.condition, age] },
          },
          { action: 'decline' },
        ),
      }),
    )
    t.strictSame(
      refusal.details.issues,
      [
        [1, 'credit_history_rule'],
        [2, 'fraud_rule_type'],
        [3, 'sensitive_attribute'],
      ].map(([index, cause]) => ({
        code: 'custom',
        path: ['screening_rules', index, 'action'],
        message: declineRefusals[cause as 'fraud_rule_type'].message,
        param: 'action',
      })),
    )
  },
)

t.test('RFS-012 RFS-013 SEN-003 SEN-004 with another action the write is accepted', async (t) => {
  const { create } = await set(t)
  for (const action of ['tag', 'review', 'adjust_score'])
    await create({ screening_rules: rules({ ruleType: 'bot_signal', action }) })
  const condition = { kind: 'field', field: 'applicant.name', operator: 'contains', value: 'x' }
  for (const action of ['tag', 'review'])
    await create({ screening_rules: rules({ condition, action }) })
})

t.test('RFS-015 RFS-016 RFS-017 RFS-018 RFS-019 a field that cannot be resolved', async (t) => {
  const { call } = await set(t)
  const condition = {
    kind: 'group',
    op: 'AND',
    children: [RULE.condition, { ...RULE.condition, field: 'applicant.gender' }],
  }
  const refusal = refusalOf(
    await call('POST', AT, { name: 'T', steps: STEPS, screening_rules: rules({ condition }) }),
  )
  t.equal(refusal.message, 'Unresolvable screening-rule field')
  t.strictSame(refusal.details, {
    field: 'applicant.gender',
    issues: [
      {
        code: 'custom',
        param: 'field',
        path: ['screening_rules', 0, 'condition', 'children', 1, 'field'],
        message: 'Unresolvable screening-rule field',
      },
    ],
  })
})

t.test(
  'SCR-005 SCR-006 SCR-008 SCR-009 SCR-010 SCR-013 SCR-014 SCR-018 SCR-019 SCR-023 SCR-026 SCR-027 CND-004 CND-006 CND-018 ' +
    'CND-019 CND-020 CND-021 CND-024 TPL-003 TPL-005 TPL-008 LMT-001 LMT-002 LMT-003 LMT-005 LMT-006 beyond a limit is 422',
  async (t) => {
    const { call, create, patch } = await set(t)
    const { id } = await create()
    const without = (name: string) => ({ [name]: undefined })
    const group = (more: object) => ({
      condition: { kind: 'group', op: 'AND', children: [RULE.condition], ...more },
    })
    const many = (count: number) => Array.from({ length: count }, () => RULE.condition)
    const wrong: [path: string, rule: object][] = [
      ...['name', 'ruleType', 'condition', 'action'].map((name): [string, object] => [
        `invalid_type ${name}`,
        without(name),
      ]),
      ['invalid_type name', { name: 5 }],
      ['invalid_enum_value ruleType', { ruleType: 'Custom' }],
      ['invalid_enum_value action', { action: 'deny' }],
      ['too_small priority', { priority: -1 }],
      ['too_big priority', { priority: 10001 }],
      ['invalid_type priority', { priority: 1.5 }],
      ['invalid_type isActive', { isActive: 'yes' }],
      ['too_small scoreAdjustment', { scoreAdjustment: -1.01 }],
      ['too_big scoreAdjustment', { scoreAdjustment: 1.01 }],
      ['invalid_type scoreAdjustment', { scoreAdjustment: '0.5' }],
      ['too_small condition.field', { condition: { ...RULE.condition, field: '' } }],
      ['too_big condition.field', { condition: { ...RULE.condition, field: 'x'.repeat(121) } }],
      ['invalid_enum_value condition.op', group({ op: 'and' })],
      ['invalid_type condition.op', group({ op: undefined })],
      ['invalid_type condition.children', group({ children: undefined })],
      ['too_small condition.children', group({ children: [] })],
      ['too_big condition.children', group({ children: many(21) })],
    ]
    for (const [problem, rule] of wrong) {
      const [code, path] = problem.split(' ')
      const body = { screening_rules: rules({}, rule) }
      t.strictSame(
        problems(await call('POST', AT, { name: 'T', steps: STEPS, ...body })),
        [`${code} screening_rules.1.${path}`],
        problem,
      )
      t.strictSame(
        problems(await patch(id, body)),
        [`${code} screening_rules.1.${path}`],
        `${problem}, PATCH`,
      )
    }
    t.strictSame(
      problems(
        await patch(id, { screening_rules: rules(...Array.from({ length: 101 }, () => ({}))) }),
      ),
      ['too_big screening_rules'],
    )
    t.strictSame(problems(await patch(id, { screening_rules: {} })), [
      'invalid_type screening_rules',
    ])
  },
)

t.test(
  'SCR-011 SCR-012 SCR-017 SCR-025 CND-005 CND-022 CND-023 CND-025 TPL-004 DEV-003 everything within the limits is accepted',
  async (t) => {
    const { create, patch, read } = await set(t)
    const { id } = await create()
    const children = Array.from({ length: 20 }, (_, i) =>
      i === 0
        ? { kind: 'group', op: 'OR', children: Array.from({ length: 20 }, () => RULE.condition) }
        : RULE.condition,
    )
    const full = rules(
      ...Array.from({ length: 97 }, () => ({})),
      { priority: 0, scoreAdjustment: 1 },
      { priority: 10000, scoreAdjustment: -1, condition: { kind: 'group', op: 'AND', children } },
      {
        condition: {
          kind: 'group',
          op: 'AND',
          children: [
            {
              kind: 'field',
              field: `session.metadata.${'k'.repeat(103)}`,
              operator: 'in',
              value: Array.from({ length: 1000 }, () => 'entry'),
            },
            { kind: 'field', field: 'fraud.ja4', operator: 'exists' },
          ],
        },
      },
    )
    t.equal((await patch(id, { screening_rules: full })).status, 200)
    t.equal((await read(id)).screening_rules.length, 100)
  },
)

t.test('a write may be larger than other bodies: a hundred rules with full arrays', async (t) => {
  const { create } = await set(t)
  const value = Array.from({ length: 1000 }, (_, i) => `domain-${i}.example`)
  const full = rules(
    ...Array.from({ length: 100 }, () => ({
      condition: { ...RULE.condition, operator: 'in', value },
    })),
  )
  t.ok(JSON.stringify(full).length > 2_000_000)
  t.match((await create({ screening_rules: full })).screening_rules[99]?.condition, { value })
})

t.test(
  'forms and documents are validated together, and camelCase config and metadata keys are returned as sent',
  async (t) => {
    const { call, create, patch, read } = await set(t)
    const metadata = '{"b":1,"__proto__":"kept","10":1.50,"Größe":"ä"}'
    const reply = await call(
      'POST',
      AT,
      `{"name":"T","steps":${JSON.stringify(STEPS)},"metadata":${metadata}}`,
    )
    t.ok(reply.text.includes(`"metadata":${metadata},`), reply.text)
    const { id } = data<WorkflowTemplate>(reply)
    t.ok((await patch(id, { name: 'U' })).text.includes(`"metadata":${metadata},`))
    const form = {
      questions: [{ id: 'q', type: 'yes_no', label: 'Pets?' }],
      rules: [{ when: { questionId: 'q', op: 'eq', value: true }, action: 'flag_for_review' }],
    }
    const document = {
      id: 'lease',
      title: { 'de-AT': 'Vertrag' },
      documentClass: 'other',
      carveOutsAcknowledged: true,
      body: 'Text.',
    }
    const steps = [
      { id: 'form', type: 'custom_form', config: form },
      { id: 'sign', type: 'esign', config: { documents: [document] } },
    ]
    const made = await create({ steps })
    t.strictSame(made.steps, [
      steps[0],
      {
        ...steps[1],
        config: { documents: [document], emailSignedRecord: false, retentionYears: 7 },
      },
    ])
    t.strictSame(
      problems(
        await patch(made.id, {
          steps: [
            {
              id: 'a',
              type: 'custom_form',
              config: {
                ...form,
                rules: [
                  {
                    when: { questionId: 'other', op: 'eq', value: true },
                    action: 'flag_for_review',
                  },
                ],
              },
            },
            { id: 'a', type: 'esign', config: { documents: [document, document] } },
          ],
        }),
      ).sort(),
      [
        'custom steps.0.config.rules.0.when.questionId',
        'custom steps.1.config.documents.1.id',
        'custom steps.1.id',
      ],
    )
    t.strictSame(await read(made.id), made)
  },
)

t.test(
  'TPL-015 TPL-016 visible only to its owner, in its mode, with a secret key and its scope',
  async (t) => {
    const { simulator, owner, create, read } = await set(t)
    const made = await create()
    const stranger = client(simulator, undefined)
    t.equal(
      verdict(await stranger('PATCH', `${AT}/${made.id}`, { name: 'X' })),
      '401 authentication_required',
    )
    t.equal(
      verdict(await stranger('POST', AT, { name: 'X', steps: STEPS })),
      '401 authentication_required',
    )
    const reader = await owner.caller('test', ['workflow_templates:read'])
    t.equal(
      verdict(await reader('PATCH', `${AT}/${made.id}`, { name: 'X' })),
      '403 insufficient_scope',
    )
    const live = await owner.caller('live')
    const other = await (await newOwner(simulator)).caller('test')
    for (const call of [live, other]) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { name: 'X' }],
      ] as const) {
        const reply = await call(method, `${AT}/${made.id}`, body)
        conforms(method === 'GET' ? 'retrieveWorkflowTemplate' : 'updateWorkflowTemplate', reply)
        t.equal(verdict(reply), '404 resource_not_found')
      }
      t.strictSame((await call('GET', AT)).json<{ data: unknown[] }>().data, [])
    }
    t.strictSame(await read(made.id), made)
  },
)

t.test('a session follows the template version that it started with', async (t) => {
  const { simulator, owner, create, patch } = await set(t)
  const { id } = await create({
    steps: [
      { id: 'people', type: 'sanctions_screening' },
      { id: 'mail', type: 'email_verification' },
    ],
  })
  const call = await owner.caller('test')
  const session = data<{ id: string; workflow_template_id: string }>(
    await call('POST', '/v1/sessions', { workflow_template_id: id }),
  )
  t.equal(session.workflow_template_id, id)
  await patch(id, { steps: STEPS })
  const inspected = data<{ steps: { id: string; type: string }[] }>(
    await client(simulator, undefined, 'control')('GET', `/control/v1/sessions/${session.id}`),
  )
  t.strictSame(
    inspected.steps.map((step) => [step.id, step.type]),
    [
      ['people', 'sanctions_screening'],
      ['mail', 'email_verification'],
    ],
  )
  for (const [who, body] of [
    [await owner.caller('live'), id],
    [call, 'wt_000000000000000000000000'],
    [call, ''],
  ] as const) {
    t.strictSame(
      problems(await who('POST', '/v1/sessions', { workflow_template_id: body })).map(
        (one) => one.split(' ')[1],
      ),
      ['workflow_template_id'],
    )
  }
})

t.test(
  'images are deleted as many days after the end as the template says; kept without a setting',
  async (t) => {
    const { simulator, call, create } = await set(t)
    const control = controlClient(simulator)
    await control.freeze('2026-11-20T08:00:00.000Z')
    const ended = async (days: number | null) => {
      const { id } = await create({ evidence_image_retention_days: days })
      const session = data<{ id: string }>(
        await call('POST', '/v1/sessions', { workflow_template_id: id }),
      )
      await control.journey(session.id, 'submit')
      return session.id
    }
    const [kept, gone] = [await ended(null), await ended(2)]
    const images = async (id: string) =>
      data<{ idv: { available_images: string[] } }>(await call('GET', `/v1/sessions/${id}`)).idv
        .available_images
    await control.advance(2 * 86_400 - 1)
    t.strictSame(await images(gone), ['portrait', 'front'])
    await control.advance(1)
    t.strictSame(await images(gone), [])
    t.equal(
      verdict(await call('GET', `/v1/sessions/${gone}/idv-image/front`)),
      '404 artifact_not_available',
    )
    t.strictSame(await images(kept), ['portrait', 'front'])
  },
)

t.test('a number beyond the range of a double is rejected, not stored as null', async (t) => {
  const { simulator, owner } = await set(t)
  const { key } = await owner.caller('test')
  const rule = (condition: string, more = '') =>
    `{"name":"r","ruleType":"custom","action":"review"${more},"condition":{"kind":"field","field":"applicant.age","operator":"gt","value":${condition}}}`
  for (const text of [
    rule('1e999'),
    rule('-1e999'),
    rule('[1,1e999]'),
    rule('1', ',"scoreAdjustment":1e999'),
  ]) {
    const response = await fetch(`${simulator.base_urls.us}${AT}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"name":"T","steps":[{"id":"identity","type":"id_verification"}],"screening_rules":[${text}]}`,
    })
    const body = (await response.json()) as { error: { code: string } }
    t.strictSame([response.status, body.error.code], [422, 'validation_error'], text)
  }
})
