import t from 'tap'
import { hasErrorCode, sharesWord } from './error-codes.ts'

const URL_OF_RECEIVER = 'https://127.0.0.1:4711/hooks/1'
const accepted = { session_id: 'vs_1', status: 'delivered', http_code: 200, latency_ms: 3 }
const failed = { session_id: 'vs_2', status: 'failed', http_code: null, latency_ms: 1 }

t.test('an error code may be a word, an abbreviation or a number', async (t) => {
  for (const code of ['connection_reset', 'ECONNRESET', 'E42', 'net::reset', 'x.y/z', 7, 1042, '7'])
    for (const none of [{}, { error_code: null }, { error_code: '' }, { error_code: 0 }])
      t.ok(
        hasErrorCode({ ...failed, error_code: code }, { ...accepted, ...none }, URL_OF_RECEIVER),
        `${code}, beside ${JSON.stringify(none)}`,
      )
  t.ok(
    hasErrorCode(
      { ...failed, error_code: 'reset' },
      { ...accepted, error_code: 'none' },
      URL_OF_RECEIVER,
    ),
    'beside a word for no error',
  )
  t.ok(
    hasErrorCode(
      { ...failed, error: { code: 'reset', text: 'It ended.' } },
      accepted,
      URL_OF_RECEIVER,
    ),
    'beside a sentence',
  )
})

t.test('a sentence, an address and a session are no error codes', async (t) => {
  for (const error of [
    'socket hang up',
    `reset:${new URL(URL_OF_RECEIVER).host}`,
    `connect ECONNRESET ${URL_OF_RECEIVER}`,
    'vs_2',
    'x'.repeat(65),
    null,
    '',
  ])
    t.notOk(hasErrorCode({ ...failed, error }, accepted, URL_OF_RECEIVER), String(error))
})

t.test('the statuses of two responses are no error codes', async (t) => {
  for (const [code, of] of [
    ['404', '200'],
    ['404 Not Found', '200 OK'],
  ] as const)
    t.notOk(
      hasErrorCode({ ...failed, http_code: code }, { ...accepted, http_code: of }, URL_OF_RECEIVER),
      code,
    )
})

t.test('a failed attempt is recognized by a word that only failed rows have', async (t) => {
  const other = { ...failed, session_id: 'vs_3', latency_ms: 7, http_code: 404 }
  t.ok(sharesWord(other, failed, accepted))
  t.notOk(sharesWord({ ...other, status: 'delivered' }, failed, accepted))
  t.notOk(sharesWord({ ...other, status: 'accepted_as_is' }, failed, accepted), 'another word')
})
