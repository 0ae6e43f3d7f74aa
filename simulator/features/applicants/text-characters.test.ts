import t from 'tap'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { data, controlClient } from '../../testing/control-client.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = client(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

/** Written as escapes: `JSON.stringify` keeps them, and a parser decodes them. */
const UNFIT = {
  NUL: 'a\u0000b',
  'a lone high surrogate': 'a\ud83d',
  'a lone low surrogate': '\ude00b',
}
const FIT = '𠮷😀 é\u0301'

/** Each text that is later printed or compared, by its path. */
const TEXTS: Record<string, (text: string) => object> = {
  family_name: (family_name) => ({ family_name }),
  'given_names.0': (given) => ({ family_name: 'Ek', given_names: [given] }),
  name_suffix: (name_suffix) => ({ family_name: 'Ek', name_suffix }),
  ...Object.fromEntries(
    ['line1', 'line2', 'city', 'state', 'postal_code', 'place_id'].map((part) => [
      `address.${part}`,
      (text: string) => ({ family_name: 'Ek', address: { [part]: text } }),
    ]),
  ),
}

const LEASE = {
  id: 'lease',
  documentClass: 'rental_or_lease_agreement',
  carveOutsAcknowledged: true,
}

interface Refusal {
  error: { code: string; details: { issues: { path: (string | number)[]; message: string }[] } }
}

t.test(
  'a NUL or a lone surrogate in a text of an applicant is rejected with its path',
  async (t) => {
    for (const [path, applicant] of Object.entries(TEXTS)) {
      for (const [name, text] of Object.entries(UNFIT)) {
        for (const [route, body] of [
          ['/v1/applicants', applicant(text)],
          ['/v1/sessions', { applicant: applicant(text) }],
        ] as const) {
          const reply = await acme('POST', route, body)
          t.equal(reply.status, 422, `${path}: ${name}`)
          const [issue] = reply.json<Refusal>().error.details.issues
          t.equal(issue?.path.filter((part) => part !== 'applicant').join('.'), path)
          t.match(issue?.message, /without NUL characters and without lone surrogates/)
        }
      }
      const { status } = await acme('POST', '/v1/applicants', applicant(FIT))
      t.equal(status, 201, `${path}: pairs of surrogates and combining marks are text`)
    }
  },
)

t.test('APP-002 a blank name is rejected', async (t) => {
  for (const blank of [' ', '\t', '\u00a0\u2003'])
    for (const name of [
      { family_name: blank },
      { family_name: 'Ek', given_names: [blank] },
      { family_name: 'Ek', name_suffix: blank },
    ]) {
      const reply = await acme('POST', '/v1/applicants', name)
      t.equal(reply.status, 422)
      t.match(reply.text, /Expected text that is not blank/)
    }
  t.equal(
    (await acme('POST', '/v1/applicants', { family_name: ' Ek ' })).status,
    201,
    'not trimmed',
  )
})

t.test('the same in an address that a page submits', async (t) => {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  for (const text of Object.values(UNFIT)) {
    const applicant = { familyName: 'Ek', address: { line1: text } }
    const body = { action: 'submit_step', step_id: 'id_verification', applicant }
    const reply = await control.ask('POST', `/sessions/${id}/journey`, body)
    t.equal(reply.status, 422)
    t.match(reply.text, /without lone surrogates/)
  }
})

t.test('the same in the labels of a workflow and its rules', async (t) => {
  const steps = [{ id: 'identity', type: 'id_verification' }]
  const condition = { kind: 'field', field: 'applicant.age', operator: 'gt', value: 1 }
  for (const text of Object.values(UNFIT)) {
    const rule = { name: text, ruleType: 'custom', action: 'tag', condition }
    for (const body of [
      { name: text, steps },
      { name: 'Fit', steps, screening_rules: [rule] },
      ...[
        { config: { questions: [{ id: 'q', type: 'text', label: text }] } },
        {
          config: { questions: [{ id: 'q', type: 'single_choice', label: 'Q', options: [text] }] },
        },
      ].map((form) => ({ name: 'Fit', steps: [{ id: 'form', type: 'custom_form', ...form }] })),
      ...[
        { title: text, body: 'B' },
        { title: { en: text }, body: 'B' },
        { title: 'T', body: text },
        { title: 'T', body: { en: text } },
      ].map((document) => ({
        name: 'Fit',
        steps: [{ id: 'lease', type: 'esign', config: { documents: [{ ...LEASE, ...document }] } }],
      })),
    ]) {
      const reply = await acme('POST', '/v1/workflow-templates', body)
      t.equal(reply.status, 422)
      t.match(reply.text, /without lone surrogates/)
    }
  }
})

t.test('the same in the answers of a form, in notes and in reasons', async (t) => {
  const questions = [
    { id: 'q', type: 'text', label: 'Q' },
    { id: 'r', type: 'multiple_choice', label: 'R', options: ['A'] },
  ]
  const steps = [{ id: 'form', type: 'custom_form', config: { questions } }]
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme('POST', '/v1/workflow-templates', { name: 'Fit', steps }),
  )
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', { workflow_template_id }))
  const minted = await acme('POST', `/v1/sessions/${id}/browser_token`)
  const page = client(simulator, minted.json<{ browserToken: string }>().browserToken)
  const journey = { action: 'submit_step', step_id: 'form' }
  for (const text of Object.values(UNFIT)) {
    for (const answers of [{ q: text }, { r: [text] }]) {
      const bySdk = await page('POST', '/sdk/v1/sessions/me/steps/form/submit', { answers })
      const byControl = await control.ask('POST', `/sessions/${id}/journey`, {
        ...journey,
        answers,
      })
      for (const reply of [bySdk, byControl]) {
        t.equal(reply.status, 422)
        t.match(reply.text, /without NUL characters and without lone surrogates/)
      }
    }
    const form = new URLSearchParams({ 'answers.q': 'a\u0000b' }).toString()
    const hosted = await page('POST', `/s/${id}/steps/form`, form, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    t.equal(hosted.status, 422, 'a hosted page')
    const note = await acme('POST', `/v1/sessions/${id}/notes`, { text })
    t.equal(note.status, 422)
    const route = '/sdk/v1/sessions/me/steps/form/envelope/decline'
    t.match((await page('POST', route, { reason: text })).text, /without lone surrogates/)
  }
  const fit = await page('POST', '/sdk/v1/sessions/me/steps/form/submit', { answers: { q: FIT } })
  t.equal(fit.status, 200)
})

t.test('the same in the names that the control API gives', async (t) => {
  for (const text of Object.values(UNFIT)) {
    const reply = await control.ask('PATCH', '/organizations/org_acme', { name: text })
    t.equal(reply.status, 422, JSON.stringify(text))
  }
})
