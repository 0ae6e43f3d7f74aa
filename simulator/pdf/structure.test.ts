import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { drawAuthoredDocument } from './authored-document.ts'
import { type Block, drawBlocks } from './blocks.ts'
import { type Certificate, appendCertificate } from './certificate.ts'
import { outlinesOf, unmarkedIn } from './testing/outline.ts'
import { pageTextsOf } from './testing/text.ts'

const options = { title: 'Report <1> & more', now: 0, footer: 'foot', mark: 'TEST', language: 'en' }
const sealing: Certificate = {
  envelopeId: 'env_1',
  documentId: 'doc_1',
  documentIndex: 0,
  documentCount: 1,
  title: 'Lease',
  documentClass: 'other',
  presentedHash: 'a'.repeat(64),
  mode: 'test',
  region: 'us',
  sender: 'Acme Rentals',
  signer: { name: 'Ana Okafor' },
  signatureMethods: ['typed_name'],
  consent: { version: 1, hash: 'c'.repeat(64), acceptedAt: '2026-11-21T08:31:02.120Z' },
  signedAt: '2026-11-21T08:33:45.001Z',
  events: [{ position: 1, type: 'sent', at: '2026-11-21T08:30:00.000Z', hash: 'e'.repeat(64) }],
  retention: { text: '5 years from signing' },
}

t.test(
  'a report is tagged as headings, paragraphs, tables and figures, in reading order',
  async (t) => {
    const blocks: Block[] = [
      { kind: 'heading', text: 'Report', size: 18 },
      { kind: 'row', label: 'Name', value: 'Ana' },
      { kind: 'row', label: 'Address', value: 'A long road '.repeat(12) },
      { kind: 'rule' },
      { kind: 'heading', text: 'Images' },
      { kind: 'paragraph', text: 'Some of them.' },
      {
        kind: 'image',
        jpeg: evidenceFor(0).images.front.bytes(),
        caption: 'front',
        alt: 'Front of the document',
        box: { width: 300, height: 200 },
      },
    ]
    const bytes = await drawBlocks(options, blocks)
    const address = 'A long road '.repeat(12).trim()
    t.strictSame(await outlinesOf(bytes), [
      [
        'Document',
        '  P TEST',
        '  H1 Report',
        '  Table',
        '    TR',
        '      TH Row Name',
        '      TD Ana',
        '    TR',
        '      TH Row Address',
        `      TD ${address}`,
        '  H2 Images',
        '  P Some of them.',
        '  Figure alt=Front of the document',
        '    Caption front',
      ],
    ])
    t.equal(await unmarkedIn(bytes), '')
  },
)

t.test('a table on two pages is one element; watermarks and footers are artifacts', async (t) => {
  const blocks = Array.from({ length: 60 }, (_, i): Block => ({
    kind: 'row',
    label: `Row ${i}`,
    value: 'value',
  }))
  const bytes = await drawBlocks(options, blocks)
  const [first, second] = await outlinesOf(bytes)
  t.match(first, ['Document', '  P TEST', '  Table'])
  t.strictSame(second!.slice(0, 3), ['Document', '  Table', '    TR'])
  t.notMatch(second!.join(), 'TEST')
  t.equal([...first!, ...second!].filter((line) => /TH Row Row \d+$/.test(line)).length, 60)
  t.match((await pageTextsOf(bytes))[1], /TEST.*2 \/ 2/s, 'they are still drawn')
  t.equal(await unmarkedIn(bytes), '')
})

t.test('the repeated header of a divided table is an artifact', async (t) => {
  const events = Array.from({ length: 60 }, (_, i) => ({ ...sealing.events[0]!, position: i + 1 }))
  const presented = await drawAuthoredDocument({ title: 'Lease', paragraphs: ['First'] })
  const bytes = await appendCertificate(presented, { ...sealing, events })
  const outlines = (await outlinesOf(bytes)).map((outline) => outline!.join())
  const drawn = (await pageTextsOf(bytes)).filter((page) => /No\.\s+Time\s+Event/.test(page))
  t.equal(drawn.length, 3)
  t.equal(outlines.filter((outline) => outline.includes('TH Column Time')).length, 1)
  t.equal(await unmarkedIn(bytes), '')
})

t.test('text with reordered glyphs or ligatures has its original spelling', async (t) => {
  const names = ['محمد عبد الله (Ali) 12', 'नमस्ते', 'สมชาย']
  const bytes = await drawBlocks(
    options,
    names.map((value) => ({ kind: 'row', label: 'Name', value })),
  )
  const outline = (await outlinesOf(bytes))[0]!.join('\n')
  for (const name of names) t.match(outline, `Span alt=${name.normalize('NFC')} `)
})

t.test('the document and its metadata state language and title', async (t) => {
  const { catalog, context } = await PDFDocument.load(await drawBlocks(options, []))
  const text = (key: string) => String(context.lookup(catalog.get(PDFName.of(key))))
  t.equal(text('Lang'), '(en)')
  t.match(text('MarkInfo'), '/Marked true')
  t.match(text('ViewerPreferences'), '/DisplayDocTitle true')
  t.match(text('Metadata'), '>Report &lt;1&gt; &amp; more<')
  t.notMatch(text('Metadata'), 'pdfuaid', 'claimed only when a validator has confirmed it')
})

t.test('the certificate continues the structure of its document', async (t) => {
  const presented = await drawAuthoredDocument({
    title: 'Vertrag',
    paragraphs: ['Erstens', '', 'Zweitens'],
    language: 'de',
  })
  const sealed = await appendCertificate(presented, sealing)
  const [lease, certificate] = await outlinesOf(sealed)
  t.strictSame(lease, ['Document', '  H1 Vertrag', '  P Erstens', '  P Zweitens'])
  t.strictSame(certificate!.slice(0, 3), [
    'Document',
    '  Sect lang=en',
    '    H1 Certificate of completion',
  ])
  for (const line of [
    '        TH Row Signed by',
    '        TD Ana Okafor',
    '        TH Column Event',
    `        TD ${'e'.repeat(32)} ${'e'.repeat(32)}`,
  ])
    t.ok(certificate!.includes(line), line)
  const hash = certificate!.find((line) => line.includes('with the SHA-256'))
  t.match(hash, /^ +TD 1 page, with the SHA-256 a{64}$/, 'a value in two rows is one cell')
  t.equal(await unmarkedIn(sealed), '')
})

t.test('an upload keeps its tags, for any form of its structure tree', async (t) => {
  for (const change of [single, nested, listed]) {
    const upload = await changed(await drawBlocks(options, [PARAGRAPH]), change)
    const [own, certificate] = await outlinesOf(await appendCertificate(upload, sealing))
    t.match(own!.join('\n'), 'P Own words', change.name)
    t.match(certificate!.join('\n'), 'H1 Certificate of completion', change.name)
  }
})

t.test('an upload without valid tags gets none, as readers would skip its text', async (t) => {
  for (const change of [untagged, cyclic, notATree]) {
    const upload = await changed(await drawBlocks(options, [PARAGRAPH]), change)
    const sealed = await appendCertificate(upload, sealing)
    t.match((await pageTextsOf(sealed)).join(), /Own words.*Certificate of completion/s)
    const { catalog } = await PDFDocument.load(sealed)
    const before = (await PDFDocument.load(upload)).catalog
    t.equal(catalog.has(STRUCTURE), before.has(STRUCTURE), change.name)
    t.notMatch((await outlinesOf(sealed))[1]?.join() ?? '', 'Certificate', change.name)
  }
})

const PARAGRAPH: Block = { kind: 'paragraph', text: 'Own words' }
const STRUCTURE = PDFName.of('StructTreeRoot')
const PARENTS = PDFName.of('ParentTree')

type Change = (document: PDFDocument, root: PDFDict) => void

async function changed(bytes: Uint8Array, change: Change): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes)
  change(document, document.catalog.lookup(STRUCTURE, PDFDict))
  return document.save()
}

function single(): void {}

/** The parent tree has a node below its root, and no hint of the next key. */
function nested({ context }: PDFDocument, root: PDFDict): void {
  const leaf = root.lookup(PARENTS, PDFDict)
  leaf.set(PDFName.of('Limits'), context.obj([0, 0]))
  root.set(PARENTS, context.obj({ Kids: [context.register(leaf)] }))
  root.delete(PDFName.of('ParentTreeNextKey'))
}

/** The root holds two sections instead of one document. */
function listed({ context }: PDFDocument, root: PDFDict): void {
  const own = root.lookup(PDFName.of('K'), PDFArray)
  const kids = context.obj([context.register(context.obj({ S: 'Sect' })), ...own.asArray()])
  root.set(PDFName.of('K'), kids)
}

function untagged({ catalog }: PDFDocument): void {
  catalog.delete(STRUCTURE)
}

function cyclic({ context }: PDFDocument, root: PDFDict): void {
  const node = context.nextRef()
  context.assign(node, context.obj({ Kids: [node] }))
  root.set(PARENTS, node)
}

function notATree(_: PDFDocument, root: PDFDict): void {
  root.set(PARENTS, PDFNumber.of(1))
}
