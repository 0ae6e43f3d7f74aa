import fc from 'fast-check'
import { once } from 'node:events'
import { request } from 'node:http'
import t from 'tap'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import { readPng } from '../../../fixtures/png.ts'
import {
  type PngParts,
  chunk,
  header,
  pixelData,
  pngFile,
} from '../../../fixtures/testing/png-file.ts'
import { refusalOf, verdict } from '../../http/testing.ts'
import { client, demoKey } from '../../testing/simulator.ts'
import { type Form, formData, issuesOf, scannerFor } from '../../testing/scan.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

const MIB = 1024 * 1024
const front = evidenceFor('odette').images.front.bytes()
const png = pngFile()
const authorization = `Bearer ${demoKey('org_acme')}`

/** The specimen with other dimensions written into its frame header. */
function jpegBomb(): Buffer {
  const bytes = Buffer.from(front)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  return bytes.fill(0xff, frame + 5, frame + 9)
}

/** A few pixels that claim to be a great many. */
function pngBomb(parts: PngParts): Buffer {
  return pngFile({}, [header(parts), pixelData(), chunk('IEND')])
}

function damaged(): Buffer {
  const bytes = Buffer.from(png)
  bytes[readPng(png).chunks[1]!.offset + 9]! ^= 1
  return bytes
}

const NO_IMAGE = /custom front: Expected a JPEG or PNG image/
const UPLOADS: [what: string, form: Form, ...issues: RegExp[]][] = [
  ['an empty body', {}, /invalid_type front: Required/],
  ['only the back', { back: front }, /invalid_type front: Required/],
  ['a renamed text file', { front: Buffer.from('%!PS a passport, honestly') }, NO_IMAGE],
  ['text instead of an image', { front: 'front.jpg' }, NO_IMAGE],
  ['an empty file', { front: Buffer.alloc(0) }, NO_IMAGE],
  ['a GIF', { front: Buffer.from('GIF89a\u0001\u0000\u0001\u0000') }, NO_IMAGE],
  [
    'a cut JPEG',
    { front: front.subarray(0, -100) },
    /custom front: Expected a whole JPEG image: expected EOI/,
  ],
  ['half a PNG', { front: png.subarray(0, 40) }, /custom front: Expected a whole PNG image/],
  [
    'a damaged PNG',
    { front: damaged() },
    /custom front: Expected a whole PNG image: expected the checksum of IDAT/,
  ],
  ['a PNG with data behind it', { front: Buffer.concat([png, front]) }, /nothing after IEND/],
  [
    'a JPEG of four billion pixels',
    { front: jpegBomb() },
    /too_big front: Expected at most 67108864 .* 65535x65535/,
  ],
  [
    'a PNG of one column too many',
    { front: pngFile({ width: 8193, height: 8192, bitDepth: 1 }) },
    /too_big front: .* 8193x8192/,
  ],
  [
    'a PNG of absurd dimensions',
    { front: pngBomb({ width: 0x7fffffff, height: 0x7fffffff }) },
    /too_big front: .* 2147483647x2147483647/,
  ],
  [
    'a PNG with fewer pixels than declared',
    { front: pngBomb({ width: 8192, height: 8192 }) },
    /custom front: .* got 20/,
  ],
  [
    'a PNG with more pixels than declared',
    { front: pngFile({ pixels: Buffer.alloc(200 * MIB) }) },
    /front: .* 20 bytes of pixels, got more/,
  ],
  [
    'a valid front, a bad back',
    { front, back: Buffer.from('nothing') },
    /custom back: Expected a JPEG/,
  ],
  [
    'two fronts',
    [
      ['front', front],
      ['front', front],
    ],
    /custom front: Expected one part/,
  ],
  ['an unknown part', { front, selfie: front }, /unrecognized_keys : Unrecognized key 'selfie'/],
  [
    'a part name in another case',
    { Front: front },
    /invalid_type front: Required/,
    /unrecognized_keys : .* mean 'front'/,
  ],
  [
    'property names of JavaScript objects',
    [
      ['front', front],
      ['__proto__', ''],
      ['constructor', ''],
    ],
    /unrecognized_keys : .*'__proto__'.*'constructor'/,
  ],
  [
    'all problems at once',
    [
      ['front', 'x'],
      ['back', front.subarray(0, 99)],
      ['back', front],
      ['age', '30'],
    ],
    /unrecognized_keys : .*age/,
    /custom back: Expected one part/,
    NO_IMAGE,
    /custom back: Expected a whole JPEG/,
  ],
  [
    'more parts than the limit',
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, ''])),
    /too_big : Expected at most 20 parts/,
  ],
]

t.test(
  'SCN-001 SCN-004 SCN-017 both modes reject a bad upload alike, with the same error',
  async (t) => {
    const { scan } = await scannerFor(t)
    for (const [what, form, ...expected] of UPLOADS) {
      const [test, live] = [await scan(form), await scan(form, 'live')]
      t.equal(verdict(test), '422 validation_error', what)
      t.match(issuesOf(test), expected, what)
      t.equal(issuesOf(test).length, expected.length, `${what}: nothing else`)
      t.strictSame(issuesOf(live), issuesOf(test), `${what}: the same in live mode`)
      for (const { text } of [test, live]) t.notMatch(text, /"mode"/, what)
    }
  },
)

t.test('OUT-001 an unknown expected outcome is rejected', async (t) => {
  const { scan } = await scannerFor(t)
  const refused = async (form: Form): Promise<string[]> => issuesOf(await scan(form))
  for (const value of ['', 'PASS', 'pass ', 'approved', 'x'.repeat(5000), Buffer.from('pass')]) {
    const issues = await refused({ front, expected_outcome: value })
    const what = `${typeof value} ${value.slice(0, 9).toString()}`
    t.match(issues, [/invalid_enum_value expected_outcome: .*"doc_quality"/], what)
  }
  const twice: Form = [
    ['front', front],
    ['expected_outcome', 'pass'],
    ['expected_outcome', 'fail'],
  ]
  t.match(await refused(twice), [/expected_outcome: Expected one part/])
})

t.test('VAL-001 problems of the query and of the form are reported together', async (t) => {
  const { url } = await scannerFor(t)
  const body = formData({ back: 'x' })
  const answer = await fetch(`${url}?front=x`, {
    method: 'POST',
    body,
    headers: { authorization },
  })
  const { details } = refusalOf({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  })
  t.strictSame(
    details.issues!.map(({ code, path }) => [code, ...path]),
    [['unrecognized_keys'], ['invalid_type', 'front'], ['custom', 'back']],
  )
})

t.test(
  'camera images are accepted: with the maximum of pixels, or a second picture behind the first',
  async (t) => {
    const { scan } = await scannerFor(t)
    t.equal(
      (await scan({ front: pngFile({ width: 8192, height: 8192, bitDepth: 1 }) })).status,
      200,
    )
    t.equal((await scan({ front: Buffer.concat([front, front, Buffer.from('SEFT')]) })).status, 200)
  },
)

t.test('another media type is rejected by type, and a malformed form by its bytes', async (t) => {
  const { simulator, post } = await scannerFor(t)
  const body = '--b\r\nContent-Disposition: form-data; name="expected_outcome"\r\n\r\npass\r\n'
  const FORM = 'multipart/form-data; boundary=b'
  const others = [
    'application/json',
    'application/x-www-form-urlencoded',
    'image/jpeg',
    'multipart/mixed; boundary=b',
    'multipart/form-data-x; boundary=b',
  ]
  for (const type of others) {
    t.equal(verdict(await post('test', body, type)), '415 unsupported_media_type', type)
  }
  t.match(issuesOf(await post('test', body, 'multipart/form-data')), [
    /custom : Expected a boundary/,
  ])
  t.match(issuesOf(await post('test', body, FORM)), [/custom : Expected the closing boundary/])
  t.match(issuesOf(await post('test', '', FORM)), [/invalid_type : A body of multipart/])
  t.match(issuesOf(await post('test', null)), [/invalid_type : A body of multipart/])

  const applicants = client(simulator, demoKey('org_acme'))
  const elsewhere = await applicants('POST', '/v1/applicants', `${body}--b--`, {
    'content-type': FORM,
  })
  t.equal(verdict(elsewhere), '415 unsupported_media_type', 'no other operation accepts a form')
})

t.test('a form is read correctly in chunks of any size', async (t) => {
  const { url } = await scannerFor(t)
  const { type, body } = await written({ front, back: png, expected_outcome: 'review' })
  const answers = new Set<string>()
  const places = fc.uniqueArray(fc.nat(body.length), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(places, fc.boolean(), async (cuts, announced) => {
      const headers = {
        authorization,
        'content-type': type,
        ...(announced && { 'content-length': body.length }),
      }
      const sent = request(url, { method: 'POST', headers })
      let from = 0
      for (const to of [...cuts.sort((a, b) => a - b), body.length]) {
        sent.write(body.subarray(from, to))
        from = to
        await new Promise(setImmediate)
      }
      sent.end()
      const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer>]
      answers.add(Buffer.concat(await Array.fromAsync(answer)).toString())
    }),
    { numRuns: rounds(40) },
  )
  t.equal(answers.size, 1)
  t.match([...answers][0], /"mode":"test"/)
})

t.test('garbage gets an error body: no crash, no 5xx', async (t) => {
  const { post, scan } = await scannerFor(t)
  const { type, body: sound } = await written({ front: png, expected_outcome: 'pass' })
  const statuses = new Set<number>()
  const noise = fc.uint8Array({ maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length), fc.nat(60), noise, async (at, gone, bytes) => {
      const body = Buffer.concat([sound.subarray(0, at), bytes, sound.subarray(at + gone)])
      const reply = await post('test', body, type)
      statuses.add(reply.status)
      if (!['200', '422 validation_error'].includes(verdict(reply)))
        throw new Error(`${reply.status} ${reply.text}`)
    }),
    { numRuns: rounds(150) },
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      for (const magic of ['', 'ffd8ff', '89504e470d0a1a0a']) {
        const reply = await scan({ front: Buffer.concat([Buffer.from(magic, 'hex'), bytes]) })
        if (verdict(reply) !== '422 validation_error')
          throw new Error(`${reply.status} ${reply.text}`)
      }
    }),
    { numRuns: rounds(50) },
  )
  t.ok(statuses.has(422))
})

t.test('a client that disconnects during an upload harms nobody', async (t) => {
  const { url, scan } = await scannerFor(t)
  const sent = request(url, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 5 * MIB,
    },
  })
  const gone = once(sent, 'error')
  sent.write(Buffer.alloc(MIB))
  await new Promise(setImmediate)
  sent.destroy(new Error('gone'))
  await gone
  t.equal((await scan({ front })).status, 200)
})

/** A form as the platform's own client sends it. */
async function written(form: Form): Promise<{ type: string; body: Buffer }> {
  const wire = new Response(formData(form))
  return { type: wire.headers.get('content-type')!, body: Buffer.from(await wire.arrayBuffer()) }
}
