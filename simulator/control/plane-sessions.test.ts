import t from 'tap'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, problemsOf } from './testing.ts'

interface Made {
  id: string
  applicant_id: string
  steps: { id: string }[]
}

const { simulator, control } = await controlFor(t)
const ACME = '/organizations/org_acme'
const ana = { family_name: 'Okafor', given_names: ['Ana'], email: 'ana@example.com' }

t.test(
  'the console creates a session as the public API does, and its list names the applicant',
  async (t) => {
    const body = { applicant: ana, expected_outcome: 'review', metadata: { 'Order-Id': 1.5 } }
    const made = dataOf<Made>(await control('POST', `${ACME}/sessions?mode=test`, body))
    t.match(made, {
      mode: 'test',
      status: 'created',
      expected_outcome: 'review',
      organization: 'org_acme',
    })
    const seen = await client(simulator, demoKey('org_acme'))('GET', `/v1/sessions/${made.id}`)
    t.match(
      seen.json(),
      { data: { id: made.id, metadata: { 'Order-Id': 1.5 } } },
      'a key of that mode sees it',
    )
    await control('POST', `${ACME}/sessions?mode=test`, {})
    const page = await control('GET', `${ACME}/sessions?mode=test&limit=1`)
    const { data, has_more, next_cursor } = page.json<{
      data: object[]
      has_more: boolean
      next_cursor: string
    }>()
    t.match(data, [{ applicant_name: null, expected_outcome: 'pass' }])
    t.ok(has_more)
    t.match(
      (await control('GET', `${ACME}/sessions?mode=test&limit=1&cursor=${next_cursor}`)).json(),
      {
        data: [{ id: made.id, applicant_name: 'Ana Okafor', expected_outcome: 'review' }],
        has_more: false,
      },
    )
    t.match(dataOf(await control('GET', `/sessions/${made.id}`)), {
      applicant: { id: made.applicant_id, email: ana.email },
    })
    t.strictSame((await control('GET', `${ACME}/sessions?mode=live`)).json<{ data: [] }>().data, [])
  },
)

t.test(
  'OUT-012 live mode has no expected outcome, neither in the form nor in the API',
  async (t) => {
    const refused = await control('POST', `${ACME}/sessions?mode=live`, {
      expected_outcome: 'fail',
    })
    t.strictSame(problemsOf(refused), ['custom expected_outcome'])
    t.match(dataOf(await control('POST', `${ACME}/sessions?mode=live`, {})), {
      mode: 'live',
      expected_outcome: null,
    })
  },
)

t.test('problems of the form are reported as by the public API', async (t) => {
  const wrong = {
    applicant: { first_name: 'Ana', family_name: '', given_names: [], phone: '0701740605' },
  }
  const publicly = await client(simulator, demoKey('org_acme'))('POST', '/v1/sessions', wrong)
  const inConsole = await control('POST', `${ACME}/sessions?mode=test`, wrong)
  t.strictSame(problemsOf(inConsole).sort(), problemsOf(publicly).sort())
  t.strictSame(problemsOf(await control('POST', `${ACME}/sessions`, {})), ['invalid_type mode'])
  t.strictSame(problemsOf(await control('POST', `${ACME}/sessions?mode=TEST`, {})), [
    'invalid_enum_value mode',
  ])
  t.equal(
    codeOf(await control('POST', '/organizations/org_nobody/sessions?mode=test', {})),
    'resource_not_found',
  )
  const unknown = await control('POST', `${ACME}/sessions?mode=test`, {
    workflow_template_id: 'wt_000000000000000000000000',
  })
  t.strictSame(problemsOf(unknown), ['custom workflow_template_id'])
})

t.test('only templates of the mode', async (t) => {
  const steps = [{ id: 'identity', type: 'id_verification' }]
  const key = client(simulator, demoKey('org_acme'))
  const { id } = dataOf<{ id: string }>(
    await key('POST', '/v1/workflow-templates', { name: 'Tenants', steps }),
  )
  const list = async (mode: string): Promise<{ id: string }[]> =>
    (await control('GET', `${ACME}/workflow_templates?mode=${mode}`)).json<{
      data: { id: string }[]
    }>().data
  t.match(await list('test'), [{ id, name: 'Tenants' }])
  t.strictSame(await list('live'), [])
  const at = `${ACME}/workflow_templates`
  const write = (body: object) =>
    control('POST', `${at}?mode=live`, { name: 'Owners', steps, ...body })
  const made = dataOf<{ id: string }>(await write({ screening_rules: [] }))
  t.match(await list('live'), [{ id: made.id, version: 1 }])
  const rename = (mode: string) =>
    control('PATCH', `${at}/${made.id}?mode=${mode}`, { name: 'Landlords' })
  t.match(dataOf(await rename('live')), { name: 'Landlords', version: 2 })
  t.equal(codeOf(await rename('test')), 'resource_not_found', 'only of its mode')
  const read = (mode: string) => control('GET', `${at}/${made.id}?mode=${mode}`)
  t.match(dataOf(await read('live')), { id: made.id, name: 'Landlords' })
  t.equal(codeOf(await read('test')), 'resource_not_found', 'only of its mode')
  const condition = { kind: 'field', field: 'applicant.nothing', operator: 'eq', value: 1 }
  const rule = { name: 'x', ruleType: 'custom', action: 'decline', condition }
  t.equal(codeOf(await write({ screening_rules: [rule] })), 'validation_error')
  const documents = [{ id: 'd', documentTemplateId: 'dt_nobody' }]
  t.match(
    problemsOf(await write({ steps: [{ id: 'sign', type: 'esign', config: { documents } }] })),
    [/documentTemplateId/],
  )
})

t.test(
  'an operator writes a note, resends the invitation, and skips steps until the session ends',
  async (t) => {
    const workflow = { steps: [{ type: 'id_verification' }, { type: 'credit_history' }] }
    await control('PATCH', ACME, { default_workflow: workflow })
    const { id, steps } = dataOf<Made>(
      await control('POST', `${ACME}/sessions?mode=test`, { applicant: ana }),
    )
    const note = await control('POST', `/sessions/${id}/notes`, { text: 'Called.' })
    t.match(dataOf(note), { session_id: id, text: 'Called.' })
    t.match(dataOf(await control('POST', `/sessions/${id}/resend`)), {
      id,
      organization: 'org_acme',
    })
    t.match((await control('GET', `/emails?session_id=${id}`)).json(), {
      data: [{ kind: 'session_invitation', to: ana.email, status: 'suppressed' }],
    })
    const skip = (place: number) =>
      control('POST', `/sessions/${id}/skip_step`, { step_id: steps[place]!.id })
    t.match(dataOf(await skip(0)), {
      status: 'created',
      steps: [{ status: 'skipped' }, { status: 'pending' }],
    })
    t.equal(codeOf(await skip(0)), 'step_already_submitted')
    t.match(dataOf(await skip(1)), { status: 'awaiting_review' })
    t.equal(
      codeOf(await control('POST', '/sessions/vs_nobody/notes', { text: 'x' })),
      'resource_not_found',
    )
    const nobody = dataOf<Made>(await control('POST', `${ACME}/sessions?mode=test`, {}))
    t.strictSame(problemsOf(await control('POST', `/sessions/${nobody.id}/resend`)), [
      'custom applicant.email',
    ])
  },
)

t.test('the report of a session', async (t) => {
  const { id } = dataOf<Made>(await control('POST', `${ACME}/sessions?mode=test`, {}))
  const { status, headers, text } = await control('GET', `/sessions/${id}/report`)
  t.strictSame(
    [status, headers.get('content-type'), headers.get('cache-control'), text.slice(0, 5)],
    [200, 'application/pdf', 'no-store, private', '%PDF-'],
  )
})

t.test('roles that may open a verification may read the report', async (t) => {
  const { id } = dataOf<Made>(await control('POST', `${ACME}/sessions?mode=test`, {}))
  const read = (member: string) => control('GET', `/sessions/${id}/report?member_id=${member}`)
  const { members } = dataOf<{ members: { id: string; role: string }[] }>(
    await control('GET', ACME),
  )
  t.ok(members.length > 1)
  for (const { id: member, role } of members) {
    const reply = await read(member)
    if (['owner', 'admin', 'reviewer'].includes(role)) t.equal(reply.status, 200, role)
    else t.strictSame([reply.status, codeOf(reply)], [403, 'role_not_allowed'], role)
  }
  t.ok(
    members.some(({ role }) => !['owner', 'admin', 'reviewer'].includes(role)),
    'another role is rejected',
  )
  const stranger = await read('mem_globex_owner')
  t.strictSame([stranger.status, codeOf(stranger)], [404, 'resource_not_found'])
})
