import { PDFDict, PDFDocument, PDFName, PDFNull, PDFRef } from 'pdf-lib'
import t from 'tap'
import { type RawPdf, RAW_TEXT, rawPdf } from './testing/raw-pdf.ts'
import { pictureOf, pixels } from './testing/pixels.ts'
import { textOf } from './testing/text.ts'
import { readUploadedDocument } from './uploaded-document.ts'

t.capture(console, 'warn')

/** Returns the copy of an upload that is presented and sealed. */
async function copyOf(pdf: Uint8Array): Promise<Buffer> {
  const read = await readUploadedDocument(pdf)
  if ('problem' in read) throw new Error(read.problem)
  return read.copy
}

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`
const form = (content: string) => stream(content, '/Subtype /Form /BBox [0 0 100 100]')
const RED_SQUARE = form('1 0 0 rg 0 0 100 100 re f')
const GREEN_SQUARE = form('0 1 0 rg 0 0 100 100 re f')
const SQUARE = [0, 692, 100, 100] as const
const isRed = (red: number, green: number) => red > 200 && green < 50
const isGreen = (red: number, green: number) => green > 200 && red < 50

/** Adds an object before the cross-reference table, which does not list it. */
function withUnlisted(pdf: Buffer, object: string): Buffer {
  const text = pdf.toString('latin1')
  const table = text.lastIndexOf('xref\n0')
  const start = `startxref\n${table + object.length}\n%%EOF\n`
  const end = text.slice(table, text.lastIndexOf('startxref'))
  return Buffer.from(text.slice(0, table) + object + end + start, 'latin1')
}

t.test(
  'the copy has one version of each object, whatever readers find in the upload',
  async (t) => {
    const other = RAW_TEXT.replace('Sign here', 'Pay a million')
    const text = rawPdf().toString('latin1')
    const uploads: [what: string, pdf: Buffer][] = [
      ['a second version', withUnlisted(rawPdf(), `4 0 obj\n${stream(other)}\nendobj\n`)],
      ['no table', Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n9'), 'latin1')],
      ['a key twice', rawPdf({ page: '/Contents 5 0 R', objects: [stream(other)] })],
      [
        'a length that is too short',
        Buffer.from(text.replace(/\/Length \d+/, '/Length 9'), 'latin1'),
      ],
      [
        'a length that is too long',
        Buffer.from(text.replace(/\/Length \d+/, '/Length 99'), 'latin1'),
      ],
      ['a length of another object', rawPdf({ stream: '/Length 5 0 R', objects: ['9'] })],
    ]
    for (const [what, pdf] of uploads) {
      const copy = await copyOf(pdf)
      const versions = ['Sign here', 'Pay a million'].filter((one) => copy.includes(one))
      t.equal(versions.length, 1, `${what}: one version`)
      t.match(await textOf(copy), versions[0], `${what}: other libraries show it`)
      t.ok(copy.equals(await copyOf(copy)), `${what}: the same again`)
    }
  },
)

t.test('deleted and unreachable objects are not in the copy', async (t) => {
  const script = '9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n'
  t.notOk((await copyOf(withUnlisted(rawPdf(), script))).includes('JavaScript'))
  const document = await PDFDocument.create()
  document.addPage().drawText('First')
  document.addPage().drawText('Second')
  const update = await PDFDocument.load(await document.save(), { forIncrementalUpdate: true })
  update.removePage(1)
  const copy = await PDFDocument.load(await copyOf(await update.save()))
  t.equal(copy.getPageCount(), 1)
  const pages = copy.context
    .enumerateIndirectObjects()
    .filter(
      ([, one]) => one instanceof PDFDict && one.get(PDFName.of('Type')) === PDFName.of('Page'),
    )
  t.equal(pages.length, 1)
})

t.test('the number of a missing object is not given to another one', async (t) => {
  const copy = await copyOf(rawPdf({ page: '/Contents [4 0 R 9 0 R]' }))
  const { context } = await PDFDocument.load(copy, { updateMetadata: false })
  t.equal(context.lookup(PDFRef.of(9)), PDFNull)
  t.equal(context.nextRef().objectNumber, 10)
})

t.test('a PDF whose objects readers mistake for others is refused', async (t) => {
  const table = '<< /Type /XRef /W [1 1 1] /Size 0 /Length 0 >>\nstream\n\nendstream'
  const uploads: [what: string, pdf: Buffer][] = [
    [
      'two generations',
      withUnlisted(rawPdf({ page: '/Own 4 1 R' }), `4 1 obj\n${stream(RAW_TEXT)}\nendobj\n`),
    ],
    ['a number that Chrome ignores', rawPdf({ page: '/Own 5000000 0 R' })],
    ['a generation that no table can list', rawPdf({ page: '/Own 9 65536 R' })],
    ['a table as an object', rawPdf({ page: '/Own 5 0 R', objects: [table] })],
  ]
  for (const [what, pdf] of uploads)
    t.strictSame(await readUploadedDocument(pdf), { problem: 'The PDF is damaged' }, what)
})

/** Returns the entries of the annotations of the first page. */
async function annotationsOf(copy: Uint8Array): Promise<Record<string, string>[]> {
  const document = await PDFDocument.load(copy)
  t.notOk(document.catalog.AcroForm(), 'no form')
  const annotations = document.getPage(0).node.Annots()!
  return annotations
    .asArray()
    .map((_, i) => annotations.lookup(i, PDFDict).entries())
    .map((all) => Object.fromEntries(all.map(([key, value]) => [key.decodeText(), `${value}`])))
}

const annotation = (entries: string, objects = [RED_SQUARE, GREEN_SQUARE]): RawPdf => ({
  page: `/Annots [<< /Type /Annot /Rect [0 0 100 100] ${entries} >>]`,
  objects,
})

t.test('annotations with an appearance become pictures', async (t) => {
  const rows: [what: string, entries: string][] = [
    ['an unprinted cover', '/Subtype /Square /AP << /N 5 0 R >>'],
    ['a link', '/Subtype /Link /AP << /N 5 0 R >> /A << /S /URI /URI (https://x.example) >>'],
    ['a note', '/Subtype /Text /AP << /N 5 0 R >>'],
    ['a change under the pointer', '/Subtype /Stamp /F 4 /AP << /N 5 0 R /R 6 0 R /D 6 0 R >>'],
    ['a field', '/Subtype /Widget /F 4 /FT /Btn /AP << /N 5 0 R >> /MK << /BG [0 1 0] >>'],
    ['no state', '/Subtype /Widget /FT /Btn /AP << /N << /Off 5 0 R /On 6 0 R >> >>'],
    ['a state', '/Subtype /Widget /FT /Btn /AS /On /AP << /N << /On 5 0 R /Off 6 0 R >> >>'],
  ]
  for (const [what, entries] of rows) {
    const copy = await copyOf(rawPdf(annotation(entries)))
    const [one, ...others] = await annotationsOf(copy)
    t.equal(others.length, 0, what)
    t.strictSame(Object.keys(one!).sort(), ['AP', 'F', 'Rect', 'Subtype', 'Type'], what)
    t.match(one, { Subtype: '/Stamp', F: '196' }, `${what}: printed, and unchangeable`)
    const page = await pictureOf(copy)
    t.equal(pixels(page, SQUARE, isRed), 100 * 100, `${what}: shown`)
    t.equal(pixels(page, SQUARE, isGreen), 0, what)
  }
})

t.test('annotations that show nothing are left out', async (t) => {
  const rows = [
    '/Subtype /Popup /Open true',
    '/Subtype /Widget /FT /Sig',
    '/Subtype /Widget /FT /Sig /V << /Type /Sig >> /MK << /BG [1 1 1] >>',
    '/Subtype /Widget /FT /Tx /V ()',
    '/Subtype /Widget /FT /Btn /AS /Off /AP << /N << /On 5 0 R >> >>',
    '/Subtype /Stamp /AP << /D 5 0 R >>',
  ]
  for (const entries of rows)
    t.strictSame(await annotationsOf(await copyOf(rawPdf(annotation(entries)))), [], entries)
})

t.test('links and marks stay, and are printed', async (t) => {
  const rows = [
    '/Subtype /Link /A << /S /URI /URI (https://x.example) >>',
    '/Subtype /Link /Dest [ 3 0 R /Fit ]',
    '/Subtype /Link /Dest [ 3 0 R /Fit ] /AP << /D 5 0 R /N << /On 5 0 R >> >> /Popup 6 0 R',
    '/Subtype /Highlight /QuadPoints [ 0 9 9 9 0 0 9 0 ] /C [ 1 1 0 ]',
    '/Subtype /Text /Contents (see below)',
  ]
  for (const entries of rows) {
    const [one] = await annotationsOf(await copyOf(rawPdf(annotation(entries))))
    t.match(one, { Subtype: `/${entries.split(/[ /]+/)[2]}`, F: '196' }, entries)
    t.equal(Object.keys(one!).length, entries.includes('/C ') ? 6 : 5, entries)
  }
})

t.test('texts that a program filled in without drawing them are drawn', async (t) => {
  const field = (entries: string, formEntries: string): RawPdf => ({
    page: '/Annots [5 0 R]',
    catalog: `/AcroForm << /Fields [5 0 R] ${formEntries} >>`,
    objects: [
      `<< /Subtype /Widget /FT /Tx /T (x) /V (Okafor) /DA (/Helv 20 Tf 0 g) /Rect [0 0 100 100] ${entries} >>`,
      form(''),
    ],
  })
  const drawn = async (pdf: RawPdf) => {
    const copy = await copyOf(rawPdf(pdf))
    t.match(await annotationsOf(copy), [{ Subtype: '/Stamp' }])
    return pixels(await pictureOf(copy), SQUARE, (red) => red < 100)
  }
  t.ok((await drawn(field('', ''))) > 50, 'without an appearance')
  const outdated = '/AP << /N 6 0 R >>'
  t.ok((await drawn(field(outdated, '/NeedAppearances true'))) > 50, 'with an outdated one')
  t.equal(await drawn(field(outdated, '/NeedAppearances false')), 0, 'with a valid one')
})
