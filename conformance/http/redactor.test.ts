import t from 'tap'
import { Redactor } from './redactor.ts'

t.test('a known secret is replaced by its label, in any case and escaping', async (t) => {
  const redactor = new Redactor()
  redactor.add('states', 'a"b/c.d+e')
  const json = JSON.stringify({ said: 'a"b/c.d+e' })
  t.equal(
    redactor.text(`${json} A"B/C.D+E a%22b%2Fc.d%2Be axb`),
    '{"said":"[redacted states]"} [redacted states] [redacted states] axb',
  )
})

t.test('of two secrets with the same beginning, the longer one is replaced', async (t) => {
  const redactor = new Redactor()
  redactor.add('short', 'secret-1')
  redactor.add('long', 'secret-12345')
  t.equal(redactor.text('secret-12345 secret-1x'), '[redacted long] [redacted short]x')
})

t.test('unknown secrets are recognized by their form', async (t) => {
  const redactor = new Redactor()
  t.equal(
    redactor.text('ah_sk_us_test_abc_DEF-1. bt_abcdefgh123 whsec_AAAABBBBCCCC='),
    'ah_sk_us_test_[redacted]. bt_[redacted] whsec_[redacted]',
  )
  t.equal(
    redactor.text('debt_collection ah_sk_us bt_x'),
    'debt_collection ah_sk_us bt_x',
    'other words stay',
  )
})

t.test('a secret is found in base64 and in hexadecimal, in any surrounding text', async (t) => {
  const redactor = new Redactor()
  redactor.add('states', 'q"7/states+token')
  const key = 'ah_sk_us_test_nobody-announced-1234'
  for (const secret of ['q"7/states+token', key]) {
    for (const before of ['', 'a', 'ab', 'abc', 'Bearer ', 'user:', '\u{ff}']) {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const text = Buffer.from(`${before}${secret}, and more`).toString(encoding)
        const own = Buffer.from(secret).toString(encoding).slice(8, 24)
        const shown = redactor.text(`<${text}>`)
        t.match(shown, '[redacted', `${encoding} after ${JSON.stringify(before)}`)
        if (before === '') t.notMatch(shown, own)
        const back = Buffer.from(
          shown.replace(/\[redacted.*?\]/g, '').replace(/[<>]/g, ''),
          encoding,
        ).toString()
        t.notMatch(back, secret.slice(4, 14))
      }
    }
  }
})

t.test('a secret with the characters of base64 is redacted whole', (t) => {
  const redactor = new Redactor()
  for (const secret of ['/132rGpO55x+9w==', 'ab/cd+ef~gh.ij', 'x%2Fy'])
    for (const prefix of ['ah_sk_us_test_', 'bt_long-enough-', 'whsec_long-enough-']) {
      redactor.addUnlessKnown('state', prefix + secret)
      const shown = redactor.text(`Bearer ${prefix}${secret} was sent`)
      t.match(shown, /^Bearer \S*\[redacted\] was sent$/)
    }
  redactor.addUnlessKnown('state', 'ah_sk_us_test_of(no)form')
  t.equal(redactor.text('ah_sk_us_test_of(no)form'), '[redacted state]')
  t.end()
})

t.test('of many secrets, only those without a recognizable form are stored', async (t) => {
  const redactor = new Redactor()
  redactor.addUnlessKnown('state', 'ah_sk_eu_live_0123456789')
  redactor.addUnlessKnown('state', 'of no form')
  t.equal(
    redactor.text('ah_sk_eu_live_0123456789 of no form'),
    'ah_sk_eu_live_[redacted] [redacted state]',
  )
})
