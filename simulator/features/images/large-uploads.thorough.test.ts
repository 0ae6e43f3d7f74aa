import t from 'tap'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import { pngOfSize } from '../../../fixtures/testing/png-file.ts'
import { refusalOf, verdict } from '../../http/testing.ts'
import { type Form, scannerFor } from '../../testing/scan.ts'

const MIB = 1024 * 1024
const front = evidenceFor('odette').images.front.bytes()

t.test('LIM-012 SCN-002 an image of 10 MiB is accepted, one byte more is rejected', async (t) => {
  const { scan } = await scannerFor(t)
  const [fits, over] = [pngOfSize(10 * MIB), pngOfSize(10 * MIB + 1)]
  t.equal((await scan({ front: fits, back: fits })).status, 200)
  const table: [Form, param: string][] = [
    [{ front: over }, 'front'],
    [{ front, back: over }, 'back'],
    [{ front: over, fornt: 'x' }, 'front'],
  ]
  for (const [form, param] of table) {
    for (const mode of ['test', 'live'] as const) {
      const refused = await scan(form, mode)
      t.equal(verdict(refused), '413 payload_too_large', `${param} in ${mode} mode`)
      t.strictSame(
        refusalOf(refused).details,
        { param, limit_bytes: 10 * MIB },
        'SCN-017 both modes behave alike',
      )
    }
  }
})

t.test('LIM-012 SCN-003 an upload of 21 MiB is accepted, one byte more is rejected', async (t) => {
  const { post } = await scannerFor(t)
  const type = 'multipart/form-data; boundary=b'
  const image = pngOfSize(10 * MIB)
  const head = (name: string): Buffer =>
    Buffer.from(`\r\n--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`)
  const parts = Buffer.concat([head('front'), image, head('back'), image, Buffer.from('\r\n--b--')])
  const upload = (bytes: number) =>
    new Uint8Array(Buffer.concat([Buffer.alloc(bytes - parts.length, 'x'), parts]))
  const [fits, over] = [upload(21 * MIB), upload(21 * MIB + 1)]
  t.equal((await post('test', fits, type)).status, 200)
  for (const mode of ['test', 'live'] as const) {
    const refused = await post(mode, over, type)
    t.equal(verdict(refused), '413 payload_too_large', mode)
    t.notMatch(refused.text, /"mode"/)
  }
  t.equal(
    (await post('test', new Blob([fits]).stream(), type)).status,
    200,
    'without a Content-Length',
  )
  const refused = await post('test', new Blob([over]).stream(), type)
  t.equal(verdict(refused), '413 payload_too_large', 'without a Content-Length')
})
