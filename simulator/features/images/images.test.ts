import { createHash } from 'node:crypto'
import t from 'tap'
import { evidenceFor, specimenCount } from '../../../fixtures/evidence.ts'
import { caller } from '../../testing/contract.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import {
  type Client,
  type Reply,
  client,
  demoKey,
  roomyWorld,
  simulatorFor,
} from '../../testing/simulator.ts'
import { StoredDocument } from '../../store/stored-document.ts'
import { ViewCache } from '../../store/sqlite/tables/view-cache.ts'
import { SHA256 } from './images.ts'
import { ARTIFACTS } from '../sessions/session-record.ts'

type Kind = 'portrait' | 'front' | 'selfie' | 'front_unreadable' | 'back'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const globex = caller(simulator, demoKey('org_globex'))
const umbra = caller(simulator, demoKey('org_umbra'), 'eu')
const control = controlClient(simulator)

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const imageOf = (id: string, artifact: string): string => `/v1/sessions/${id}/idv-image/${artifact}`

/** Returns the specimen person and the artifact that these bytes belong to. */
function pictured(bytes: Buffer): { person: number; kind: Kind } {
  for (let person = 0; person < specimenCount; person++) {
    for (const [kind, image] of Object.entries(evidenceFor(person).images)) {
      if (image.bytes().equals(bytes)) return { person, kind: kind as Kind }
    }
  }
  throw new Error(`no fixture has the bytes of ${sha256(bytes)}`)
}

async function captured(as: Client, body: object = {}): Promise<string> {
  const { id } = data<{ id: string }>(await as('POST', '/v1/sessions', body))
  await control.journey(id, 'submit')
  return id
}

async function listed(as: Client, id: string): Promise<string[]> {
  return data<{ idv: { available_images: string[] } }>(await as('GET', `/v1/sessions/${id}`)).idv
    .available_images
}

/** Returns the result of a request for each served artifact. */
async function fetched(as: Client, id: string): Promise<Record<string, Reply>> {
  const replies: Record<string, Reply> = {}
  for (const artifact of ['portrait', 'front', 'selfie'])
    replies[artifact] = await as('GET', imageOf(id, artifact))
  return replies
}

t.test(
  'END-015 GEN-012 IMG-001 IMG-003 IMG-004 IMG-010 IMG-011 IMG-012 IMG-013 IMG-015 PLN-023 ' +
    'the bytes of the fixture',
  async (t) => {
    const id = await captured(acme)
    const people = new Set<number>()
    for (const [artifact, { status, headers, bytes }] of Object.entries(await fetched(acme, id))) {
      t.equal(status, 200)
      t.equal(headers.get('content-type'), 'image/jpeg')
      t.equal(headers.get('cache-control'), 'no-store, private')
      t.equal(headers.get('content-length'), String(bytes.length))
      t.notOk(headers.has('location') || headers.has('content-encoding') || headers.has('etag'))
      t.strictSame([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff], 'JPEG from its first byte')
      t.strictSame([...bytes.subarray(-2)], [0xff, 0xd9], 'to its last')
      const { kind, person } = pictured(bytes)
      t.equal(kind, artifact)
      people.add(person)
    }
    t.equal(people.size, 1, 'all images show one person')
  },
)

t.test('IMG-002 portrait is the smallest', async (t) => {
  const { portrait, front, selfie } = await fetched(acme, await captured(acme))
  t.ok(
    portrait!.bytes.length < front!.bytes.length && portrait!.bytes.length < selfie!.bytes.length,
  )
})

t.test(
  'IDV-001 IDV-002 IDV-003 IDV-004 IDV-005 IDV-006 IMG-006 IMG-007 IMG-023 CHK-002 CHK-006 VER-007 ' +
    'the listed artifacts are served',
  async (t) => {
    for (const [who, as, expected_outcome, artifacts] of [
      ['with a selfie', acme, 'pass', ['portrait', 'front', 'selfie']],
      ['with a selfie, declined', acme, 'fail', ['portrait', 'front', 'selfie']],
      ['with a selfie, in review', acme, 'review', ['portrait', 'front', 'selfie']],
      ['an unreadable document has no portrait', acme, 'doc_quality', ['front', 'selfie']],
      ['document alone', globex, 'pass', ['portrait', 'front']],
      ['document alone, unreadable', globex, 'doc_quality', ['front']],
      ['liveness', umbra, 'pass', ['portrait', 'front', 'selfie']],
      ['live mode', acmeLive, 'doc_quality', ['portrait', 'front', 'selfie']],
    ] as const) {
      const id = await captured(as, { expected_outcome })
      t.strictSame(await listed(as, id), artifacts, who)
      for (const [artifact, reply] of Object.entries(await fetched(as, id))) {
        const expected = (artifacts as readonly string[]).includes(artifact)
          ? 'served'
          : '404 artifact_not_available'
        t.equal(reply.status === 200 ? 'served' : refusal(reply), expected, `${who}: ${artifact}`)
      }
    }
  },
)

t.test('IMG-025 the front of an unreadable document is the unreadable one', async (t) => {
  const id = await captured(acme, { expected_outcome: 'doc_quality' })
  const { portrait, front } = await fetched(acme, id)
  t.equal(pictured(front!.bytes).kind, 'front_unreadable')
  t.equal(refusal(portrait!), '404 artifact_not_available')
})

t.test('IMG-026 IMG-029 a missing image is not a fault, and a retry changes nothing', async (t) => {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  for (let i = 0; i < 2; i++) {
    for (const reply of Object.values(await fetched(acme, id)))
      t.equal(refusal(reply), '404 artifact_not_available')
  }
  await control.journey(id, 'abandon')
  t.equal(
    refusal(await acme('GET', imageOf(id, 'front'))),
    '404 artifact_not_available',
    'started, not captured',
  )
  await control.journey(id, 'submit')
  t.equal((await acme('GET', imageOf(id, 'front'))).status, 200, 'now it is')
})

t.test(
  'IMG-005 IMG-017 IMG-018 IMG-019 IMG-020 IMG-021 IMG-022 IMG-034 IMG-035 ' +
    'every missing image gets the same error',
  async (t) => {
    const id = await captured(acme)
    const others = [await captured(globex), await captured(acmeLive), await captured(umbra)]
    const plain = ({ status, headers, text }: Reply): unknown => {
      const kept = [...headers].filter(
        ([name]) => !/^(x-request-id|x-ratelimit-.*|date)$/.test(name),
      )
      return { status, headers: kept, text: text.replace(/req_[0-9a-z]+/g, 'req') }
    }
    const unknown = await acme('GET', imageOf('vs_000000000000000000000000', 'front'))
    t.equal(refusal(unknown), '404 resource_not_found')
    const paths = [
      ...[
        'back',
        'BACK',
        'Front',
        'front.jpg',
        'portrait ',
        'toString',
        '__proto__',
        '%00',
        'frontx',
        'f%C3%B6nt',
        'x'.repeat(5000),
      ].map((artifact) => imageOf(id, encodeURI(artifact).replaceAll('%25', '%'))),
      ...others.flatMap((other) => [imageOf(other, 'front'), imageOf(other, 'back')]),
      ...['vs_', 'x', 'VS_000000000000000000000000', `${id}0`, id.slice(0, -1), '%00'].map(
        (other) => imageOf(other, 'front'),
      ),
    ]
    for (const path of paths) t.strictSame(plain(await acme('GET', path)), plain(unknown), path)
    for (const artifact of ['secretvalue', 'back']) {
      const reply = await acme('GET', imageOf(id, artifact))
      t.notMatch(reply.text + JSON.stringify([...reply.headers]), artifact)
    }
    t.equal(refusal(await globex('GET', imageOf(id, 'front'))), '404 resource_not_found')
    t.equal(refusal(await acmeLive('GET', imageOf(id, 'front'))), '404 resource_not_found')
  },
)

t.test(
  'IMG-008 IMG-009 IMG-037 VER-006 sessions:read_report is the only scope that is needed',
  async (t) => {
    const id = await captured(acme)
    const keyWith = async (scopes: string[]): Promise<Client> => {
      const { key } = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
        type: 'sk',
        mode: 'test',
        scopes,
      })
      return caller(simulator, key)
    }
    t.equal(
      (await (await keyWith(['sessions:read_report']))('GET', imageOf(id, 'selfie'))).status,
      200,
    )
    const without = await keyWith(['sessions:read', 'sessions:write', 'applicants:read'])
    for (const path of [
      imageOf(id, 'front'),
      imageOf(id, 'back'),
      imageOf('vs_000000000000000000000000', 'front'),
    ]) {
      t.equal(
        refusal(await without('GET', path)),
        '403 insufficient_scope',
        'rejected before any look-up',
      )
    }
  },
)

t.test('IMG-014 no response contains a link to an image', async (t) => {
  const id = await captured(acme)
  for (const { text } of [
    await acme('GET', `/v1/sessions/${id}`),
    await acme('GET', '/v1/sessions'),
    await acme('GET', imageOf(id, 'back')),
  ]) {
    t.notMatch(text, /idv-image|\.jpe?g|signature=|blob|sha256/i)
  }
})

t.test('IMG-033 120 requests per minute on every tier', async (t) => {
  const own = await simulatorFor(t)
  const control = controlClient(own)
  await control.freeze('2026-11-20T09:00:30.000Z')
  for (const tier of ['standard', 'elevated', 'enterprise', 'custom']) {
    await control.organization('org_acme', { tier })
    await control.call('POST', '/reset', { organization: 'org_acme' })
    const as = caller(own, demoKey('org_acme'))
    const { id } = data<{ id: string }>(await as('POST', '/v1/sessions', {}))
    await control.journey(id, 'submit')
    const replies = await Promise.all(
      Array.from({ length: 121 }, () => as('GET', imageOf(id, 'portrait'))),
    )
    t.strictSame(
      replies.map(({ status }) => status).sort(),
      [...Array<number>(120).fill(200), 429],
      tier,
    )
    t.equal(
      (await as('GET', `/v1/sessions/${id}`)).status,
      200,
      'other classes have their own limits',
    )
    t.equal((await control.activity(`&session_id=${id}`)).length, 100, 'the page of the 120th')
  }
})

t.test(
  'ACT-001 ACT-002 ACT-003 ACT-004 ACT-007 ACT-008 each authorized request leaves one entry',
  async (t) => {
    await control.freeze('2026-11-20T10:00:00.000Z')
    const id = await captured(acme, { expected_outcome: 'doc_quality' })
    for (const artifact of ['front', 'portrait', 'front', 'selfie'])
      await acme('GET', imageOf(id, artifact))
    const entry = (artifact: string, served: boolean) => ({
      organization: 'org_acme',
      mode: 'test',
      session_id: id,
      action: served ? 'kyc.idv.evidence_exported' : 'kyc.idv.evidence_export_failed',
      artifact,
      outcome: served ? 'success' : 'artifact_not_available',
      actor: 'key_acme_test_main',
      created_at: '2026-11-20T10:00:00.000Z',
    })
    t.strictSame(await control.activity(`&session_id=${id}`), [
      entry('selfie', true),
      entry('front', true),
      entry('portrait', false),
      entry('front', true),
    ])
    await Promise.all(Array.from({ length: 30 }, () => acme('GET', imageOf(id, 'front'))))
    t.equal(
      (await control.activity(`&session_id=${id}`)).length,
      34,
      'for many concurrent requests, too',
    )
  },
)

t.test('ACT-009 ACT-010 ACT-011 requests refused earlier leave no entry in any log', async (t) => {
  const id = await captured(acme)
  const theirs = await captured(globex)
  const before = await control.activity()
  for (const path of [
    imageOf(id, 'back'),
    imageOf(id, 'nothing'),
    imageOf('vs_', 'front'),
    imageOf('vs_000000000000000000000000', 'front'),
    imageOf(theirs, 'front'),
    imageOf(theirs, 'portrait'),
  ])
    await acme('GET', path)
  const reader = caller(simulator, demoKey('org_acme', 'test', 'key_acme_test_reader'))
  t.equal((await reader('GET', imageOf(id, 'front'))).status, 403)
  t.equal((await acmeLive('GET', imageOf(id, 'front'))).status, 404)
  t.equal((await client(simulator, undefined)('GET', imageOf(id, 'front'))).status, 401)
  t.equal(
    (await client(simulator, demoKey('org_acme'), 'eu')('GET', imageOf(id, 'front'))).status,
    409,
  )
  t.equal((await client(simulator, demoKey('org_acme'))('HEAD', imageOf(id, 'front'))).status, 405)
  await control.organization('org_acme', { wallet: { status: 'locked' } })
  t.equal((await acmeLive('GET', imageOf(id, 'front'))).status, 402)
  await control.organization('org_acme', { wallet: { status: 'active' } })
  t.strictSame(await control.activity(), before)
})

t.test('ACT-005 ACT-006 an entry contains no data of the applicant or the image', async (t) => {
  const applicant = {
    family_name: 'Unmistakable',
    given_names: ['Zebedee'],
    email: 'zeb@unmistakable.example',
    phone: '+46701740605',
    date_of_birth: '1911-11-11',
    address: { city: 'Unmistakaville', country: 'SE' },
  }
  const id = await captured(acme, { applicant, metadata: { note: 'Unmistakable' } })
  const { bytes } = await acme('GET', imageOf(id, 'portrait'))
  const text = JSON.stringify(await control.activity(`&session_id=${id}`))
  t.match(text, 'portrait')
  t.notMatch(text, /unmistaka|zeb|46701740605|1911/i)
  t.notMatch(text, sha256(bytes))
})

t.test('a session keeps its person, and sessions differ', async (t) => {
  const people = new Set<number>()
  for (let i = 0; i < 40; i++) {
    const { portrait, front } = await fetched(acme, await captured(acme))
    const { person } = pictured(portrait!.bytes)
    t.equal(pictured(front!.bytes).person, person)
    people.add(person)
  }
  t.ok(people.size > specimenCount / 2)
})

t.test('the image hashes of 100,000 sessions fit into the cache', async (t) => {
  const [view, views] = [SHA256[0]!, new ViewCache()]
  const images = Object.fromEntries(ARTIFACTS.map((artifact) => [artifact, 'a'.repeat(64)]))
  const text = JSON.stringify({ idv: { images } })
  for (let n = 0; n < 100_000; n++)
    views.add(view, `vs_${n}`, new StoredDocument('a', 'session', `vs_${n}`, n, 1, text))
  t.ok(views.get('a', view, 'vs_0'))
})
