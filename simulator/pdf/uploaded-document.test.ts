import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import fc from 'fast-check'
import t from 'tap'
import { UPLOAD_LIMITS, readUploadedDocument } from './uploaded-document.ts'
import { rounds } from '../../tools/testing/rounds.ts'

// The PDF library remarks on broken files; the renderer's thread leaves that out, as this does.
t.capture(console, 'warn')

/** Returns a PDF of one page, modified before it is written. */
async function pdf(
  alter: (document: PDFDocument) => unknown = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([300, 400]).drawText('Sign here')
  await alter(document)
  return document.save({ updateFieldAppearances: false })
}

async function problem(bytes: Uint8Array): Promise<string> {
  const read = await readUploadedDocument(bytes)
  return 'problem' in read ? read.problem : `none: ${read.pages} pages`
}

const catalogEntry = (name: string, value: object) => (document: PDFDocument) =>
  document.catalog.set(PDFName.of(name), document.context.obj(value as never))

t.test('forms, landscape pages and rotated pages are accepted', async (t) => {
  t.match(
    await readUploadedDocument(
      await pdf((document) => {
        const page = document.addPage([1200, 90])
        document.getForm().createTextField('name').addToPage(page, { x: 5, y: 5 })
      }),
    ),
    { pages: 2 },
  )
})

t.test(
  'scripts, external references, attachments and hidden content are rejected by name',
  async (t) => {
    const cases: [string, (document: PDFDocument) => unknown, string][] = [
      ['a script', (document) => document.addJavaScript('main', 'app.alert(1)'), 'script'],
      [
        'a script on opening',
        catalogEntry('OpenAction', { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
        'script',
      ],
      [
        'a script with an escaped name',
        catalogEntry('OpenAction', { S: PDFName.of('J#61vaScript') }),
        'script',
      ],
      [
        'a program',
        catalogEntry('OpenAction', { S: 'Launch', F: PDFString.of('cmd.exe') }),
        'program',
      ],
      ['a form sent elsewhere', catalogEntry('OpenAction', { S: 'SubmitForm' }), 'form'],
      ['an attachment', (document) => document.attach(Buffer.from('x'), 'x.txt'), 'attachments'],
      [
        'an attachment on the page',
        (document) =>
          document
            .getPage(0)
            .node.set(
              PDFName.of('Annots'),
              document.context.obj([{ Type: 'Annot', Subtype: 'FileAttachment' }]),
            ),
        'attachments',
      ],
      ['an XFA form', catalogEntry('AcroForm', { Fields: [], XFA: PDFString.of('<xdp/>') }), 'XFA'],
      [
        'a signature',
        catalogEntry('Perms', {
          DocMDP: { Type: 'Sig', ByteRange: [0, 1, 2, 3], Contents: PDFHexString.of('00') },
        }),
        'signature',
      ],
      [
        'video',
        (document) =>
          document
            .getPage(0)
            .node.set(
              PDFName.of('Annots'),
              document.context.obj([{ Type: 'Annot', Subtype: 'RichMedia' }]),
            ),
        'media',
      ],
      ['no pages', (document) => document.removePage(0), 'no pages'],
    ]
    for (const [name, alter, expected] of cases) {
      const document = await PDFDocument.create({ updateMetadata: false })
      document.addPage([300, 400]).drawText('Sign here')
      await alter(document)
      t.match(
        await problem(
          await document.save({ addDefaultPage: false, updateFieldAppearances: false }),
        ),
        expected,
        name,
      )
    }
  },
)

t.test('an encrypted PDF is refused', async (t) => {
  const document = await PDFDocument.load(await pdf())
  document.context.trailerInfo.Encrypt = document.context.register(
    document.context.obj({ Filter: 'Standard', V: 1, R: 2 }),
  )
  t.equal(await problem(await document.save()), 'The PDF is encrypted')
  for (const useObjectStreams of [true, false]) {
    const locked = await PDFDocument.load(await pdf())
    locked.encrypt({ userPassword: 'secret' })
    t.equal(await problem(await locked.save({ useObjectStreams })), 'The PDF is encrypted')
  }
})

t.test(
  'a file that is not a PDF, a truncated one and one without a page tree are refused',
  async (t) => {
    const whole = await pdf()
    t.match(await problem(Buffer.from('Dear all,')), 'not a PDF')
    t.match(await problem(new Uint8Array()), 'not a PDF')
    t.match(await problem(whole.subarray(0, whole.length - 200)), 'damaged')
    t.match(await problem(Buffer.from('%PDF-1.7\n%%EOF')), 'damaged')
    t.match(
      await problem(
        await pdf((document) => {
          const pages = document.catalog.Pages()
          document.context.assign(document.getPage(0).ref, pages)
        }),
      ),
      'not a tree',
    )
    t.match(
      await problem(
        await pdf((document) => document.getPage(0).node.delete(PDFName.of('MediaBox'))),
      ),
      'size',
    )
  },
)

t.test('a page that is larger than a reader shows is refused by its size', async (t) => {
  const sized = (side: number) => pdf((document) => document.getPage(0).setSize(side, 500))
  t.match(await readUploadedDocument(await sized(UPLOAD_LIMITS.side)), { pages: 1 })
  t.match(await problem(await sized(100_000)), 'a side of more than 14400 points')
  t.match(await problem(await sized(0)), 'a page without a size')
})

t.test('more bytes or pages than the limits are refused', async (t) => {
  t.match(
    await problem(Buffer.concat([await pdf(), Buffer.alloc(UPLOAD_LIMITS.bytes)])),
    'larger than',
  )
  const many = (count: number) =>
    pdf((document) => {
      for (let i = 1; i < count; i++) document.addPage([50, 50])
    })
  t.match(await readUploadedDocument(await many(UPLOAD_LIMITS.pages)), {
    pages: UPLOAD_LIMITS.pages,
  })
  t.match(await problem(await many(UPLOAD_LIMITS.pages + 1)), 'more than')
})

t.test('nesting that would overflow the stack is rejected without a crash', async (t) => {
  const nested = Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}\nendobj\n%%EOF`)
  t.match(await problem(nested), 'damaged')
})

t.test('no changed byte throws an error', async () => {
  const whole = await pdf()
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      async (at, byte) => {
        const altered = Buffer.from(whole)
        altered[at] = byte
        const read = await readUploadedDocument(altered)
        return 'problem' in read || read.pages >= 1
      },
    ),
    { numRuns: rounds(100) },
  )
})
