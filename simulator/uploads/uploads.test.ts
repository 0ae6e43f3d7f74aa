import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { pngFile, pngOfSize } from '../../fixtures/testing/png-file.ts'
import { allocatePages } from '../threads/pages.ts'
import { UploadReader } from './upload-reader.ts'

const MIB = 1024 * 1024
const front = evidenceFor('odette').images.front.bytes()
const uploads = new UploadReader()
t.teardown(() => uploads.close())

t.test('a form with too many fields is refused', async (t) => {
  t.equal((await uploads.fields(Buffer.from('a=1&b=2&a=3'))).getAll('a').join(), '1,3')
  await t.rejects(uploads.fields(Buffer.alloc(MIB, 'a&')), { code: 'validation_error' })
})

t.test('a picture with one extremely long row does not need gigabytes of memory', async (t) => {
  const row = pngFile({ width: 16 * MIB, height: 1 })
  t.equal(await uploads.isBlank({ bytes: row }), false)
})

t.test(
  'a file is transferred to the worker and back; a large body is transferred without a copy',
  async (t) => {
    const large = pngOfSize(2 * MIB)
    for (const image of [front.subarray(0, 100), front, large]) {
      const form = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="side"\r\n\r\nfront\r\n'),
        Buffer.from('--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'),
        image,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const body = allocatePages(form.length)
      body.set(form)
      for (const bytes of [form, body]) {
        const [side, file] = await uploads.form(bytes, 'multipart/form-data; boundary=b')
        t.equal(side!.bytes.toString(), 'front')
        const digest = createHash('sha256').update(image).digest('hex')
        t.equal(await uploads.sha256(file!), digest)
        t.equal((await uploads.imageFault(file!)) === undefined, image.length > 100)
        t.equal(await uploads.sha256(file!), digest, 'it can be read again')
        t.ok(file!.bytes.equals(image))
      }
      t.equal(body.length, form.length < 4096 ? form.length : 0)
    }
  },
)

t.test('two files of the same size in a large form do not share their memory', async (t) => {
  const part = (name: string): Buffer[] => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`),
    front,
    Buffer.from('\r\n'),
  ]
  const form = Buffer.concat([...part('front'), ...part('back'), Buffer.from('--b--\r\n')])
  const body = allocatePages(form.length)
  body.set(form)
  for (const file of await uploads.form(body, 'multipart/form-data; boundary=b')) {
    t.equal(await uploads.imageFault(file), undefined)
    t.ok(file.bytes.equals(front))
  }
})

t.test('base64 is decoded in chunks, each of which must be complete', async (t) => {
  const piece = 64 * 1024
  const read = async (text: string): Promise<Buffer | undefined | string> => {
    const json = Buffer.from(JSON.stringify({ file: text }))
    const reduced = await uploads.withoutFiles(json, ['file'])
    return reduced === 'no UTF-8' ? reduced : reduced.files[0]!.bytes
  }
  for (const length of [1, 2, 3, 48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, 200_000]) {
    const bytes = randomBytes(length)
    t.strictSame(await read(bytes.toString('base64')), bytes, `${length} bytes`)
  }
  t.equal(await read(`${'A'.repeat(piece - 2)}==AAAA`), undefined, 'padding within the text')
  t.equal(await read(`${'A'.repeat(piece - 2)}==${'A'.repeat(piece)}AA==`), undefined)
  t.equal(await read('A'.repeat(piece + 1)), undefined, 'an impossible length of base64')
  t.equal(await read(`${'A'.repeat(piece)}AAA%`), undefined)
  t.equal(await read(`${'A'.repeat(piece)}AB==`), undefined, 'bits that no byte has')
})

t.test('files are removed from a JSON text, and the rest is unchanged', async (t) => {
  const paths = ['images.front', 'images.back']
  const read = async (text: string | Buffer) => {
    const reduced = await uploads.withoutFiles(Buffer.from(text as string), paths)
    return reduced === 'no UTF-8'
      ? reduced
      : [
          reduced.text,
          ...reduced.files.map(({ path, characters, bytes }) => [
            path,
            characters,
            bytes && Buffer.from(bytes).toString('latin1'),
          ]),
        ]
  }
  const bytes = 'ÿþ?'.repeat(2000)
  const base64 = Buffer.from(bytes, 'latin1').toString('base64')
  t.match(base64, '/')
  const escaped = base64.replaceAll('/', '\\/')
  for (const written of [base64, escaped])
    t.strictSame(await read(`{"a":"x\\"y","images":{"front":"${written}","back":"AAAA"},"b":1}`), [
      '{"a":"x\\"y","images":{"front":"","back":"AAAA"},"b":1}',
      ['images.front', base64.length, bytes],
      ['images.back', 4, '\0\0\0'],
    ])
  const long = 'é'.repeat(3000)
  t.strictSame(
    await read(`\ufeff{"name":"${long}"}`),
    [`{"name":"${long}"}`],
    'a long text that is no file',
  )
  t.strictSame(
    await read(`{"images":{"front":"${long}"}}`),
    ['{"images":{"front":""}}', ['images.front', 6000, undefined]],
    'no base64',
  )
  t.strictSame(await read('{"images":["front"]'), ['{"images":["front"]'], 'no JSON')
  const [unfinished] = await read(`{"images":{"front":"${base64}`)
  t.throws(() => JSON.parse(unfinished as string), 'no JSON either')
  t.strictSame(await read(Buffer.from([0x22, 0xff, 0x22])), 'no UTF-8')
  for (const padding of [' '.repeat(MIB), '1,'.repeat(MIB), '"",'.repeat(MIB)])
    await t.rejects(read(`[${padding}0]`), { code: 'validation_error' })
  const large = 'A'.repeat(MIB)
  await t.rejects(read(`{"image":{"front":"${large}"}}`), { code: 'validation_error' })
  const [broken] = await read(`{"image":"${large}","images":{"front":"${large}"}`)
  t.throws(() => JSON.parse(broken as string), 'no JSON either')
})

t.test('many short texts before a large file are read within the time limit', async (t) => {
  const image = Buffer.alloc(10 * MIB, 1).toString('base64')
  const answers = `[${'"",'.repeat(80_000)}0]`
  const body = Buffer.from(`{"answers":${answers},"images":{"front":"${image}"}}`)
  const reduced = await uploads.withoutFiles(body, ['images.front'])
  if (reduced === 'no UTF-8') throw new Error(reduced)
  t.equal(reduced.text, `{"answers":${answers},"images":{"front":""}}`)
  t.equal(reduced.files[0]?.bytes?.length, 10 * MIB)
})
