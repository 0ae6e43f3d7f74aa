import t, { type Test } from 'tap'
import { client, demoKey, roomyWorld } from '../../testing/simulator.ts'
import { controlFor, newSession, problemsOf } from '../testing.ts'
import type { PlaneChange } from './plane-changes.ts'

interface Event {
  event: string
  id: string
  changes: PlaneChange[]
}

const { simulator, control } = await controlFor(t, { world: roomyWorld() })
const backend = client(simulator, demoKey('org_acme'))

/** Reads server-sent events; `end` closes the connection. */
async function follow(
  t: Test,
  query = 'mode=test',
  lastId?: string,
): Promise<{ next(wanted: (event: Event) => boolean): Promise<Event>; end(): void }> {
  const abort = new AbortController()
  const url = `${simulator.control_url}/control/v1/organizations/org_acme/stream?${query}`
  const response = await fetch(url, {
    signal: abort.signal,
    headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
  })
  t.match(response.headers.get('content-type'), /^text\/event-stream/)
  t.teardown(() => abort.abort())
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const events: Event[] = []
  const next = async (wanted: (event: Event) => boolean): Promise<Event> => {
    for (;;) {
      const found = events.shift()
      if (found && wanted(found)) return found
      if (found) continue
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended before the event')
      const parts = (rest + value).split('\n\n')
      rest = parts.pop()!
      for (const part of parts.filter((text) => !text.startsWith(':'))) {
        const fields = Object.fromEntries(
          part.split('\n').map((line) => line.split(/: (.*)/s, 2)),
        ) as Record<string, string>
        const { changes } = JSON.parse(fields.data!) as { changes: PlaneChange[] }
        events.push({ event: fields.event!, id: fields.id!, changes })
      }
    }
  }
  return { next, end: () => abort.abort() }
}

const names = (id: string) => (event: Event) =>
  event.changes.some((change) => change.kind === 'session' && change.id === id)

t.test('the stream names a new session and its later changes', async (t) => {
  const stream = await follow(t)
  t.equal((await stream.next(() => true)).event, 'ready')
  const id = await newSession(backend)
  const { changes } = await stream.next(names(id))
  t.strictSame(
    changes.find(({ kind }) => kind === 'session'),
    { kind: 'session', id, session_id: id },
  )
  await control('POST', `/sessions/${id}/cancel`)
  const cancelled = await stream.next((event) => event.changes.some(({ kind }) => kind === 'event'))
  t.ok(
    cancelled.changes.some(({ session_id }) => session_id === id),
    'the event names its session',
  )
})

t.test('a reconnected reader gets missed changes once', async (t) => {
  const first = await follow(t)
  await first.next(({ event }) => event === 'ready')
  const seen = await newSession(backend)
  const { id: lastId } = await first.next(names(seen))
  first.end()
  const missed = await newSession(backend)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const second = await follow(t, 'mode=test', lastId)
  t.equal((await second.next(() => true)).event, 'ready')
  const { id } = await second.next(names(missed))
  t.not(id, lastId)
  const later = await newSession(backend)
  t.notOk(names(missed)(await second.next(names(later))), 'and not again')
})

t.test('a data subject request is named', async (t) => {
  const id = await newSession(backend, { applicant: { family_name: 'Okafor' } })
  const session = await backend('GET', `/v1/sessions/${id}`)
  const { applicant_id } = session.json<{ data: { applicant_id: string } }>().data
  const stream = await follow(t)
  await backend('POST', '/v1/data_subject_requests', { type: 'access', applicant_id })
  const { changes } = await stream.next((event) =>
    event.changes.some(({ kind }) => kind === 'data_subject_request'),
  )
  t.match(changes.find(({ kind }) => kind === 'data_subject_request')?.id, /^dsr_/)
})

t.test('a reader that missed too many changes is asked to reload', async (t) => {
  for (const lastId of ['another-1', 'nonsense', `${Date.now().toString(36)}-999999`]) {
    const stream = await follow(t, 'mode=test', lastId)
    t.equal((await stream.next(() => true)).event, 'reset', lastId)
  }
})

t.test('a stream reports its own plane and the world', async (t) => {
  const live = await follow(t, 'mode=live')
  await live.next(({ event }) => event === 'ready')
  await newSession(backend)
  await control('POST', '/clock/freeze', {})
  const { changes } = await live.next(() => true)
  t.strictSame(
    [...new Set(changes.map(({ kind }) => kind))],
    ['world'],
    'the clock, and no session',
  )
  await control('POST', '/clock/resume')
  await control('POST', '/reset', { organization: 'org_acme', mode: 'live' })
  await live.next((event) => event.changes.some(({ kind }) => kind === 'everything'))
})

t.test('requests are reported only on demand', async (t) => {
  const stream = await follow(t, 'mode=test&include=requests')
  await stream.next(({ event }) => event === 'ready')
  await backend('GET', '/v1/wallet')
  await stream.next((event) => event.changes.some(({ kind }) => kind === 'request'))
})

t.test('many changes of one kind are merged into one', async (t) => {
  const stream = await follow(t)
  await stream.next(({ event }) => event === 'ready')
  const collapsed = stream.next((event) =>
    event.changes.some(({ kind, id }) => kind === 'session' && id === null),
  )
  // On a busy machine the sessions of one round may be spread over several events.
  const seen = new AbortController()
  void collapsed.then(() => seen.abort())
  for (let round = 0; round < 20 && !seen.signal.aborted; round++)
    await Promise.all(Array.from({ length: 300 }, () => newSession(backend)))
  const { changes } = await collapsed
  t.equal(changes.filter(({ kind }) => kind === 'session').length, 1)
})

t.test('a stream without organization or mode is rejected', async (t) => {
  t.equal((await control('GET', '/organizations/org_none/stream?mode=test')).status, 404)
  t.strictSame(problemsOf(await control('GET', '/organizations/org_acme/stream')), [
    'invalid_type mode',
  ])
})
