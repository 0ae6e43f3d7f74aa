import t from 'tap'
import { codedResponses, unaskedCoding } from './content-coding.ts'
import type { Traffic } from './traffic.ts'

t.test('a coding that the request does not accept is named', async (t) => {
  t.match(unaskedCoding([['content-encoding', 'gzip']]), /Content-Encoding: gzip/)
  t.match(unaskedCoding([['Content-Encoding', 'gzip, br']]), /Content-Encoding: gzip, br/)
})

t.test('no coding, or identity, is none', async (t) => {
  t.equal(unaskedCoding([['Content-Type', 'application/json']]), undefined)
  t.equal(unaskedCoding([['Content-Encoding', 'identity']]), undefined)
  t.equal(unaskedCoding([['Content-Encoding', '']]), undefined)
})

t.test('a note names the first response with a coding', async (t) => {
  const exchange = (headers: [string, string][]): Traffic => ({
    label: '',
    request: { method: 'GET', url: '', headers: [] },
    answer: { status_line: '', headers, milliseconds: 0 },
  })
  const plain = exchange([])
  t.equal(codedResponses([plain]), undefined)
  t.match(codedResponses([plain, exchange([['Content-Encoding', 'br']])]), /^response #2 has .* br/)
})
