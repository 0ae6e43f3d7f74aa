import { deflateSync } from 'node:zlib'
import t from 'tap'
import { missingPdfPart } from './pdf.ts'

const END = 'trailer<</Root 1 0 R>>\n%%EOF\n'
const inStream = (content: Buffer) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n4 0 obj<</Type /ObjStm/Filter/FlateDecode>>stream\r\n'),
    content,
    Buffer.from(`\nendstream endobj\n${END}`),
  ])

t.test('a PDF document has a begin, an end and a page', async (t) => {
  for (const [name, body, lack] of [
    ['a page', Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Page>>endobj\n${END}`), undefined],
    [
      'a page in an object stream',
      inStream(deflateSync('1 0 <</Type /Page/Parent 2 0 R>>')),
      undefined,
    ],
    ['an encrypted object stream', inStream(Buffer.from('unreadable')), undefined],
    [
      'only a tree of pages',
      Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Pages>>endobj\n${END}`),
      'a page',
    ],
    ['no page in an object stream', inStream(deflateSync('1 0 <</Type/Pages>>')), 'a page'],
    ['no trailer', Buffer.from('%PDF-1.4\n<</Type/Page>>\n%%EOF'), 'a trailer or startxref'],
    ['no end', Buffer.from('%PDF-1.4 nothing'), '%%EOF at the end'],
    ['a page of HTML', Buffer.from('<html>'), '%PDF- at the beginning: "<html"'],
    ['nothing', Buffer.alloc(0), '%PDF- at the beginning: ""'],
  ] as const)
    t.equal(missingPdfPart(body), lack, name)
})
