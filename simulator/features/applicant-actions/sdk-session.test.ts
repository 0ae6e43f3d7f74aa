import t from 'tap'
import { eventConforms } from '../../testing/contract.ts'
import { type SdkSession, backendFor } from '../../testing/page.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const FORM = {
  questions: [{ id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true }],
  rules: [{ when: { questionId: 'pets', op: 'eq', value: true }, action: 'flag_for_review' }],
}
const STEPS = [
  {
    id: 'identity',
    type: 'id_verification',
    config: { faceCheck: 'liveness', allowPhotoUpload: true },
  },
  { id: 'form', type: 'custom_form', config: FORM },
  { id: 'credit', type: 'credit_history' },
]

const simulator = await simulatorFor(t, {
  world: roomyWorld((organization) => {
    if (organization.id === 'org_acme') organization.default_workflow = { steps: STEPS }
  }),
})
const acme = backendFor(simulator, demoKey('org_acme'))
const globex = backendFor(simulator, demoKey('org_globex'))
const control = controlClient(simulator)

t.test('END-014 VER-002 AUT-012 a browser token resolves its session', async (t) => {
  const { id, sdk } = await acme.page()
  const reply = await sdk('GET', '/sdk/v1/sessions/me')
  t.strictSame(reply.json(), {
    data: {
      id,
      status: 'created',
      mode: 'test',
      nameComponents: 'requested',
      steps: [
        {
          id: 'identity',
          type: 'id_verification',
          status: 'open',
          config: { faceCheck: 'liveness', allowPhotoUpload: true },
        },
        { id: 'form', type: 'custom_form', status: 'open', config: { questions: FORM.questions } },
        { id: 'credit', type: 'credit_history', status: 'open', config: { asks: ['name'] } },
      ],
    },
  })
  const live = await backendFor(simulator, demoKey('org_acme', 'live')).page()
  t.equal(data<SdkSession>(await live.sdk('GET', '/sdk/v1/sessions/me')).mode, 'live')
})

t.test('IDV-012 photo upload is offered only if the workflow enables it', async (t) => {
  const { sdk } = await globex.page()
  const { steps } = data<SdkSession>(await sdk('GET', '/sdk/v1/sessions/me'))
  t.strictSame(steps[0]!.config, { faceCheck: 'none', allowPhotoUpload: false })
})

t.test(
  'a page sees which steps are done or skipped and that the session ended, but not the result',
  async (t) => {
    const applicant = { family_name: 'Quellcrist', email: 'q@example.com' }
    const { id, sdk } = await acme.page({
      expected_outcome: 'fail',
      metadata: { note: 'Falconer' },
      applicant,
    })
    const texts: string[] = []
    const now = async (): Promise<SdkSession> => {
      const reply = await sdk('GET', '/sdk/v1/sessions/me')
      texts.push(reply.text)
      return data(reply)
    }
    const statuses = async (): Promise<string[]> => (await now()).steps.map(({ status }) => status)
    t.strictSame(await statuses(), ['open', 'open', 'open'])
    texts.push((await sdk('POST', '/sdk/v1/sessions/me/steps/identity/submit', {})).text)
    t.strictSame(await statuses(), ['submitted', 'open', 'open'])
    await acme.call('POST', `/v1/sessions/${id}/skip_step`, { step_id: 'form' })
    t.strictSame(await statuses(), ['submitted', 'skipped', 'open'])
    texts.push((await sdk('POST', '/sdk/v1/sessions/me/steps/credit/submit', {})).text)
    t.match(
      await now(),
      { id, status: 'completed', steps: [] },
      'a token still resolves after the end, to report it',
    )
    const secret =
      /outcome|declined|fail|review|Falconer|Quellcrist|example\.com|app_|metadata|expected/
    for (const text of texts) t.notMatch(text, secret)
    const { data: shown } = JSON.parse(texts.at(-1)!) as { data: object }
    t.strictSame(Object.keys(shown), ['id', 'status', 'mode', 'nameComponents', 'steps'])
  },
)

t.test(
  'STA-014 STA-015 STA-016 an applicant ends the session: declined, without a decision by a reviewer',
  async (t) => {
    for (const before of ['created', 'in_progress']) {
      const { id, sdk } = await acme.page()
      if (before === 'in_progress') await control.journey(id, 'abandon')
      const reply = await sdk('POST', '/sdk/v1/sessions/me/end')
      t.strictSame(
        reply.json(),
        { data: { id, status: 'completed', mode: 'test', nameComponents: 'requested', steps: [] } },
        before,
      )
      t.match(data(await acme.call('GET', `/v1/sessions/${id}`)), {
        status: 'completed',
        outcome: 'declined',
      })
      const [event, ...more] = await control.events(`&session_id=${id}`)
      t.equal(more.length, 0)
      eventConforms('kyc.session.completed', event!.body)
      const body = JSON.parse(event!.body) as object
      t.match(body, {
        sessionId: id,
        status: 'completed',
        outcome: 'declined',
        type: 'kyc.session.completed',
      })
      t.notOk('decisionSource' in body)
      t.equal(
        refusal(await sdk('POST', '/sdk/v1/sessions/me/end')),
        '409 session_already_completed',
        'once',
      )
      t.equal((await control.events(`&session_id=${id}`)).length, 1)
    }
  },
)

t.test('a session that is over or in review cannot be ended', async (t) => {
  const parked = await acme.page({ expected_outcome: 'review' })
  await control.journey(parked.id, 'submit')
  t.equal(refusal(await parked.sdk('POST', '/sdk/v1/sessions/me/end')), '409 illegal_transition')
  t.match(data(await acme.call('GET', `/v1/sessions/${parked.id}`)), { status: 'awaiting_review' })
  await control.review(parked.id, 'approved')
  t.equal(
    refusal(await parked.sdk('POST', '/sdk/v1/sessions/me/end')),
    '409 session_already_completed',
  )
  t.match(
    data(await acme.call('GET', `/v1/sessions/${parked.id}`)),
    { outcome: 'approved' },
    'and keeps its verdict',
  )
  const cancelled = await acme.page()
  await control.cancel(cancelled.id)
  t.match(data(await cancelled.sdk('GET', '/sdk/v1/sessions/me')), {
    status: 'cancelled',
    steps: [],
  })
  t.equal(
    refusal(await cancelled.sdk('POST', '/sdk/v1/sessions/me/end')),
    '409 session_already_completed',
  )
})
