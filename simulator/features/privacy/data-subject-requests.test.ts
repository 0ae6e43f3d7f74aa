import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Request {
  id: string
  status: string
  completed_at: string | null
}
interface Session {
  id: string
  applicant_id: string | null
  idv?: { available_images: string[] }
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze('2026-11-20T08:00:00.000Z')

/** A finished verification of one applicant. */
async function verified(): Promise<{ session: string; applicant: string }> {
  const { id, applicant_id } = data<Session>(
    await acme('POST', '/v1/sessions', {
      applicant: { family_name: 'Okafor', given_names: ['Ana'], email: 'ana@example.com' },
      metadata: { note: 'Ana from Lagos' },
    }),
  )
  await control.journey(id, 'submit')
  return { session: id, applicant: applicant_id! }
}

const ask = (type: string, applicant_id: string) =>
  acme('POST', '/v1/data_subject_requests', { type, applicant_id })

t.test(
  'DSR-001 a request is pending and completes right after, even while the clock is stopped',
  async (t) => {
    const { applicant } = await verified()
    const reply = await ask('access', applicant)
    t.equal(reply.status, 202)
    const { id } = data<Request>(reply)
    t.match(data(reply), {
      type: 'access',
      applicant_id: applicant,
      status: 'pending',
      completed_at: null,
    })
    await control.settle()
    t.match(data(await acme('GET', `/v1/data_subject_requests/${id}`)), {
      status: 'completed',
      completed_at: '2026-11-20T08:00:00.000Z',
    })
    t.equal(
      (await acme('GET', `/v1/applicants/${applicant}`)).status,
      200,
      'an access request deletes nothing',
    )
  },
)

t.test(
  'IMG-028 an erased image is artifact_not_available and no longer listed; the activity log stays',
  async (t) => {
    const { session, applicant } = await verified()
    const other = await verified()
    await acme('GET', `/v1/sessions/${session}/idv-image/front`)
    await ask('erasure', applicant)
    await control.settle()

    t.equal(refusal(await acme('GET', `/v1/applicants/${applicant}`)), '404 resource_not_found')
    const erased = data<Session & { metadata: object }>(
      await acme('GET', `/v1/sessions/${session}`),
    )
    t.match(erased, {
      applicant_id: null,
      status: 'completed',
      outcome: 'approved',
      idv: { available_images: [] },
    })
    t.strictSame(
      erased.metadata,
      {},
      'texts that the customer wrote about the person are erased, too',
    )
    for (const artifact of ['portrait', 'front', 'selfie']) {
      t.equal(
        refusal(await acme('GET', `/v1/sessions/${session}/idv-image/${artifact}`)),
        '404 artifact_not_available',
      )
    }
    const log = await control.activity(`&session_id=${session}`)
    t.equal(log.filter(({ outcome }) => outcome === 'success').length, 1)
    t.equal(log.length, 4)
    t.strictSame(
      data<Session>(await acme('GET', `/v1/sessions/${other.session}`)).idv?.available_images,
      ['portrait', 'front', 'selfie'],
      'other applicants keep their images, even of the same specimen',
    )
    t.equal((await acme('GET', `/v1/sessions/${other.session}/idv-image/front`)).status, 200)
  },
)

t.test('deleting an applicant deletes the images (GAP-APPLICANT-DELETE)', async (t) => {
  const { session, applicant } = await verified()
  t.equal((await acme('DELETE', `/v1/applicants/${applicant}`)).status, 204)
  t.match(data(await acme('GET', `/v1/sessions/${session}`)), {
    applicant_id: null,
    status: 'completed',
    outcome: 'approved',
    metadata: {},
    idv: { available_images: [] },
  })
  for (const artifact of ['portrait', 'front', 'selfie']) {
    t.equal(
      refusal(await acme('GET', `/v1/sessions/${session}/idv-image/${artifact}`)),
      '404 artifact_not_available',
    )
  }
})

t.test(
  'a request needs an applicant visible to the key, and is visible to its owner only',
  async (t) => {
    const { applicant } = await verified()
    const { id } = data<Request>(await ask('access', applicant))
    for (const key of [demoKey('org_globex'), demoKey('org_acme', 'live')]) {
      const stranger = caller(simulator, key)
      t.strictSame(
        problems(
          await stranger('POST', '/v1/data_subject_requests', {
            type: 'erasure',
            applicant_id: applicant,
          }),
        ),
        ['custom applicant_id'],
      )
      t.equal(
        refusal(await stranger('GET', `/v1/data_subject_requests/${id}`)),
        '404 resource_not_found',
      )
    }
  },
)

t.test(
  'IMG-027 images that retention deletes are gone in the same way; a second run succeeds',
  async (t) => {
    const { session } = await verified()
    for (let times = 0; times < 2; times++)
      await control.call('POST', `/sessions/${session}/delete_images`)
    const { idv } = data<Session>(await acme('GET', `/v1/sessions/${session}`))
    t.strictSame(idv?.available_images, [])
    t.equal(
      refusal(await acme('GET', `/v1/sessions/${session}/idv-image/front`)),
      '404 artifact_not_available',
    )
  },
)

t.test('a request that a reset deletes while it is completed ends without an error', async (t) => {
  const racing = await simulatorFor(t, { world: roomyWorld() })
  const owner = caller(racing, demoKey('org_acme'))
  const racingControl = controlClient(racing)
  // An error of a job ends the simulator of a test.
  for (let round = 0; round < 60; round++) {
    const { id } = data<{ id: string }>(
      await owner('POST', '/v1/applicants', { family_name: 'Okafor' }),
    )
    await owner('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id: id })
    for (let turn = 0; turn < round % 12; turn++)
      await new Promise((resolve) => setImmediate(resolve))
    await racingControl.call('POST', '/reset', { organization: 'org_acme' })
  }
})
