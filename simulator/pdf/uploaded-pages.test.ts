import { PDFDocument } from 'pdf-lib'
import t from 'tap'
import { rawPdf } from './testing/raw-pdf.ts'
import { readUploadedDocument } from './uploaded-document.ts'

/** Replaces a part of a file without moving its objects: the library does not read the table. */
function replaced(pdf: Buffer, part: string, other: string): Buffer {
  const text = pdf.toString('latin1')
  if (!text.includes(part)) throw new Error(`no ${part}`)
  return Buffer.from(text.replace(part, other), 'latin1')
}

async function copyOf(pdf: Buffer): Promise<PDFDocument> {
  const read = await readUploadedDocument(pdf)
  if ('problem' in read) throw new Error(read.problem)
  return PDFDocument.load(read.copy)
}

t.test('a page inherits from the node that lists it', async (t) => {
  const listed = replaced(
    rawPdf({
      page: '/Parent 5 0 R',
      objects: ['<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 180 /CropBox [0 0 9 9] >>'],
    }),
    '/Count 1',
    '/Count 1 /Rotate 90 /CropBox [0 0 300 300]',
  )
  const page = (await copyOf(listed)).getPage(0)
  t.equal(page.getRotation().angle, 90)
  t.match(page.getMediaBox(), { x: 0, y: 0, width: 300, height: 300 })
  const own = replaced(
    rawPdf({ page: '/Rotate 180 /CropBox null' }),
    '/Count 1',
    '/Count 1 /Rotate 90 /CropBox [0 0 300 300]',
  )
  const other = (await copyOf(own)).getPage(0)
  t.equal(other.getRotation().angle, 180, 'unless it has its own')
  t.equal(other.getWidth(), 300, 'null is no entry')
})

t.test('the copy counts its pages', async (t) => {
  for (const count of ['/Count 0', '/Count 9', '/Count -1', '/Count null']) {
    const copy = await copyOf(replaced(rawPdf(), '/Count 1', count))
    t.equal(copy.catalog.Pages().Count().asNumber(), 1, count)
    t.ok(copy.addPage(), `${count}: the certificate can be appended`)
  }
})

t.test('a deep tree is accepted, and its pages keep their order', async (t) => {
  const depth = 3000
  const objects = Array.from(
    { length: depth },
    (_, i) => `<< /Type /Pages /Parent ${i + 4} 0 R /Count 1 /Kids [${i + 6} 0 R] >>`,
  )
  const last = '<< /Type /Page /MediaBox [0 0 100 100] >>'
  const pdf = rawPdf({ objects: [...objects, last] })
  const copy = await copyOf(replaced(pdf, '/Kids [3 0 R]', '/Kids [5 0 R 3 0 R]'))
  t.strictSame(
    copy.getPages().map((page) => page.getWidth()),
    [100, 612],
  )
})

t.test('pages that are not a tree are refused', async (t) => {
  const uploads: [what: string, pdf: Buffer][] = [
    ['a cycle', replaced(rawPdf(), '/Kids [3 0 R]', '/Kids [2 0 R]')],
    ['a page twice', replaced(rawPdf(), '/Kids [3 0 R]', '/Kids [3 0 R 3 0 R]')],
    ['no page', replaced(rawPdf(), '/Kids [3 0 R]', '/Kids [3 0 R null]')],
    ['a missing page', replaced(rawPdf(), '/Kids [3 0 R]', '/Kids [3 0 R 9 0 R]')],
    ['a page without a type', replaced(rawPdf(), '/Type /Page /Parent', '/Parent')],
    ['a page with pages', rawPdf({ page: '/Kids []' })],
    ['a node without pages', replaced(rawPdf(), '/Kids [3 0 R]', '/Kids 3 0 R')],
  ]
  for (const [what, pdf] of uploads)
    t.match(await readUploadedDocument(pdf), { problem: /not a tree/ }, what)
})

t.test('the visible part of a page is its media box', async (t) => {
  const boxes: [entries: string, x: number, y: number, width: number, height: number][] = [
    ['', 0, 0, 612, 792],
    ['/CropBox [100 500 400 700]', 100, 500, 300, 200],
    ['/CropBox [400 700 100 500]', 100, 500, 300, 200],
    ['/CropBox [-9 -9 100 999]', 0, 0, 100, 792],
    ['/CropBox [1000 1000 1400 1700]', 0, 0, 612, 792],
    ['/MediaBox [612 792 0 0]', 0, 0, 612, 792],
  ]
  for (const [entries, ...box] of boxes) {
    const page = (await copyOf(rawPdf({ page: entries }))).getPage(0)
    const [x, y, width, height] = box
    t.strictSame(page.getMediaBox(), { x, y, width, height }, entries)
    t.strictSame(page.getCropBox(), page.getMediaBox(), entries)
  }
})

t.test('a page that readers cannot show is refused', async (t) => {
  const pages: [entries: string, problem: RegExp][] = [
    ['/CropBox [100 600 100.5 700]', /without a size/],
    ['/UserUnit 0.001', /without a size/],
    ['/UserUnit -1', /without a size/],
    ['/UserUnit 19', /more than 14400 points/],
    ['/MediaBox [0 0 612 792 5]', /damaged/],
    ['/MediaBox null', /without a size/],
  ]
  for (const [page, problem] of pages)
    t.match(await readUploadedDocument(rawPdf({ page })), { problem }, page)
  t.match(await readUploadedDocument(rawPdf({ page: '/UserUnit 18' })), { pages: 1 })
})
