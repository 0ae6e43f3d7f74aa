import t from 'tap'
import { textOf } from '../../pdf/testing/text.ts'
import { client, demoKey, simulatorFor } from '../../testing/simulator.ts'

t.test(
  'REP-001 the report is a PDF about the session, with verdict, checks, applicant and images',
  async (t) => {
    const simulator = await simulatorFor(t)
    const call = client(simulator, demoKey('org_acme'))
    const control = client(simulator, undefined, 'control')
    const names = { family_name: 'Wiśniewska-Łątkowska', given_names: ['Ελένη', 'Thảo'] }
    const { data } = (await call('POST', '/v1/sessions', { applicant: names })).json<{
      data: { id: string }
    }>()

    const early = await call('GET', `/v1/sessions/${data.id}/report.pdf`)
    t.equal(early.status, 200)
    const earlyText = await textOf(early.bytes)
    t.match(earlyText, /Outcome\s+none/)
    t.match(earlyText, /id_verification\s+not submitted/)

    await control('POST', `/control/v1/sessions/${data.id}/journey`, { action: 'submit' })
    const report = await call('GET', `/v1/sessions/${data.id}/report.pdf`)
    t.equal(report.headers.get('content-type'), 'application/pdf')
    t.equal(report.headers.get('cache-control'), 'no-store, private')
    const text = await textOf(report.bytes)
    for (const part of [
      data.id,
      'approved',
      'rules',
      'Wiśniewska-Łątkowska',
      'Ελένη Thảo',
      'TEST MODE',
    ])
      t.match(text, part)
    t.match(text, /id_verification\s+pass/)
    for (const artifact of ['portrait', 'front', 'selfie']) t.match(text, artifact)
    t.ok(report.bytes.length > early.bytes.length + 50_000, 'the report contains the images')
  },
)

t.test(
  'REP-002 the report needs sessions:read_report and a session visible to the key',
  async (t) => {
    const simulator = await simulatorFor(t)
    const { data } = (
      await client(simulator, demoKey('org_acme'))('POST', '/v1/sessions', {})
    ).json<{ data: { id: string } }>()
    const path = `/v1/sessions/${data.id}/report.pdf`
    const reader = await client(simulator, demoKey('org_acme', 'test', 'key_acme_test_reader'))(
      'GET',
      path,
    )
    t.equal(reader.status, 403)
    t.equal(reader.json<{ error: { code: string } }>().error.code, 'insufficient_scope')
    const strangers = [demoKey('org_globex'), demoKey('org_acme', 'live')]
    for (const key of strangers) t.equal((await client(simulator, key)('GET', path)).status, 404)
    t.equal(
      (await client(simulator, strangers[0])('GET', '/v1/sessions/vs_nothing/report.pdf')).status,
      404,
    )
  },
)

t.test(
  'FRM-026 FRM-030 the report shows form answers and the questions whose rules hold now',
  async (t) => {
    const simulator = await simulatorFor(t)
    const call = client(simulator, demoKey('org_acme'))
    const control = client(simulator, undefined, 'control')
    const form = {
      id: 'pets',
      type: 'custom_form',
      config: {
        questions: [
          { id: 'street', type: 'text', label: 'Which street?' },
          { id: 'age', type: 'number', label: 'How old?' },
        ],
        rules: [
          {
            when: { questionId: 'street', op: 'includes', value: 'cafe' },
            action: 'flag_for_review',
          },
        ],
      },
    }
    await control('PATCH', '/control/v1/organizations/org_acme', {
      default_workflow: { steps: [form] },
    })
    const { data } = (await call('POST', '/v1/sessions', {})).json<{ data: { id: string } }>()
    await control('POST', `/control/v1/sessions/${data.id}/journey`, {
      action: 'submit',
      answers: { pets: { street: 'Am CAFÉ 3' } },
    })
    const read = async (): Promise<string> =>
      textOf((await call('GET', `/v1/sessions/${data.id}/report.pdf`)).bytes)
    const text = await read()
    t.match(text, /Which street\?\s+Am CAFÉ 3/)
    t.match(text, /How old\?\s+not answered/)
    t.match(text, /Flagged for review by\s+Which street\?/)

    form.config.rules[0]!.when.value = 'no longer'
    await control('PATCH', '/control/v1/organizations/org_acme', {
      default_workflow: { steps: [form] },
    })
    t.match(
      await read(),
      /Flagged for review by\s+The question that triggered the flag cannot be determined/,
    )
  },
)
