import t from 'tap'
import { data } from '../../testing/control-client.ts'
import { client } from '../../testing/simulator.ts'
import { stage, rule, BOT, header } from '../../testing/visitor-signals.ts'

t.test('the default is an ordinary visitor', async (t) => {
  const { start, journey, inspect } = await stage(t)
  const id = await start()
  await journey(id, 'submit')
  t.match(await inspect(id), {
    status: 'completed',
    outcome: 'approved',
    screening: { tags: ['fraud.botScore gte'] },
  })
})

t.test(
  'DEV-002 without device intelligence there are no signals, even if some were given',
  async (t) => {
    const { start, off, control, journey, inspect } = await stage(t)
    const id = await start(off)
    await control('POST', `/sessions/${id}/screening_facts`, { signals: { 'fraud.botScore': 1 } })
    await journey(id, 'submit')
    t.match(await inspect(id), { outcome: 'approved', screening: { tags: [], signals: null } })
  },
)

t.test(
  'the control API sets signals for a session, and a header of the applicant action takes precedence',
  async (t) => {
    const { start, control, raw, journey, inspect } = await stage(t)
    const bot = await start()
    await control('POST', `/sessions/${bot}/screening_facts`, { signals: { 'fraud.botScore': 4 } })
    await journey(bot, 'submit')
    const seen = await inspect(bot)
    t.match(
      seen,
      { status: 'awaiting_review', screening: { tags: [] } },
      'behaviour is still captured',
    )
    t.match(
      seen.screening.signals,
      {
        'fraud.captureAbsent': false,
        'device.behavior.collectionAbsent': false,
        'fraud.botScore': 4,
        'fraud.asnIsDatacenter': false,
        'device.behavior.pasteCount': 0,
      },
      'a given signal replaces only the default signal of the same name',
    )
    const human = await start()
    await control('POST', `/sessions/${human}/screening_facts`, {
      signals: { 'fraud.botScore': 4 },
    })
    t.equal(
      (
        await raw(
          'POST',
          `/control/v1/sessions/${human}/journey`,
          { action: 'submit' },
          header({ 'fraud.botScore': 80 }),
        )
      ).status,
      200,
    )
    t.match(await inspect(human), {
      outcome: 'approved',
      screening: { tags: ['fraud.botScore gte'] },
    })
  },
)

t.test('a header of an SDK submission sets signals, at any step', async (t) => {
  const { simulator, start, call, inspect } = await stage(t)
  const id = await start()
  const { browserToken } = (await call('POST', `/v1/sessions/${id}/browser_token`)).json<{
    browserToken: string
  }>()
  const page = client(simulator, browserToken)
  t.equal(
    (
      await page(
        'POST',
        '/sdk/v1/sessions/me/steps/identity/submit',
        {},
        header({ 'fraud.botScore': 4 }),
      )
    ).status,
    200,
  )
  t.equal((await page('POST', '/sdk/v1/sessions/me/steps/mail/submit', {})).status, 200)
  t.equal((await inspect(id)).status, 'awaiting_review')
})

t.test(
  'DEV-027 DEV-035 a visitor without captured signals has only the signal that says so',
  async (t) => {
    const { start, control, call, journey, inspect } = await stage(t)
    const unseen = await start()
    await control('POST', `/sessions/${unseen}/screening_facts`, { signals: {} })
    await journey(unseen, 'submit')
    t.match(await inspect(unseen), {
      status: 'awaiting_review',
      screening: { tags: ['device.behavior.collectionAbsent eq'] },
    })
    const ofApplicant = ['fraud.repeatApplicant']
    for (const [path, prefix, kept] of [
      ['fraud.captureAbsent', 'fraud.', ofApplicant],
      ['device.behavior.collectionAbsent', 'device.behavior.', []],
    ] as const) {
      const id = await start()
      await control('POST', `/sessions/${id}/screening_facts`, { signals: { [path]: true } })
      await journey(id, 'submit')
      const signals = (await inspect(id)).screening.signals!
      t.strictSame(
        Object.keys(signals)
          .filter((name) => name.startsWith(prefix))
          .sort(),
        [path, ...kept],
        `${path} removes the signals that it names`,
      )
      t.ok(Object.keys(signals).length > 3, 'and no others')
    }
    const nobody = await start()
    for (const step_id of ['identity', 'mail'])
      await call('POST', `/v1/sessions/${nobody}/skip_step`, { step_id })
    t.equal((await inspect(nobody)).screening.signals?.['fraud.captureAbsent'], true, 'nobody came')
  },
)

t.test('an organization has default signals for new sessions until they are removed', async (t) => {
  const { control, owner, start, journey, inspect } = await stage(t)
  const outcome = async () => {
    const id = await start()
    await journey(id, 'submit')
    return (await inspect(id)).status
  }
  const path = `/organizations/${owner.id}`
  t.match(await control('PATCH', path, { default_signals: { 'fraud.botScore': 4 } }), {
    default_signals: { 'fraud.botScore': 4 },
  })
  t.equal(await outcome(), 'awaiting_review')
  t.match(await control('PATCH', path, { default_signals: null }), { default_signals: null })
  t.equal(await outcome(), 'completed')
})

t.test(
  'unknown names, wrong types and invalid JSON are rejected together, and nothing is stored',
  async (t) => {
    const { simulator, raw, start, call, owner, journey, inspect } = await stage(t)
    const id = await start()
    const { browserToken } = (await call('POST', `/v1/sessions/${id}/browser_token`)).json<{
      browserToken: string
    }>()
    const page = client(simulator, browserToken)
    const wrong = { 'fraud.botScore': 'low', 'fraud.mood': true }
    const paths = (reply: { json<T>(): T; status: number }): unknown => {
      t.equal(reply.status, 422)
      return reply
        .json<{ error: { details: { issues: { path: unknown[] }[] } } }>()
        .error.details.issues.map((issue) => issue.path.join(' '))
    }
    const both = (where: string) => [`${where} fraud.botScore`, `${where} fraud.mood`]
    const journeys = `/control/v1/sessions/${id}/journey`
    t.strictSame(
      paths(await raw('POST', `/control/v1/sessions/${id}/screening_facts`, { signals: wrong })),
      both('signals'),
    )
    t.strictSame(
      paths(await raw('POST', journeys, { action: 'submit' }, header(wrong))),
      both('X-Simulator-Signals'),
    )
    t.strictSame(
      paths(
        await raw('PATCH', `/control/v1/organizations/${owner.id}`, { default_signals: wrong }),
      ),
      both('default_signals'),
    )
    const submit = '/sdk/v1/sessions/me/steps/identity/submit'
    t.strictSame(paths(await page('POST', submit, {}, header(wrong))), both('X-Simulator-Signals'))
    for (const text of ['{', '[]', '4', 'null'])
      t.strictSame(
        paths(await page('POST', submit, {}, header(text))),
        ['X-Simulator-Signals'],
        text,
      )
    await journey(id, 'submit')
    t.equal((await inspect(id)).outcome, 'approved')
  },
)

t.test('DEV-036 missing evidence is not a bad signal', async (t) => {
  const { call, control, journey, inspect } = await stage(t)
  const { id: workflow_template_id } = data<{ id: string }>(
    await call('POST', '/v1/workflow-templates', {
      name: 'no rule on absence',
      device_intelligence: true,
      steps: [{ id: 'identity', type: 'id_verification' }],
      screening_rules: [rule('review', BOT), rule('review', ['fraud.ipReputation', 'eq', true])],
    }),
  )
  const { id } = data<{ id: string }>(await call('POST', '/v1/sessions', { workflow_template_id }))
  await control('POST', `/sessions/${id}/screening_facts`, { signals: {} })
  await journey(id, 'submit')
  t.match(await inspect(id), {
    outcome: 'approved',
    screening: {
      signals: { 'fraud.captureAbsent': true, 'device.behavior.collectionAbsent': true },
    },
  })
})
