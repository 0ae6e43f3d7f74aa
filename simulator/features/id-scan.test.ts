import fc from 'fast-check'
import { once } from 'node:events'
import { request } from 'node:http'
import t from 'tap'
import { evidenceFor, specimenCount } from '../../fixtures/evidence.ts'
import { readPng } from '../../fixtures/png.ts'
import { chunk, header, pixelData, pngFile, pngOfSize } from '../../fixtures/testing/png-file.ts'
import { document } from '../../spec/contract.ts'
import { rateOf, refusalOf, verdict } from '../http/testing.ts'
import { newAjv } from '../http/validate.ts'
import type { Change } from '../store/records.ts'
import type { Mode } from '../store/world.ts'
import { type Reply, client, demoKey, roomyWorld, simulatorFor } from '../testing.ts'

const MIB = 1024 * 1024
const front = evidenceFor('odette').images.front.bytes()
const isScan = newAjv().compile({ components: document.components, $ref: '#/components/schemas/DocumentScan' })

/** Parts by name, or in a list where a name comes twice: text is a field, bytes are a file. */
type Form = Record<string, string | Buffer> | [name: string, value: string | Buffer][]

/** A simulator, and a caller of the scan in each mode. */
async function prepared(t: Parameters<typeof simulatorFor>[0]) {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const url = `${simulator.base_urls.us}/v1/id-verification`
  const post = async (mode: Mode, body: FormData | Buffer | ReadableStream, headers: Record<string, string> = {}): Promise<Reply> => {
    const answer = await fetch(url, {
      method: 'POST', body: body as BodyInit, headers: { authorization: `Bearer ${demoKey('org_acme', mode)}`, ...headers }, duplex: 'half',
    } as RequestInit)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString(), json: <T>() => JSON.parse(bytes.toString()) as T }
  }
  return { simulator, url, post, scan: (form: Form, mode: Mode = 'test') => post(mode, formData(form)) }
}

function formData(form: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Array.isArray(form) ? form : Object.entries(form)) {
    data.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
  }
  return data
}

/** What a scan that succeeded says. */
function scanned(reply: Reply): Record<string, unknown> {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.json<{ data: Record<string, unknown> }>().data
}

/** Code, path and message of each issue of a refusal. */
function issuesOf(reply: Reply): string[] {
  return (refusalOf(reply).details.issues ?? []).map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)
}

t.test('END-016 END-018 SCN-015 a document as a form, its fields as the answer', async (t) => {
  const { scan } = await prepared(t)
  for (const form of [{ front }, { front, back: front }, { front: pngFile(), back: pngFile() }]) {
    const data = scanned(await scan(form))
    t.ok(isScan(data), JSON.stringify(isScan.errors))
    t.equal(data.mode, 'test')
  }
})

t.test('SCN-007 in test mode the extraction is invented, whatever the image shows', async (t) => {
  const { scan } = await prepared(t)
  const said = new Set<string>()
  for (let i = 0; i < specimenCount; i++) said.add((await scan({ front: evidenceFor(i).images.front.bytes() })).text)
  said.add((await scan({ front: evidenceFor(0).images.front_unreadable.bytes() })).text)
  said.add((await scan({ front: pngFile() })).text)
  t.equal(said.size, 1, 'seven people, a blurred picture and a black square')
})

t.test('OUT-014 OUT-003 END-017 SCN-008 SCN-009 the scan takes an expected outcome, and pass is the default', async (t) => {
  const { scan } = await prepared(t)
  const [none, pass, review] = await Promise.all([scan({ front }), scan({ front, expected_outcome: 'pass' }), scan({ expected_outcome: 'review', front })])
  t.equal(none.status, 200)
  t.equal(pass.status, 200)
  t.equal(review.status, 200)
  t.equal(pass.text, none.text)
  t.equal(review.text, none.text)
})

t.test('SCN-010 SCN-011 SCN-012 SCN-016 fail and doc_quality end in one refusal that tells the mode', async (t) => {
  const { scan } = await prepared(t)
  const replies = [await scan({ front, expected_outcome: 'fail' }), await scan({ front, expected_outcome: 'doc_quality' })]
  for (const reply of replies) {
    t.equal(verdict(reply), '422 document_unreadable')
    t.strictSame(refusalOf(reply).details, { mode: 'test' })
  }
  // A request's own id, its moment and its place in the window differ between any two answers.
  const OWN = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  const [failed, unreadable] = replies.map((reply) => ({
    text: reply.text.replace(refusalOf(reply).request_id, ''), headers: [...reply.headers].filter(([name]) => !OWN.includes(name)),
  }))
  t.strictSame(failed, unreadable)
})

t.test('SCN-013 the audit trail tells them apart, and belongs to no session', async (t) => {
  const { simulator, scan } = await prepared(t)
  for (const expected_outcome of ['pass', 'review', 'fail', 'doc_quality']) await scan({ front, expected_outcome })
  await scan({ front: 'no image' })
  await scan({ front }, 'live')
  const log = await client(simulator, undefined, 'control')('GET', '/control/v1/activity?organization=org_acme')
  const entries = log.json<{ data: Record<string, string>[] }>().data.toReversed()
  t.strictSame(entries.map(({ mode, action, outcome }) => [mode, action, outcome]), [
    ['test', 'kyc.idv.document_scanned', 'pass'],
    ['test', 'kyc.idv.document_scanned', 'review'],
    ['test', 'kyc.idv.document_scan_failed', 'fail'],
    ['test', 'kyc.idv.document_scan_failed', 'doc_quality'],
    ['live', 'kyc.idv.document_scanned', 'pass'],
  ], 'one entry a scan; none of an upload that was refused')
  t.strictSame(new Set(entries.map(({ session_id, artifact }) => `${session_id} ${artifact}`)), new Set([' document']))
  t.equal(entries[0]!.actor, 'key_acme_test_main')
})

t.test('SCN-014 live mode refuses an expected outcome, whichever it is', async (t) => {
  const { scan } = await prepared(t)
  for (const value of ['pass', 'review', 'fail', 'doc_quality']) {
    const reply = await scan({ front, expected_outcome: value }, 'live')
    t.equal(verdict(reply), '422 validation_error', value)
    t.match(issuesOf(reply), [/^custom expected_outcome: Only test mode/], value)
  }
})

t.test('SCN-015 SCN-016 live mode reads the specimens\' own documents, and says that it is live', async (t) => {
  const { scan } = await prepared(t)
  for (let i = 0; i < specimenCount; i++) {
    const { identity, images } = evidenceFor(i)
    const data = scanned(await scan({ front: images.front.bytes() }, 'live'))
    t.ok(isScan(data), JSON.stringify(isScan.errors))
    t.match(data, { mode: 'live', document_number: identity.document_number, family_name: identity.family_name }, identity.id)
    for (const kind of ['front_unreadable', 'selfie'] as const) {
      const refused = await scan({ front: images[kind].bytes() }, 'live')
      t.equal(verdict(refused), '422 document_unreadable', `${identity.id}, ${kind}`)
      t.strictSame(refusalOf(refused).details, { mode: 'live' })
    }
  }
  const people = new Map<string, unknown>()
  for (let width = 1; width <= 30; width++) {
    const image = pngFile({ width })
    const { text } = await scan({ front: image }, 'live')
    t.equal((await scan({ front: image }, 'live')).text, text, 'the same bytes, the same document')
    people.set(text, width)
  }
  t.ok(people.size > 1, 'other bytes, other documents')
})

t.test('SCN-001 SCN-004 SCN-017 what is no sound form is refused alike in both modes, and tells no mode', async (t) => {
  const { scan } = await prepared(t)
  const bomb = Buffer.from(front)
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]))
  bomb.fill(0xff, frame + 5, frame + 9)
  const wide = { width: 8193, height: 8192 }
  const whole = pngFile()
  const idat = readPng(whole).chunks[1]!.offset
  const damaged = Buffer.from(whole)
  damaged[idat + 9]! ^= 1
  const table: [what: string, form: Form, ...issues: RegExp[]][] = [
    ['nothing at all', {}, /invalid_type front: Required/],
    ['only the back', { back: front }, /invalid_type front: Required/],
    ['a renamed text file', { front: Buffer.from('%!PS a passport, honestly') }, /custom front: Expected a JPEG or PNG image/],
    ['text where an image must be', { front: 'front.jpg' }, /custom front: Expected a JPEG or PNG image/],
    ['an empty file', { front: Buffer.alloc(0) }, /custom front: Expected a JPEG or PNG image/],
    ['a GIF', { front: Buffer.from('GIF89a\u0001\u0000\u0001\u0000') }, /custom front: Expected a JPEG or PNG image/],
    ['a cut JPEG', { front: front.subarray(0, -100) }, /custom front: Expected a whole JPEG image: expected EOI/],
    ['half a PNG', { front: whole.subarray(0, 40) }, /custom front: Expected a whole PNG image/],
    ['a damaged PNG', { front: damaged }, /custom front: Expected a whole PNG image: expected the checksum of IDAT/],
    ['a PNG with something behind it', { front: Buffer.concat([whole, front]) }, /nothing after IEND/],
    ['a JPEG of four billion pixels', { front: bomb }, /too_big front: Expected at most 67108864 pixels, got 65535x65535/],
    ['a PNG of one column too many', { front: pngFile({ ...wide, bitDepth: 1 }) }, /too_big front: .* got 8193x8192/],
    ['a PNG of absurd dimensions', { front: pngFile({}, [header({ width: 0x7fffffff, height: 0x7fffffff }), pixelData(), chunk('IEND')]) },
      /too_big front: .* got 2147483647x2147483647/],
    ['a PNG that inflates beyond its dimensions', { front: pngFile({ pixels: Buffer.alloc(200 * MIB) }) }, /front: .* expected 20 bytes of pixels, got more/],
    ['a sound front, a bad back', { front, back: Buffer.from('nothing') }, /custom back: Expected a JPEG/],
    ['two fronts', [['front', front], ['front', front]], /custom front: Expected one part/],
    ['an unknown part', { front, selfie: front }, /unrecognized_keys : Unrecognized key 'selfie'/],
    ['a part in another case', { Front: front }, /invalid_type front: Required/, /unrecognized_keys : .*'Front', did you mean 'front'/],
    ['parts with names of the language\'s own', [['front', front], ['__proto__', ''], ['constructor', '']],
      /unrecognized_keys : .*'__proto__'.*'constructor'/],
    ['everything at once', [['front', 'x'], ['back', front.subarray(0, 99)], ['back', front], ['age', '30']],
      /unrecognized_keys : .*age/, /custom back: Expected one part/, /custom front/, /custom back: Expected a whole JPEG/],
    ['more parts than any form', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, ''])), /too_big : Expected at most 20 parts/],
  ]
  for (const [what, form, ...expected] of table) {
    const [test, live] = [await scan(form), await scan(form, 'live')]
    t.equal(verdict(test), '422 validation_error', what)
    t.match(issuesOf(test), expected, what)
    t.equal(issuesOf(test).length, expected.length, `${what}: nothing else`)
    t.strictSame(issuesOf(live), issuesOf(test), `${what}: the same in live mode`)
    t.notMatch(test.text, /"mode"/, what)
    t.notMatch(live.text, /"mode"/, what)
  }
})

t.test('OUT-001 an expected outcome that is none of the four is refused', async (t) => {
  const { scan } = await prepared(t)
  for (const value of ['', 'PASS', 'pass ', 'approved', 'x'.repeat(5000)]) {
    t.match(issuesOf(await scan({ front, expected_outcome: value })), [/invalid_enum_value expected_outcome: .*"doc_quality"/], value.slice(0, 9))
  }
  t.match(issuesOf(await scan({ front, expected_outcome: Buffer.from('pass') })), [/invalid_enum_value expected_outcome/], 'as a file')
  t.match(issuesOf(await scan([['front', front], ['expected_outcome', 'pass'], ['expected_outcome', 'fail']])), [/expected_outcome: Expected one part/])
})

t.test('what is wrong with the query is told with what is wrong with the form', async (t) => {
  const { url } = await prepared(t)
  const answer = await fetch(`${url}?front=x`, {
    method: 'POST', body: formData({ back: 'x' }), headers: { authorization: `Bearer ${demoKey('org_acme')}` },
  })
  const reply = { status: answer.status, headers: answer.headers, text: await answer.text() }
  t.strictSame(refusalOf(reply).details.issues!.map(({ code, path }) => [code, ...path]),
    [['unrecognized_keys'], ['invalid_type', 'front'], ['custom', 'back']])
})

t.test('what is wrong with the form comes before the outcome', async (t) => {
  const { scan } = await prepared(t)
  for (const expected_outcome of ['pass', 'fail', 'doc_quality']) {
    t.equal(verdict(await scan({ front: front.subarray(0, 500), expected_outcome })), '422 validation_error', expected_outcome)
  }
  t.equal(verdict(await scan({ front, expected_outcome: 'fail' })), '422 document_unreadable')
})

t.test('what cameras make is taken: the most pixels there may be, and a second picture behind the first', async (t) => {
  const { scan } = await prepared(t)
  t.equal((await scan({ front: pngFile({ width: 8192, height: 8192, bitDepth: 1 }) })).status, 200)
  t.equal((await scan({ front: Buffer.concat([front, front, Buffer.from('SEFT')]) })).status, 200)
})

t.test('LIM-012 SCN-002 an image of 10 MiB is taken, and not one byte more', async (t) => {
  const { scan } = await prepared(t)
  const [fits, over] = [pngOfSize(10 * MIB), pngOfSize(10 * MIB + 1)]
  t.equal((await scan({ front: fits, back: fits })).status, 200)
  for (const [form, param] of [[{ front: over }, 'front'], [{ front, back: over }, 'back'], [{ front: over, fornt: 'x' }, 'front']] as const) {
    for (const mode of ['test', 'live'] as const) {
      const refused = await scan(form, mode)
      t.equal(verdict(refused), '413 payload_too_large', `${param} in ${mode} mode`)
      t.strictSame(refusalOf(refused).details, { param, limit_bytes: 10 * MIB }, 'SCN-017 no mode')
    }
  }
})

t.test('LIM-012 SCN-003 an upload of 21 MiB is taken, and not one byte more', async (t) => {
  const { post } = await prepared(t)
  const image = pngOfSize(10 * MIB)
  const parts = Buffer.concat(['front', 'back'].flatMap((name) =>
    [Buffer.from(`\r\n--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`), image]).concat(Buffer.from('\r\n--b--')))
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const upload = (bytes: number): Buffer => Buffer.concat([Buffer.alloc(bytes - parts.length, 'x'), parts])
  const [fits, over] = [upload(21 * MIB), upload(21 * MIB + 1)]
  t.equal((await post('test', fits, type)).status, 200)
  for (const mode of ['test', 'live'] as const) t.equal(verdict(await post(mode, over, type)), '413 payload_too_large', mode)
  t.equal((await post('test', new Blob([new Uint8Array(fits)]).stream(), type)).status, 200, 'of no announced length')
  t.equal(verdict(await post('test', new Blob([new Uint8Array(over)]).stream(), type)), '413 payload_too_large', 'of no announced length')
})

t.test('what is no form is refused by its media type, and a form with a broken frame by its bytes', async (t) => {
  const { simulator, post } = await prepared(t)
  const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="expected_outcome"\r\n\r\npass\r\n')
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'image/jpeg', 'multipart/mixed; boundary=b', 'multipart/form-data-x; boundary=b']) {
    t.equal(verdict(await post('test', body, { 'content-type': type })), '415 unsupported_media_type', type)
  }
  t.match(issuesOf(await post('test', body, { 'content-type': 'multipart/form-data' })), [/custom : Expected a boundary/])
  t.match(issuesOf(await post('test', body, { 'content-type': 'multipart/form-data; boundary=b' })), [/custom : Expected the closing boundary/])
  t.match(issuesOf(await post('test', Buffer.alloc(0), { 'content-type': 'multipart/form-data; boundary=b' })), [/invalid_type : A body of multipart/])
  t.match(issuesOf(await post('test', Buffer.alloc(0))), [/invalid_type : A body of multipart/])

  const applicants = client(simulator, demoKey('org_acme'))
  const elsewhere = await applicants('POST', '/v1/applicants', `${body}--b--`, { 'content-type': 'multipart/form-data; boundary=b' })
  t.equal(verdict(elsewhere), '415 unsupported_media_type', 'no other operation takes a form')
})

t.test('END-019 SCN-005 a scan leaves nothing but its entry in the audit trail', async (t) => {
  const { simulator, scan } = await prepared(t)
  const { records } = simulator.ports
  const written: Change[] = []
  const write = records.write.bind(records)
  records.write = (changes) => {
    written.push(...changes)
    return write(changes)
  }
  for (const mode of ['test', 'live'] as const) {
    for (const form of [{ front, back: front }, { front: 'x' }]) await scan(form, mode)
  }
  await scan({ front, expected_outcome: 'fail' })
  t.strictSame(written.map(({ type }) => type), ['activity', 'activity', 'activity'])
  const text = JSON.stringify(written)
  for (const { family_name, document_number } of Array.from({ length: specimenCount }, (_, i) => evidenceFor(i).identity)) {
    t.notOk(text.includes(family_name) || text.includes(document_number), 'nobody is named')
  }
  t.equal(await records.blob(evidenceFor('odette').images.front.sha256), undefined)
  for (const mode of ['test', 'live'] as const) {
    const sessions = await client(simulator, demoKey('org_acme', mode))('GET', '/v1/sessions')
    t.strictSame(sessions.json<{ data: unknown[] }>().data, [])
  }
})

t.test('SCN-018 a scan counts against idv:create, whatever comes of it', async (t) => {
  const simulator = await simulatorFor(t)
  const key = demoKey('org_acme')
  const post = (form: Form) => fetch(`${simulator.base_urls.us}/v1/id-verification`, {
    method: 'POST', body: formData(form), headers: { authorization: `Bearer ${key}` },
  })
  await simulator.ports.clock.freeze()
  const left: number[] = []
  for (const form of [{ front }, { front, expected_outcome: 'fail' }, { front: 'x' }]) left.push(rateOf((await post(form)).headers)!.remaining)
  t.strictSame(left, [59, 58, 57])
  t.equal(rateOf((await client(simulator, key)('GET', '/v1/sessions')).headers)!.remaining, 299, 'and against no other class')
  for (let i = 0; i < 57; i++) await post({ front: 'x' })
  const refused = await post({ front })
  const body = await refused.json() as { error: { code: string, details: { route_class: string } } }
  t.match(body.error, { code: 'rate_limit_exceeded', details: { route_class: 'idv:create' } })
  t.notOk('mode' in body.error.details, 'SCN-017')
})

t.test('a form is read the same in whatever pieces it arrives', async (t) => {
  const { url } = await prepared(t)
  const wire = new Response(formData({ front, back: pngFile(), expected_outcome: 'review' }))
  const type = wire.headers.get('content-type')!
  const body = Buffer.from(await wire.arrayBuffer())
  const answers = new Set<string>()
  await fc.assert(fc.asyncProperty(fc.uniqueArray(fc.nat(body.length), { maxLength: 12 }), fc.boolean(), async (cuts, announced) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), body.length]
    const sent = request(url, { method: 'POST', headers: {
      authorization: `Bearer ${demoKey('org_acme')}`, 'content-type': type, ...(announced && { 'content-length': body.length }),
    } })
    for (const [i, edge] of edges.entries()) {
      if (i > 0) sent.write(body.subarray(edges[i - 1], edge))
      await new Promise(setImmediate)
    }
    sent.end()
    const [answer] = await once(sent, 'response') as [AsyncIterable<Buffer>]
    answers.add(Buffer.concat(await Array.fromAsync(answer)).toString())
  }), { numRuns: 40 })
  t.equal(answers.size, 1)
  t.match([...answers][0], /"mode":"test"/)
})

t.test('garbage is refused in the envelope: no crash, no 5xx', async (t) => {
  const { post, scan } = await prepared(t)
  const wire = new Response(formData({ front: pngFile(), expected_outcome: 'fail' }))
  const sound = Buffer.from(await wire.arrayBuffer())
  const type = { 'content-type': wire.headers.get('content-type')! }
  const statuses = new Set<number>()
  await fc.assert(fc.asyncProperty(fc.nat(sound.length), fc.nat(60), fc.uint8Array({ maxLength: 60 }), async (at, gone, bytes) => {
    const body = Buffer.concat([sound.subarray(0, at), bytes, sound.subarray(at + gone)])
    const reply = await post('test', body, type)
    statuses.add(reply.status)
    if (reply.status !== 200) refusalOf(reply)
    if (![200, 413, 415, 422].includes(reply.status)) throw new Error(`${reply.status} ${reply.text}`)
  }), { numRuns: 150 })
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
    for (const magic of ['', 'ffd8ff', '89504e470d0a1a0a']) {
      const reply = await scan({ front: Buffer.concat([Buffer.from(magic, 'hex'), bytes]) })
      if (verdict(reply) !== '422 validation_error') throw new Error(`${reply.status} ${reply.text}`)
    }
  }), { numRuns: 50 })
  t.ok(statuses.has(422))
})

t.test('a caller who hangs up in the middle of an upload harms nobody', async (t) => {
  const { url, scan } = await prepared(t)
  const sent = request(url, { method: 'POST', headers: {
    authorization: `Bearer ${demoKey('org_acme')}`, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5 * MIB,
  } })
  const gone = once(sent, 'error')
  sent.write(Buffer.alloc(MIB))
  await new Promise(setImmediate)
  sent.destroy(new Error('gone'))
  await gone
  t.equal((await scan({ front })).status, 200)
})
