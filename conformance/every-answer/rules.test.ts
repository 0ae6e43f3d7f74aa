import t from 'tap'
import { Answer } from '../http/answer.ts'
import type { Exchange } from './exchange.ts'
import { judgeAnswer } from './rules.ts'

/** Returns whether LIM-024 holds for a window whose end is this number of seconds after the arrival. */
function holdsWithEnd(seconds: number, date?: string): boolean {
  const values = {
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': String(Math.round(Date.now() / 1000) + seconds),
    'X-RateLimit-Window': '60',
    ...(date !== undefined && { Date: date }),
  }
  const answer = new Answer({
    status: 200,
    statusLine: 'HTTP/1.1 200 OK',
    rawHeaders: Object.entries(values).flat(),
    body: Buffer.from('{"data":[]}'),
    milliseconds: 10,
  })
  const request = { method: 'GET', path: '/v1/sessions', as: 'home.test' }
  const exchange = { request, key: 'ah_sk_us_test_x', answer, isElsewhere: false }
  let holds = true
  const expect = (requirement: string, _: string, isMet: boolean): boolean => {
    if (requirement === 'LIM-024' && !isMet) holds = false
    return isMet
  }
  judgeAnswer({ expect }, exchange as unknown as Exchange, {
    hasRateLimits: true,
    isValidKey: true,
  })
  return holds
}

t.test('LIM-024 without a Date header, the clock of the suite may be wrong by minutes', (t) => {
  for (const seconds of [-90, 30, 150]) t.ok(holdsWithEnd(seconds), `${seconds} s`)
  for (const seconds of [-3600, 3600]) t.notOk(holdsWithEnd(seconds), `${seconds} s`)
  t.notOk(holdsWithEnd(-90, new Date().toUTCString()), 'the Date header shows that it is wrong')
  t.end()
})
