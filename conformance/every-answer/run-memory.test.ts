import t from 'tap'
import type { Exchange } from './exchange.ts'
import { RunMemory } from './run-memory.ts'

const exchange = (method: 'GET' | 'POST', path: string, json: unknown, sent?: unknown): Exchange =>
  ({
    request: { method, path, ...(sent !== undefined && { json: sent }) },
    answer: { status: 200, json, wrappers: [], header: () => undefined, headers: () => [] },
  }) as unknown as Exchange

/** Returns the requirements that a list breaks after the creation of a session. */
function brokenBy(created: unknown, rows: readonly unknown[]): string[] {
  const memory = new RunMemory()
  const broken: string[] = []
  const expect = (requirement: string, _expected: string, holds: boolean): boolean => {
    if (!holds) broken.push(requirement)
    return holds
  }
  const sent = { metadata: { order: '7' } }
  memory.judge({ expect }, exchange('POST', '/v1/sessions', created, sent), false)
  memory.judge({ expect }, exchange('GET', '/v1/sessions', { data: rows }), false)
  return broken
}

t.test('SES-010 metadata of the created session is compared, and no other', (t) => {
  const created = { data: { id: 'vs_1' } }
  t.strictSame(brokenBy(created, [{ id: 'vs_1', metadata: {} }]), ['SES-010'])
  t.strictSame(brokenBy(created, [{ id: 'vs_1', metadata: { order: '7' } }]), [])
  t.strictSame(brokenBy(created, [{ id: 'vs_2', metadata: {} }]), [])
  // Neither response names an id that can be found.
  const unclear = { session: { id: 'vs_1' }, applicant: { id: 'app_1' } }
  t.strictSame(brokenBy(unclear, [{ session_id: 'vs_2', metadata: {} }]), [])
  t.end()
})

/** Returns the requirements that responses to applicant creations with one key break, in order of arrival. */
function brokenByRates(
  rates: readonly { sentAt: number; receivedAt: number; remaining: number; reset: number }[],
): string[] {
  const memory = new RunMemory()
  const broken: string[] = []
  const expect = (requirement: string, _expected: string, holds: boolean): boolean => {
    if (!holds) broken.push(requirement)
    return holds
  }
  for (const { sentAt, receivedAt, remaining, reset } of rates) {
    const headers = (name: string): string[] => {
      const values = { Limit: 60, Remaining: remaining, Reset: reset, Window: 60 }
      const value = Object.entries(values).find(([one]) => name === `X-RateLimit-${one}`)?.[1]
      return value === undefined ? [] : [String(value)]
    }
    const made = exchange('POST', '/v1/applicants', {})
    const answer = { ...made.answer, headers, receivedAt, milliseconds: receivedAt - sentAt }
    memory.judge({ expect }, { ...made, key: 'ah_sk_us_test_x', answer } as Exchange, true)
  }
  return broken
}

t.test('LIM-023 a request under way as its window ends is not counted in the next one', (t) => {
  // Both windows show a request; the slow one was counted in the first, and shows the second.
  const quick = { sentAt: 60_020, receivedAt: 60_040, remaining: 59, reset: 120 }
  const slow = { sentAt: 59_990, receivedAt: 60_050, remaining: 59, reset: 120 }
  t.strictSame(brokenByRates([quick, slow]), [])
  t.strictSame(brokenByRates([slow, quick]), [])
  const later = { sentAt: 60_060, receivedAt: 60_070, remaining: 58, reset: 120 }
  t.strictSame(brokenByRates([quick, slow, later]), [])
  t.strictSame(brokenByRates([quick, slow, { ...later, remaining: 59 }]), ['LIM-023'])
  t.strictSame(brokenByRates([{ ...quick, sentAt: 60_039.6 }]), [])
  // No request has begun the second window when its first response is sent.
  const full = { ...slow, remaining: 60 }
  t.strictSame(brokenByRates([full]), [])
  t.strictSame(brokenByRates([full, { ...later, remaining: 59 }]), [])
  t.strictSame(brokenByRates([full, { ...later, remaining: 60 }]), ['LIM-023'])
  const within = { sentAt: 63_000, receivedAt: 63_010, reset: 120 }
  t.strictSame(brokenByRates([{ ...within, remaining: 60 }]), ['LIM-023'])
  t.end()
})
