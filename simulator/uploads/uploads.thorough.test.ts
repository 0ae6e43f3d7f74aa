import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { pngOfSize } from '../../fixtures/testing/png-file.ts'
import { backendFor } from '../testing/page.ts'
import { problems } from '../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { UploadReader } from './upload-reader.ts'

const MIB = 1024 * 1024
const front = evidenceFor('odette').images.front.bytes()
const uploads = new UploadReader()
t.teardown(() => uploads.close())

/** Counts the turns of the event loop while something is read. */
async function turnsDuring(reading: Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  const turn = (): void => {
    turns++
    if (!over) setImmediate(turn)
  }
  turn()
  await reading
  over = true
  return turns
}

t.test('an upload does not block the main thread', async (t) => {
  const scan = front.indexOf(Buffer.from([0xff, 0xda])) + 14
  const stuffed = Buffer.alloc(8 * MIB, Buffer.from([0xff, 0]))
  const jpeg = Buffer.concat([front.subarray(0, scan), stuffed, front.subarray(-2)])
  const form = Buffer.alloc(8 * MIB, '\r\n--boundar')
  const json = Buffer.from(`{"images":{"front":"${'\\"'.repeat(4 * MIB)}"}}`)
  const reads: [string, () => Promise<unknown>][] = [
    ['an image', () => uploads.imageFault({ bytes: jpeg })],
    ['a picture of one colour', () => uploads.isBlank({ bytes: pngOfSize(8 * MIB) })],
    ['a hash', () => uploads.sha256({ bytes: jpeg })],
    ['a form', () => uploads.form(form, 'multipart/form-data; boundary=boundary').catch(() => 0)],
    ['fields', () => uploads.fields(Buffer.alloc(5 * MIB, '%61'))],
    ['JSON', () => uploads.withoutFiles(json, ['images.front'])],
  ]
  // The thread starts.
  await uploads.sha256({ bytes: jpeg })
  for (const [what, read] of reads) {
    // On a busy machine this thread may get no time while the other reads.
    let turns = 0
    for (let i = 0; i < 20 && turns <= 50; i++) turns = Math.max(turns, await turnsDuring(read()))
    t.ok(turns > 50, `${what}: ${turns} turns`)
  }
})

t.test('an image of a step is extracted from JSON of any size', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const { sdk } = await backendFor(simulator, demoKey('org_acme')).page()
  const submitted = async (images: object, more: object = {}): Promise<string[]> =>
    problems(
      await sdk('POST', '/sdk/v1/sessions/me/steps/id_verification/submit', { images, ...more }),
    )
  const base64 = (file: Buffer): string => file.toString('base64')
  t.strictSame(await submitted({ front: base64(Buffer.from('GIF89a')), back: '%' }), [
    'custom images.front',
    'invalid_string images.back',
  ])
  t.strictSame(await submitted({ front: base64(front.subarray(0, 5000)) }), ['custom images.front'])
  t.strictSame(await submitted({ front: base64(pngOfSize(10 * MIB + 1)) }), [
    'too_big images.front',
  ])
  t.strictSame(await submitted({ front: 'A'.repeat(14_000_001) }), ['too_big images.front'])
  t.strictSame(await submitted({}, { answers: Array(200_000).fill(0) }), ['too_big '])
  t.strictSame(await submitted({ front: base64(pngOfSize(10 * MIB)), back: base64(front) }), [])
})
