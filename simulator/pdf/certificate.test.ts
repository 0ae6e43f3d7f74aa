import { PDFDocument, StandardFonts, degrees } from 'pdf-lib'
import t from 'tap'
import { drawAuthoredDocument } from './authored-document.ts'
import { appendCertificate } from './certificate.ts'
import { pageTextsOf, textOf } from './testing/text.ts'
import { certificate, flat, hash } from './testing/certificate.ts'

const presented = await drawAuthoredDocument({
  title: 'Lease of a flat',
  paragraphs: ['The rent is 1,250 euros.'],
})

t.test(
  'CER-006 CER-007 RTN-005 RTN-006 it states document, signer, consent, events, retention and region',
  async (t) => {
    const text = flat(await textOf(await appendCertificate(presented, certificate)))
    const facts = [
      'Certificate of completion',
      'Lease of a flat',
      'rental or lease agreement',
      'Acme Rentals',
      'env_1',
      'doc_1, 2 of 3',
      hash('a'),
      'Ana Okafor',
      'ana@example.com',
      'typed name',
      '2026-11-21 08:33:45.001 UTC',
      'signer accepted the disclosure',
      '2026-11-21 08:31:02.120 UTC',
      'version 4',
      hash('c'),
      'consent accepted',
      'Retention 5 years from signing',
      'Region eu',
      'Mode live',
      '/v1/esign/verify',
    ]
    for (const fact of facts) t.ok(text.includes(fact), fact)
    for (const digit of ['1', '2'])
      t.ok(text.replaceAll(' ', '').includes(hash(digit)), `chain hash ${digit}`)
  },
)

t.test('ESG-005 ESG-006 ESG-007 ESG-008 it states the limits of the seal', async (t) => {
  const text = flat(await textOf(await appendCertificate(presented, certificate)))
  for (const no of [
    'not an advanced or qualified',
    'not a notarization',
    'no certificate of a public trust list',
  ])
    t.match(text, no)
})

t.test('the certificate follows the unchanged pages of the document', async (t) => {
  const pages = await pageTextsOf(await appendCertificate(presented, certificate))
  t.match(pages[0], 'The rent is 1,250 euros.')
  t.match(pages[1], 'Certificate of completion')
  t.notMatch(pages.join(), 'TEST', 'nothing of a live document speaks of a test')
})

t.test('the same input gives the same bytes', async (t) => {
  const once = await appendCertificate(presented, certificate)
  t.ok(Buffer.from(once).equals(await appendCertificate(presented, structuredClone(certificate))))
})

t.test(
  'in test mode every page says that it has no legal effect, for any size, rotation and box',
  async (t) => {
    const odd = await PDFDocument.create()
    const font = await odd.embedFont(StandardFonts.Helvetica)
    for (const [width, height, turn] of [
      [595, 842, 90],
      [842, 595, 180],
      [300, 400, 270],
      [120, 60, 0],
    ] as const) {
      const page = odd.addPage([width, height])
      page.drawText('text', { font, x: 5, y: 5, size: 9 })
      page.setRotation(degrees(turn))
    }
    const cropped = odd.addPage([600, 600])
    cropped.setCropBox(400, 500, 100, 100)
    cropped.drawText('text', { font, x: 5, y: 5, size: 9 })
    odd.getForm().createTextField('name').addToPage(cropped)
    const pages = await pageTextsOf(
      await appendCertificate(await odd.save(), { ...certificate, mode: 'test' }),
    )
    t.ok(pages.length > 5)
    for (const [i, page] of pages.entries()) {
      t.match(page, 'WITHOUT LEGAL EFFECT', `page ${i + 1}, band`)
      t.match(page, 'NO LEGAL EFFECT', `page ${i + 1}, across`)
    }
    t.match(flat(pages.join()), 'do not accept it as a signed agreement')
  },
)

t.test(
  'names in Greek, Polish and Vietnamese are drawn; characters without a glyph are shown as code points',
  async (t) => {
    const named = async (name: string) =>
      flat(await textOf(await appendCertificate(presented, { ...certificate, signer: { name } })))
    for (const name of [
      'Παπαδοπούλου Ελένη',
      'Wiśniewska-Łątkowska Żaneta',
      'Nguyễn Thị Phương Thảo',
    ])
      t.match(await named(name), name)
    const chinese = await named('李小龍 🙂')
    t.match(chinese, '李小龍 □')
    t.match(chinese, 'U+674E U+5C0F U+9F8D U+0020 U+1F642')
    void t.resolves(named('محمد عبد الله'))
  },
)

t.test('many events fill several pages, each with its hash', async (t) => {
  const events = Array.from({ length: 90 }, (_, i) => ({
    position: i + 1,
    type: 'opened',
    at: '2026-11-21T08:30:00.000Z',
    hash: String(i).padStart(64, 'e'),
  }))
  const text = (
    await textOf(await appendCertificate(presented, { ...certificate, events }))
  ).replaceAll(/\s/g, '')
  t.ok(events.every(({ hash }) => text.includes(hash)))
})
