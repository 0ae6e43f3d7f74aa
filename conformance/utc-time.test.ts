import t from 'tap'
import { isUtcTime, utcTimeOf } from './utc-time.ts'

t.test('each form of a time in UTC that ISO 8601 or RFC 3339 permits', async (t) => {
  for (const zone of ['Z', '+00:00', '-00:00', '+00'])
    t.equal(utcTimeOf(`2026-05-04T03:02:01.5${zone}`), Date.UTC(2026, 4, 4, 3, 2, 1, 500), zone)
  for (const time of ['2026-05-04T03:02Z', '2026-05-04T03:02:00+00', '2026-05-04T03:02:00.000000Z'])
    t.equal(utcTimeOf(time), Date.UTC(2026, 4, 4, 3, 2), time)
  for (const time of [
    '20260504T030201.5Z',
    '20260504T030201,5+00',
    '20260504T030201.500+0000',
    '2026-05-04T03:02:01,5Z',
  ])
    t.equal(utcTimeOf(time), Date.UTC(2026, 4, 4, 3, 2, 1, 500), time)
  t.equal(utcTimeOf('20260504T0302Z'), Date.UTC(2026, 4, 4, 3, 2))
})

t.test('anything else is no time in UTC', async (t) => {
  for (const value of [
    '2026-05-04T03:02:01',
    '2026-05-04T03:02:01+0000',
    '20260504T030201+00:00',
    '20260504T03:02:01Z',
    '20260504T030201',
    '20260504T030201+0100',
    '20261304T030201Z',
    '20260504',
    '2026-05-04T03:02:01-00',
    '2026-05-04T03:02:01+01:00',
    '2026-05-04 03:02:01Z',
    '2026-05-04',
    '2026-13-04T03:02:01Z',
    '2026-05-04T25:02:01Z',
    '4 May 2026 03:02:01 GMT',
    1_777_777_777,
    null,
    undefined,
  ])
    t.notOk(isUtcTime(value), String(value))
})
