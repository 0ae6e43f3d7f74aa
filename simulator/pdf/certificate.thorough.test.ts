import t from 'tap'
import { drawAuthoredDocument } from './authored-document.ts'
import { appendCertificate } from './certificate.ts'
import { pageTextsOf } from './testing/text.ts'
import { certificate, flat } from './testing/certificate.ts'

const presented = await drawAuthoredDocument({
  title: 'Lease of a flat',
  paragraphs: ['The rent is 1,250 euros.'],
})

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
