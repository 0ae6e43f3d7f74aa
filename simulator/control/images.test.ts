import t from 'tap'
import { controlClient, type Entry } from '../testing/control-client.ts'
import { type Reply, client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

const { simulator, control } = await controlFor(t)
const acme = client(simulator, demoKey('org_acme'))
const { journey, call } = controlClient(simulator)

const ask = (session: string, artifact: string, member: string): Promise<Reply> =>
  control('POST', `/sessions/${session}/images/${artifact}/tickets`, { member_id: member })
const use = (session: string, artifact: string, ticket: string): Promise<Reply> =>
  control('GET', `/sessions/${session}/images/${artifact}?ticket=${ticket}`)
/** Asks for a ticket and uses it. */
async function view(session: string, artifact: string, member: string): Promise<Reply> {
  const asked = await ask(session, artifact, member)
  return asked.status === 201
    ? use(session, artifact, dataOf<{ ticket: string }>(asked).ticket)
    : asked
}
const entries = async (session: string): Promise<Entry[]> =>
  dataOf<Entry[]>(await control('GET', `/activity?session_id=${session}`))

async function captured(): Promise<string> {
  const id = await newSession(acme, {
    applicant: { family_name: 'Okafor Lindqvist', email: 'ana@example.com' },
  })
  await journey(id, 'submit')
  return id
}

t.test(
  'VER-024 VER-027 a reviewer sees the same images as a key, and no address that could be shared',
  async (t) => {
    const id = await captured()
    for (const artifact of ['portrait', 'front', 'selfie']) {
      const { status, headers, bytes } = await view(id, artifact, 'mem_acme_reviewer')
      t.equal(status, 200)
      t.equal(headers.get('content-type'), 'image/jpeg')
      t.equal(headers.get('cache-control'), 'no-store, private')
      t.notOk(headers.has('location') || headers.has('etag') || headers.has('set-cookie'))
      t.ok(
        bytes.equals((await acme('GET', `/v1/sessions/${id}/idv-image/${artifact}`)).bytes),
        artifact,
      )
    }
    const opened = await control('GET', `/sessions/${id}?member_id=mem_acme_reviewer`)
    t.match(dataOf(opened), { id, idv: { available_images: ['portrait', 'front', 'selfie'] } })
    t.notMatch(opened.text, /\/images\/|idv-image|\.jpe?g|sha256|signature=/i)
  },
)

t.test('VER-025 IMG-038 only members who may open a verification see its images', async (t) => {
  const id = await captured()
  for (const [member, status] of [
    ['mem_acme_owner', 200],
    ['mem_acme_admin', 200],
    ['mem_acme_reviewer', 200],
    ['mem_acme_developer', 403],
    ['mem_globex_owner', 404],
    ['mem_nobody', 404],
  ] as const) {
    t.equal(
      (await control('GET', `/sessions/${id}?member_id=${member}`)).status,
      status,
      `${member} opens it`,
    )
    t.equal((await view(id, 'front', member)).status, status, `${member} sees it`)
  }
  t.match((await view(id, 'front', 'mem_acme_developer')).json(), {
    error: {
      code: 'role_not_allowed',
      details: {
        member_id: 'mem_acme_developer',
        role: 'developer',
        allowed_roles: ['owner', 'admin', 'reviewer'],
      },
    },
  })
  t.equal(
    codeOf(await view(id, 'back', 'mem_acme_developer')),
    'role_not_allowed',
    'before the response reveals which images exist',
  )
  t.strictSame(problemsOf(await control('GET', `/sessions/${id}/images/front`)), [
    'invalid_type ticket',
  ])
  await call('PATCH', '/organizations/org_acme', {
    members: [
      {
        id: 'mem_acme_reviewer',
        name: 'Celeste',
        email: 'celeste@acme.example',
        role: 'developer',
      },
    ],
  })
  t.equal(
    (await view(id, 'front', 'mem_acme_reviewer')).status,
    403,
    'the current role of the member',
  )
  t.equal((await view(id, 'front', 'mem_acme_owner')).status, 404, 'a removed member')
  await call('POST', '/reset', { world: true })
})

t.test('VER-026 each view is one entry with the member and without applicant data', async (t) => {
  const id = await captured()
  await view(id, 'front', 'mem_acme_reviewer')
  await view(id, 'portrait', 'mem_acme_owner')
  for (const refused of [
    await view(id, 'back', 'mem_acme_reviewer'),
    await view(id, 'Front', 'mem_acme_reviewer'),
    await view(id, 'front', 'mem_acme_developer'),
    await view(id, 'front', 'mem_globex_owner'),
    await view('vs_000000000000000000000000', 'front', 'mem_acme_reviewer'),
    await view('nonsense', 'front', 'mem_acme_reviewer'),
  ])
    t.not(refused.status, 200)
  await control('POST', `/sessions/${id}/delete_images`)
  t.equal(codeOf(await view(id, 'front', 'mem_acme_admin')), 'artifact_not_available', 'erased')
  const common = { organization: 'org_acme', mode: 'test', session_id: id }
  const log = await entries(id)
  t.match(log, [
    {
      ...common,
      artifact: 'front',
      actor: 'mem_acme_admin',
      action: 'kyc.idv.evidence_export_failed',
      outcome: 'artifact_not_available',
    },
    {
      ...common,
      artifact: 'portrait',
      actor: 'mem_acme_owner',
      action: 'kyc.idv.evidence_exported',
      outcome: 'success',
    },
    {
      ...common,
      artifact: 'front',
      actor: 'mem_acme_reviewer',
      action: 'kyc.idv.evidence_exported',
      outcome: 'success',
    },
  ])
  t.equal(log.length, 3)
  t.notMatch(JSON.stringify(log), /Okafor|ana@example|JFIF|[0-9a-f]{64}/)
})

t.test(
  'the back and unknown kinds are rejected alike, and a page of another origin sees nothing',
  async (t) => {
    const id = await captured()
    const plain = ({ status, text }: Reply) => ({
      status,
      text: text.replace(/req_[0-9a-z]+/g, 'req'),
    })
    const unknown = plain(await view('vs_000000000000000000000000', 'front', 'mem_acme_reviewer'))
    t.match(unknown, { status: 404, text: /resource_not_found/ })
    for (const artifact of ['back', 'BACK', 'front.jpg', '__proto__', '%00']) {
      t.strictSame(plain(await view(id, artifact, 'mem_acme_reviewer')), unknown, artifact)
    }
    const { ticket } = dataOf<{ ticket: string }>(await ask(id, 'front', 'mem_acme_reviewer'))
    const path = `/sessions/${id}/images/front?ticket=${ticket}`
    t.equal(
      codeOf(await control('GET', path, undefined, { 'sec-fetch-site': 'cross-site' })),
      'origin_not_allowed',
    )
  },
)

t.test(
  'VER-027 a ticket is valid for one view of its image, for 30 seconds, while its member may look',
  async (t) => {
    const id = await captured()
    const other = await captured()
    const ticketOf = async (artifact = 'front'): Promise<string> =>
      dataOf<{ ticket: string }>(await ask(id, artifact, 'mem_acme_reviewer')).ticket
    const once = await ticketOf()
    t.equal((await use(id, 'front', once)).status, 200)
    t.equal((await use(id, 'front', once)).status, 404, 'used')
    t.equal((await use(id, 'portrait', await ticketOf())).status, 404, 'another image')
    t.equal((await use(other, 'front', await ticketOf())).status, 404, 'another session')
    t.equal((await use(id, 'front', 'nonsense')).status, 404)
    const old = await ticketOf()
    await control('POST', '/clock/advance', { seconds: 31 })
    t.equal((await use(id, 'front', old)).status, 404, 'too old')
    t.equal((await entries(id)).length, 1, 'a rejected view leaves no entry')
    const demoted = await ticketOf()
    await call('PATCH', '/organizations/org_acme', {
      members: [
        { id: 'mem_acme_reviewer', name: 'Celeste', email: 'c@acme.example', role: 'developer' },
      ],
    })
    t.equal((await use(id, 'front', demoted)).status, 403)
    await call('POST', '/reset', { world: true })
  },
)
