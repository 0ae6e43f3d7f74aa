import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, problems, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

/** Creates a session with this metadata text, continues it, and returns every response that shows it. */
async function shown(body: string): Promise<string[]> {
  const creation = await acme('POST', '/v1/sessions', body)
  const { id } = data<{ id: string }>(creation)
  const fresh = await acme('GET', `/v1/sessions/${id}`)
  const list = await acme('GET', '/v1/sessions?limit=1')
  const journey = await control.ask('POST', `/sessions/${id}/journey`, { action: 'submit' })
  const ended = await acme('GET', `/v1/sessions/${id}`)
  return [creation, fresh, list, journey, ended].map(({ text }) => text)
}

const texts: [what: string, metadata: string][] = [
  [
    'case and script',
    '{"orderId":"A-1007","Crm-Ref":"x","ключ":"значение","名前":"山田","naïve":"é"}',
  ],
  ['keys that look like numbers keep their position', '{"b":1,"10":2,"9":3,"a":4,"-1":5,"1e3":6}'],
  [
    'long numbers are not rounded',
    '{"id":12345678901234567890123,"pi":3.14159265358979323846264338,"big":1e400,"zero":-0.0,"exp":1E+2}',
  ],
  [
    '__proto__ and similar names are keys',
    '{"__proto__":{"admin":true},"constructor":"c","toString":"t","hasOwnProperty":"h"}',
  ],
  ['escapes stay as written', String.raw`{"a\u0062c":"\u00e9\/\b\f\n\r\t\"\\ ","\u0000":"\u0000"}`],
  ['lone surrogates', String.raw`{"\ud800":"\udfff","pair":"\ud83d\ude00"}`],
  [
    'characters beyond the basic plane, and separators that JavaScript once rejected',
    '{"😀":"\u{1F469}\u200D\u{1F680}","\u2028":"\u2029"}',
  ],
  ['composed and decomposed letters stay different keys', '{"e\u0301":1,"\u00e9":2}'],
  ['space between the tokens', '{ "b" :\t1 ,\n\n"a" : [ 1,2 , { } ] }'],
  ['the same key twice', '{"a":1,"a":2}'],
  ['text that looks like the end', '{"x":"}],\\"metadata\\":{\\"y\\":1}}","y":"{\\\\"}'],
  ['metadata in metadata', '{"metadata":{"metadata":{"deep":1}},"data":{"id":"vs_1"}}'],
  [
    'values of every kind',
    '{"s":"","n":null,"t":true,"f":false,"l":[],"o":{},"d":[[[{"x":[1]}]]]}',
  ],
  ['nothing', '{}'],
]

for (const [what, metadata] of texts) {
  t.test(`SES-009 SES-010 VER-016 END-007 metadata byte for byte: ${what}`, async (t) => {
    const bodies = [
      `{"metadata":${metadata}}`,
      `{"expected_outcome":"review", "metadata" : ${metadata} ,"applicant":{"family_name":"Ek"}}`,
    ]
    for (const body of bodies) {
      for (const text of await shown(body)) t.ok(text.includes(`"metadata":${metadata}`), text)
    }
  })
}

t.test('of two members the last counts, also if its name contains escapes', async (t) => {
  const repeated = await shown('{"metadata":{"first":1},"metadata":{"second":2}}')
  for (const text of repeated) t.ok(text.includes('"metadata":{"second":2}'), text)
  const escaped = await shown(String.raw`{"meta\u0064ata":{"a":1}}`)
  for (const text of escaped) t.ok(text.includes('"metadata":{"a":1}'), text)
})

t.test('no metadata is an empty object', async (t) => {
  for (const text of await shown('{}')) t.ok(text.includes('"metadata":{}'), text)
})

t.test('metadata beyond the limits is rejected', async (t) => {
  const keys = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
  const refused = async (metadata: unknown): Promise<string[]> =>
    problems(await acme('POST', '/v1/sessions', { metadata }))
  t.strictSame(await refused(keys(50)), [])
  t.strictSame(await refused(keys(51)), ['too_big metadata'])
  t.strictSame(await refused({ ['k'.repeat(100)]: 1, ['😀'.repeat(100)]: 2 }), [])
  t.strictSame(await refused({ ['k'.repeat(101)]: 1 }), [`too_big metadata.${'k'.repeat(101)}`])
  t.strictSame(await refused({ '': 1 }), ['too_small metadata.'], 'the empty key is reported')
  t.strictSame(await refused({ v: 'v'.repeat(2000) }), [])
  t.strictSame(await refused({ v: 'v'.repeat(2001) }), ['too_big metadata.v'])
  t.strictSame(await refused({ v: ['v'.repeat(2001)] }), [], 'values are strings only')
  for (const metadata of [null, [], 'x', 7, true]) {
    t.strictSame(await refused(metadata), ['invalid_type metadata'], JSON.stringify(metadata))
  }
})

t.test('a cached view follows every change', async (t) => {
  const { id } = data<{ id: string }>(
    await acme('POST', '/v1/sessions', { expected_outcome: 'review', metadata: { a: 1 } }),
  )
  const statuses: unknown[] = []
  const look = async (): Promise<void> => {
    for (let i = 0; i < 2; i++) statuses.push(data(await acme('GET', `/v1/sessions/${id}`)).status)
  }
  await look()
  await control.journey(id, 'abandon')
  await look()
  await control.journey(id, 'submit')
  await look()
  await control.review(id, 'approved')
  await look()
  t.strictSame(statuses, [
    'created',
    'created',
    'in_progress',
    'in_progress',
    'awaiting_review',
    'awaiting_review',
    'completed',
    'completed',
  ])
  const { hosted_url, metadata } = data(await acme('GET', `/v1/sessions/${id}`))
  t.equal(hosted_url, null, 'a finished session has no page to visit')
  t.strictSame(metadata, { a: 1 })
})
