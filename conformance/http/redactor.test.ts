import t from 'tap'
import { Redactor } from './redactor.ts'

t.test('a known secret is replaced by its label, in any case and escaping', async (t) => {
  const redactor = new Redactor()
  redactor.add('states', 'a"b/c.d+e')
  const json = JSON.stringify({ said: 'a"b/c.d+e' })
  t.equal(redactor.text(`${json} A"B/C.D+E a%22b%2Fc.d%2Be axb`),
    '{"said":"[redacted states]"} [redacted states] [redacted states] axb')
})

t.test('of two secrets that begin alike the longer one is found', async (t) => {
  const redactor = new Redactor()
  redactor.add('short', 'secret-1')
  redactor.add('long', 'secret-12345')
  t.equal(redactor.text('secret-12345 secret-1x'), '[redacted long] [redacted short]x')
})

t.test('secrets that nobody announced are known by their form', async (t) => {
  const redactor = new Redactor()
  t.equal(redactor.text('ah_sk_us_test_abc_DEF-1. bt_abcdefgh123 whsec_AAAABBBBCCCC='),
    'ah_sk_us_test_[redacted]. bt_[redacted] whsec_[redacted]')
  t.equal(redactor.text('debt_collection ah_sk_us bt_x'), 'debt_collection ah_sk_us bt_x', 'other words stay')
})
