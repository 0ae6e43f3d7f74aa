import { PDFDocument, StandardFonts, degrees } from 'pdf-lib'
import t from 'tap'
import { drawAuthoredDocument } from './authored-document.ts'
import { type Certificate, appendCertificate } from './certificate.ts'
import { pageTextsOf, textOf } from './testing/text.ts'

const hash = (digit: string): string => digit.repeat(64)
const certificate: Certificate = {
  envelopeId: 'env_1',
  documentId: 'doc_1',
  documentIndex: 1,
  documentCount: 3,
  title: 'Lease of a flat',
  documentClass: 'rental_or_lease_agreement',
  presentedHash: hash('a'),
  mode: 'live',
  region: 'eu',
  sender: 'Acme Rentals',
  signer: { name: 'Ana Okafor', email: 'ana@example.com' },
  signatureMethods: ['typed_name'],
  consent: { version: 4, hash: hash('c'), acceptedAt: '2026-11-21T08:31:02.120Z' },
  signedAt: '2026-11-21T08:33:45.001Z',
  events: [
    { position: 1, type: 'sent', at: '2026-11-21T08:30:00.000Z', hash: hash('1') },
    { position: 2, type: 'consent_accepted', at: '2026-11-21T08:31:02.120Z', hash: hash('2') },
  ],
  retention: { text: '5 years from signing' },
}
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

t.test('no section breaks between two pages, wherever the page ends', async (t) => {
  const sections = [
    ['Storage and retention', '5 years from signing'],
    ['The seal and its limits', 'for being electronic.'],
    ['How to verify this file', '/.well-known/esign-keys.'],
  ] as const
  for (let count = 1; count <= 30; count++) {
    const events = Array.from({ length: count }, (_, i) => ({
      ...certificate.events[0]!,
      position: i + 1,
    }))
    const pages = await pageTextsOf(await appendCertificate(presented, { ...certificate, events }))
    for (const [first, last] of sections) {
      const [start, end] = [first, last].map((text) =>
        pages.findIndex((page) => flat(page).includes(text)),
      )
      t.ok(start! >= 1)
      t.equal(end, start, `${first}, with ${count} events`)
    }
  }
})

t.test('a divided table of events has its header on each page, and no row alone', async (t) => {
  const event = /2026-11-21 08:30:00.000 UTC/g
  for (let lines = 1; lines <= 24; lines += 3) {
    // A longer title moves the table down by one line.
    const title = 'Lease of a flat '.repeat(lines * 3)
    for (const count of [2, 10, 25]) {
      const events = Array.from({ length: count }, (_, i) => ({
        ...certificate.events[0]!,
        position: i + 1,
      }))
      const bytes = await appendCertificate(presented, { ...certificate, title, events })
      const pages = (await pageTextsOf(bytes)).map(flat)
      const rows = pages.map((page) => page.match(event)?.length ?? 0)
      const which = `${count} events, title of ${lines} lines: ${rows.join()}`
      t.equal(
        rows.reduce((sum, of) => sum + of, 0),
        count,
        which,
      )
      t.notOk(rows.includes(1), `no row alone: ${which}`)
      for (const [i, page] of pages.entries())
        t.equal(page.includes('No. Time Event Hash'), rows[i]! > 0, `header: ${which}`)
      const divided = rows.filter(Boolean).length > 1
      t.notOk(divided && count <= 10, `a short table is not divided: ${which}`)
      t.equal(
        pages.findIndex((page) => page.includes('Events Each hash')),
        rows.findIndex(Boolean),
        `the heading is above its rows: ${which}`,
      )
    }
  }
})

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

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
