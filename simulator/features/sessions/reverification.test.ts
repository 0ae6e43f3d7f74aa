import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { type ControlSession, data, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import type { SessionDocument } from './session-record.ts'
import { runImageRetention } from '../privacy/erasure.ts'
import { EXPIRY_LANE } from './sessions.ts'

const T0 = '2026-11-20T09:00:00.000Z'
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze(T0)

const identity = { id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } }

async function created(steps: object[] = [identity], body: object = {}): Promise<string> {
  await control.organization('org_acme', { default_workflow: { steps } })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', body)).id
}

async function completed(steps?: object[], body?: object, journey?: object): Promise<string> {
  const id = await created(steps, body)
  t.match(await control.journey(id, 'submit', journey), { status: 'completed' })
  return id
}

const reverify = (id: string, body?: object) =>
  control.ask('POST', `/sessions/${id}/reverify`, body)
const read = async (id: string) =>
  data<Record<string, unknown>>(await acme('GET', `/v1/sessions/${id}`))
const image = async (id: string, artifact: string) =>
  await acme('GET', `/v1/sessions/${id}/idv-image/${artifact}`)

t.test(
  'STA-022 STA-024 STA-025 IMG-032 a new run supplies the portrait that the old one lacked',
  async (t) => {
    const id = await completed(
      [identity],
      {},
      { legacy: { no_portrait: true, no_acquisition: true } },
    )
    const before = await read(id)
    t.strictSame(before.idv, { available_images: ['front', 'selfie'], capture_acquisition: null })
    t.equal(refusal(await image(id, 'portrait')), '404 artifact_not_available')
    await control.advance(3600)
    const verified = data<ControlSession>(await reverify(id))
    t.match(verified, {
      id,
      status: 'completed',
      outcome: 'approved',
      decision_source: 'automatic',
    })
    const after = await read(id)
    t.strictSame(
      after,
      {
        ...before,
        idv: { available_images: ['portrait', 'front', 'selfie'], capture_acquisition: 'camera' },
      },
      'IDV-013 everything else is unchanged, including the time of completion',
    )
    t.equal((await image(id, 'portrait')).status, 200)
    t.match(await control.call('GET', `/sessions/${id}`), {
      reverifications: 1,
      identity_run: { recorded_at: '2026-11-20T10:00:00.000Z' },
    })
  },
)

t.test(
  'STA-025 retention counts again from a re-verification, whose images are not deleted at once',
  async (t) => {
    const id = await keptForADay()
    await control.journey(id, 'submit')
    await control.advance(2 * 86_400)
    t.match(await read(id), { idv: { available_images: [] } })
    await reverify(id)
    await control.advance(86_400 - 1)
    t.match(await read(id), { idv: { available_images: ['portrait', 'front', 'selfie'] } })
    t.equal((await image(id, 'portrait')).status, 200)
    await control.advance(1)
    t.match(await read(id), { idv: { available_images: [] } })
  },
)

/** Creates a workflow whose images are deleted a day after the end of the session. */
async function keptForADay(body: object = {}): Promise<string> {
  const template = await acme('POST', '/v1/workflow-templates', {
    name: 'Kept for a day',
    steps: [identity],
    evidence_image_retention_days: 1,
  })
  const workflow_template_id = data<{ id: string }>(template).id
  return data<{ id: string }>(await acme('POST', '/v1/sessions', { workflow_template_id, ...body }))
    .id
}

t.test('a job of retention that has begun leaves the images of a re-verification', async (t) => {
  const { ports } = simulator
  const id = await keptForADay()
  await control.journey(id, 'submit')
  const jobs = await ports.records.dueJobs(EXPIRY_LANE, Number.MAX_SAFE_INTEGER, 10_000)
  const begun = jobs.find((job) => job.id === `images:${id}`)!
  await reverify(id)
  await runImageRetention(ports, begun)
  t.match(await read(id), { idv: { available_images: ['portrait', 'front', 'selfie'] } })
  await control.advance(86_400)
  t.match(await read(id), { idv: { available_images: [] } }, 'their own job is still scheduled')
})

t.test('images are deleted also if the clock was moved back after they were taken', async (t) => {
  const id = await keptForADay({ expected_outcome: 'review' })
  await control.journey(id, 'submit')
  await control.freeze('2026-11-01T00:00:00Z')
  await control.ask('POST', `/sessions/${id}/review`, { outcome: 'approved' })
  t.match(await read(id), { status: 'completed' })
  await control.advance(86_400)
  t.match(await read(id), { idv: { available_images: [] } })
  await control.freeze(T0)
})

t.test('the newest run is shown', async (t) => {
  const id = await completed()
  await reverify(id, { acquisition: 'upload' })
  t.match(await read(id), { idv: { capture_acquisition: 'upload' } })
  await reverify(id, {})
  t.match(await read(id), {
    idv: { capture_acquisition: 'camera', available_images: ['portrait', 'front', 'selfie'] },
  })
  for (const artifact of ['portrait', 'front', 'selfie'])
    t.equal((await image(id, artifact)).status, 200)
})

t.test('a run without a crop lists no portrait', async (t) => {
  const id = await created([identity], { expected_outcome: 'doc_quality' })
  await control.journey(id, 'submit')
  await control.review(id, 'approved')
  await reverify(id)
  t.match(await read(id), {
    status: 'completed',
    outcome: 'approved',
    idv: { available_images: ['front', 'selfie'] },
  })
})

t.test('no event is sent, and no decision changes', async (t) => {
  const id = await completed([identity], { expected_outcome: 'fail' })
  const events = await control.events(`&session_id=${id}`)
  t.match(data(await reverify(id)), {
    status: 'completed',
    outcome: 'declined',
    decision_source: 'automatic',
  })
  t.strictSame(await control.events(`&session_id=${id}`), events)
  await control.advance(30 * 86_400)
  t.match(
    await read(id),
    { status: 'completed', outcome: 'declined' },
    'the session does not expire, either',
  )
})

t.test('STA-023 LIM-013 at most twenty times', async (t) => {
  const id = await completed()
  for (let i = 1; i <= 20; i++) t.equal((await reverify(id)).status, 200, `${i}`)
  const before = (await acme('GET', `/v1/sessions/${id}`)).text
  const reply = await reverify(id, { acquisition: 'upload' })
  t.equal(refusal(reply), '409 reverification_limit_reached')
  t.match(reply.json(), { error: { details: { limit: 20 } } })
  t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
  t.equal(
    (await reverify(await completed())).status,
    200,
    'each session may be re-verified twenty times',
  )
})

t.test('STA-023 concurrent runs are counted one by one', async (t) => {
  const id = await completed()
  const replies = await Promise.all(Array.from({ length: 25 }, () => reverify(id)))
  t.equal(replies.filter(({ status }) => status === 200).length, 20)
  t.match(await control.call('GET', `/sessions/${id}`), { reverifications: 20 })
})

t.test('only a completed session with an identity step can be re-verified', async (t) => {
  const enter: [string, string, () => Promise<string>][] = [
    ['created', 'illegal_transition', () => created()],
    [
      'awaiting_review',
      'illegal_transition',
      async () => {
        const id = await created([identity], { expected_outcome: 'review' })
        await control.journey(id, 'submit')
        return id
      },
    ],
    [
      'cancelled',
      'session_already_completed',
      async () => {
        const id = await created()
        await control.cancel(id)
        return id
      },
    ],
    [
      'completed without an identity step',
      'illegal_transition',
      () => completed([{ type: 'credit_history' }]),
    ],
  ]
  for (const [state, code, make] of enter) {
    const id = await make()
    const before = (await acme('GET', `/v1/sessions/${id}`)).text
    t.equal(refusal(await reverify(id)), `409 ${code}`, state)
    t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
  }
  t.equal(refusal(await reverify('vs_000000000000000000000000')), '404 resource_not_found')
  t.equal(
    refusal(await reverify(await completed(), { acquisition: null })),
    '422 validation_error',
    'current runs record the provenance',
  )
})

t.test(
  'replaced runs leave no image behind: after the newest run is deleted, nothing is stored',
  async (t) => {
    await control.call('POST', '/reset', { organization: 'org_acme' })
    const id = await completed()
    for (let i = 0; i < 3; i++) await reverify(id)
    const { records } = simulator.ports
    const { scope, body } = (await records.find('session', id)) as SessionDocument
    for (const sha256 of Object.values(body.idv!.images)) {
      t.ok(await records.blob(sha256))
      await records.write([{ type: 'drop-blob', scope, sha256 }])
      t.equal(await records.blob(sha256), undefined)
    }
  },
)
