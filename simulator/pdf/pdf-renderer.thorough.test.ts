import { deflateSync } from 'node:zlib'
import t from 'tap'
import { PdfRenderer } from './pdf-renderer.ts'
import { rawPdf } from './testing/raw-pdf.ts'

t.test('a small file that unpacks to hundreds of megabytes is not unpacked', async (t) => {
  const pdf = new PdfRenderer()
  t.teardown(() => pdf.close())
  const packed = deflateSync(Buffer.alloc(400_000_000, ' '), { level: 1 })
  const bomb = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'),
    Buffer.from(
      `3 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\n`,
    ),
    Buffer.from('stream\n'),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
  ])
  // Unpacked it would be found to be damaged.
  t.strictSame(await pdf.readUploadedDocument(Buffer.from(bomb)), {
    problem: 'The PDF needs too much time or memory to read',
  })
  t.ok(
    await pdf.drawAuthoredDocument({ title: 'Short', paragraphs: [] }),
    'the next gets another thread',
  )
})

t.test('a tagged document of 40,000 paragraphs is read', async (t) => {
  const pdf = new PdfRenderer({ deadline: 60_000 })
  t.teardown(() => pdf.close())
  const objects = Array.from(
    { length: 40_000 },
    (_, i) => `<</Type/StructElem/S/P/T(Paragraph ${i})>>`,
  )
  const refs = objects.map((_, i) => `${i + 5} 0 R`).join(' ')
  const catalog = `/StructTreeRoot << /Type /StructTreeRoot /K [${refs}] >>`
  const bytes = rawPdf({ catalog, objects })
  t.match(await pdf.readUploadedDocument(bytes), { pages: 1 })
})
