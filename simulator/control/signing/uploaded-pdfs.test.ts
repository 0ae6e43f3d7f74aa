import { PDFDocument as SkiaDocument } from '@napi-rs/canvas'
import { PDFDocument } from 'pdf-lib'
import t from 'tap'
import { drawAuthoredDocument } from '../../pdf/authored-document.ts'
import { RAW_TEXT, type RawPdf, rawPdf } from '../../pdf/testing/raw-pdf.ts'
import { roomyWorld } from '../../testing/simulator.ts'
import { controlFor } from '../testing.ts'

const { control } = await controlFor(t, { world: roomyWorld() })

/** Returns why an upload is refused, or `accepted`. */
async function upload(pdf: Uint8Array): Promise<string> {
  const reply = await control('POST', '/organizations/org_acme/document_templates', {
    mode: 'test',
    name: 'Rules',
    title: 'Rules',
    document_class: 'other',
    carve_outs_acknowledged: true,
    pdf_base64: Buffer.from(pdf).toString('base64'),
  })
  if (reply.status === 201) return 'accepted'
  const { details } = reply.json<{ error: { details: { issues: { message: string }[] } } }>().error
  return details.issues[0]!.message
}

const annotation = (entries: string): RawPdf => ({
  page: `/Annots [<< /Type /Annot /Rect [0 0 99 99] ${entries} >>]`,
})
const link = (action: string) => annotation(`/Subtype /Link /A << ${action} >>`)
const opening = (action: string): RawPdf => ({ catalog: `/OpenAction << ${action} >>` })
const layer = (config: string, usage = ''): RawPdf => ({
  content: `${RAW_TEXT} /OC /X BDC BT /F1 24 Tf 72 500 Td (and pays a million) Tj ET EMC`,
  catalog: `/OCProperties << /OCGs [5 0 R] /D << ${config} >> >>`,
  resources: '/Properties << /X 5 0 R >>',
  objects: [`<< /Type /OCG /Name (x) ${usage} >>`],
})
const object = (body: string): RawPdf => ({ page: '/Own 5 0 R', objects: [body] })
const stream = (entries: string) => object(`<< ${entries} /Length 0 >>\nstream\n\nendstream`)

t.test('a PDF that hides something, or may look different to a reader, is refused', async (t) => {
  const rows: [what: string, pdf: RawPdf, problem: RegExp][] = [
    ['a layer that is off', layer('/OFF [5 0 R]'), /layers/],
    ['all layers off', layer('/BaseState /OFF'), /layers/],
    [
      'a layer for the printer',
      layer(
        '/AS [<< /Event /View /Category [/View] /OCGs [5 0 R] >>]',
        '/Usage << /View << /ViewState /OFF >> >>',
      ),
      /layers/,
    ],
    ['a layer that a reader can hide', layer('/ON [5 0 R]'), /layers/],
    ['an action on a layer', link('/S /SetOCGState /State [/ON 5 0 R]'), /layer/],
    ['an action that hides', link('/S /Hide /T (x)'), /action other than a link/],
    ...[1, 2, 32, 256].map((flag): [string, RawPdf, RegExp] => [
      `an annotation with the flag ${flag}`,
      annotation(`/Subtype /FreeText /F ${4 + flag} /Contents (secret)`),
      /hidden annotation/,
    ]),
    [
      'a cover that some readers draw',
      annotation('/Subtype /Square /IC [1 1 1] /F 4'),
      /without an appearance/,
    ],
    [
      'a text that some readers draw',
      annotation('/Subtype /FreeText /F 4'),
      /without an appearance/,
    ],
    ['an unknown annotation', annotation('/Subtype /Own /F 4'), /without an appearance/],
    [
      'an annotation for printers',
      annotation('/Subtype /PrinterMark /F 4'),
      /without an appearance/,
    ],
    ['an image for the printer', stream('/Subtype /Image /Alternates []'), /alternatives/],
    [
      'a field with a text that cannot be drawn',
      {
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        objects: ['<< /Subtype /Widget /FT /Tx /T (x) /V <FEFF4E2D> /Rect [0 0 9 9] >>'],
      },
      /flatten the form/,
    ],
    [
      'a password that only some readers hide',
      {
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        objects: [
          '<< /Subtype /Widget /FT /Tx /Ff 8192 /T (x) /V (secret) /DA (/Helv 9 Tf) /Rect [0 0 9 9] >>',
        ],
      },
      /flatten the form/,
    ],
    [
      'a chosen radio button without an appearance',
      {
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [6 0 R] >>',
        objects: [
          '<< /Subtype /Widget /Parent 6 0 R /AS /Yes /Rect [0 0 9 9] >>',
          '<< /FT /Btn /Ff 32768 /T (x) /V /Yes /Kids [5 0 R] >>',
        ],
      },
      /flatten the form/,
    ],
    [
      'a button whose state only some readers take from its value',
      annotation('/Subtype /Widget /FT /Btn /V /On /AP << /N << /On 6 0 R /Off 6 0 R >> >>'),
      /flatten the form/,
    ],
    ...[
      '/FT /Tx /V (pay a million)',
      '/FT /Ch /V [(pay a million)]',
      '/FT /Btn /MK << /CA (pay a million) >>',
    ].map((entries): [string, RawPdf, RegExp] => [
      `a field that the form does not list: ${entries}`,
      annotation(`/Subtype /Widget ${entries}`),
      /flatten the form/,
    ]),
  ]
  for (const [what, pdf, problem] of rows) t.match(await upload(rawPdf(pdf)), problem, what)
})

t.test('a PDF that acts on its own or reads another file is refused', async (t) => {
  const url = '<< /FS /URL /F (http://x.example/) >>'
  const rows: [what: string, pdf: RawPdf, problem: RegExp][] = [
    ['a URL on opening', opening('/S /URI /URI (https://x.example)'), /without a click|other than/],
    [
      'a URL after a jump',
      opening('/S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://x.example) >>'),
      /other than a link/,
    ],
    [
      'a URL when a page is shown',
      { page: '/AA << /O << /S /URI /URI (https://x.example) >> >>' },
      /without a click/,
    ],
    ['printing on opening', opening('/S /Named /N /Print'), /other than a link/],
    ['another file on opening', opening(`/S /GoToR /F ${url}`), /another file/],
    ['another file', link('/S /GoToR /F (x.pdf)'), /another file/],
    ['an attached file', link('/S /GoToE /F (x.pdf)'), /attachment/],
    ['a thread', link('/S /Thread /F (x.pdf)'), /other than a link/],
    ['media', link('/S /Rendition'), /media/],
    ['data', link('/S /ImportData /F (x.fdf)'), /imports data/],
    ['a slide show', link('/S /Trans'), /other than a link/],
    ['an unknown action', link('/S /Own'), /other than a link/],
    [
      'a second action',
      link('/S /URI /URI (https://x.example) /Next [<< /S /Hide >>]'),
      /other than a link/,
    ],
    [
      'an action of an outline',
      { catalog: '/Outlines << /First 5 0 R >>', objects: ['<< /Title (x) /A << /S /Hide >> >>'] },
      /other than a link/,
    ],
    ['a link to a file', link('/S /URI /URI (file:///etc/passwd)'), /scheme/],
    ['a script as a link', link('/S /URI /URI ( java\\nscript:alert)'), /scheme/],
    ['content of the page', { stream: `/F ${url}` }, /another file/],
    ['an image', stream('/Subtype /Image /F (http://x.example/i.png)'), /another file/],
    ['a page of another file', stream('/Subtype /Form /Ref << /F (x.pdf) /Page 0 >>'), /file/],
    ['a name of a file', object('<< /Type /Filespec /UF (x) >>'), /another file/],
    ['PostScript', stream('/Subtype /PS'), /PostScript/],
  ]
  for (const [what, pdf, problem] of rows) t.match(await upload(rawPdf(pdf)), problem, what)
})

t.test('a PDF with links, notes, marks, outlines and filled fields is accepted', async (t) => {
  const form = await PDFDocument.create()
  const page = form.addPage()
  form.getForm().createTextField('name').addToPage(page)
  form.getForm().createCheckBox('agreed').addToPage(page)
  form.getForm().createButton('print').addToPage('Print', page)
  const skia = new SkiaDocument({ title: 'Rules' })
  const canvas = skia.beginPage(300, 400)
  canvas.fillText('Sign here', 20, 20)
  canvas.annotateLinkUrl(20, 20, 90, 30, 'https://x.example')
  skia.endPage()
  const files: [what: string, pdf: Uint8Array][] = [
    ['text', rawPdf()],
    ['a page on opening', rawPdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
    ['a jump on opening', rawPdf(opening('/S /GoTo /D [3 0 R /Fit]'))],
    ['a jump', rawPdf(link('/S /GoTo /D [3 0 R /Fit]'))],
    ...['https://x.example/?a=b:c', 'HTTP://x.example', 'mailto:a@x.example', 'www.x.example'].map(
      (uri): [string, Uint8Array] => [uri, rawPdf(link(`/S /URI /URI (${uri})`))],
    ),
    ['a note', rawPdf(annotation('/Subtype /Text /Contents (see below)'))],
    ['a highlight', rawPdf(annotation('/Subtype /Highlight /F 4'))],
    [
      'an outline',
      rawPdf({
        catalog: '/Outlines << /First 5 0 R >>',
        objects: ['<< /Title (One) /Next 6 0 R >>', '<< /Title (Two) /Dest [3 0 R /Fit] >>'],
      }),
    ],
    [
      'tags with attributes',
      rawPdf({
        catalog: '/StructTreeRoot << /Type /StructTreeRoot /K 5 0 R >>',
        objects: ['<< /S /P /A [<< /O /Layout /Placement /Block >>] /K 0 /Ref [5 0 R] >>'],
      }),
    ],
    ['a form', await form.save()],
    ['a drawing library', skia.close()],
    ['our own', await drawAuthoredDocument({ title: 'Rules', paragraphs: ['No smoking.'] })],
  ]
  for (const [what, pdf] of files) t.equal(await upload(pdf), 'accepted', what)
})

t.test('a PDF whose pages cannot be marked is refused', async (t) => {
  for (const page of [
    '/Annots 7',
    '/Contents << >>',
    '/Contents 7',
    '/CropBox [1 2]',
    '/CropBox [/A /B /C /D]',
    '/Rotate (x)',
  ])
    t.match(await upload(rawPdf({ page })), /damaged/, page)
  t.match(await upload(rawPdf({ resources: '/XObject 7' })), /damaged/)
})

t.test('a PDF with object streams, or changed by an appended part, is accepted', async (t) => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create()
    document.addPage().drawText('Sign here')
    const first = await document.save({ useObjectStreams })
    t.equal(await upload(first), 'accepted')
    const again = await PDFDocument.load(first, { forIncrementalUpdate: true })
    again.getPage(0).drawText('And here', { y: 50 })
    const second = await again.save({ useObjectStreams })
    t.ok(Buffer.from(second).subarray(0, first.length).equals(first), 'the part is appended')
    t.equal(await upload(second), 'accepted')
  }
})
