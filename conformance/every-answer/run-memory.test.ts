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
