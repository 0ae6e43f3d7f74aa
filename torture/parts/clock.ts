import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

/** Times around leap days, ends of years and far in the future. */
const MOMENTS = [
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T12:00:00.000Z',
  '2028-02-29T00:00:00.000Z',
  '2100-02-28T23:59:59.000Z',
  '1999-12-31T23:59:59.999Z',
  '2038-01-19T03:14:08.000Z',
  '2099-12-31T23:59:59.999Z',
  '2016-12-31T23:59:59.000Z',
  '2026-11-20T09:00:00.000Z',
]
const LIFETIME_S = 7 * 24 * 3600
const JUMPS = 12

export const clock: Part = {
  name: 'clock',
  promise: 'If the clock jumps by years in either direction, no job runs twice or is lost.',
  cases: 100,
  share: 0.5,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    let jumps = 0
    await run.inLanes(1, async (no) => {
      const random = run.random(no)
      const backend = await clients.organization()
      const due = new Map<string, number>()
      let now = Date.parse(random.pick(MOMENTS))
      const set = (): Promise<unknown> =>
        clients.controlClient('POST', '/clock/freeze', { at: new Date(now).toISOString() })
      await set()
      const expired = new Set<string>()
      for (let i = 0; i < JUMPS; i++) {
        const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
        due.set(id, now + LIFETIME_S * 1000)
        if (random.chance(0.5)) now = Date.parse(random.pick(MOMENTS)) + random.below(2000)
        else now += (random.chance(0.5) ? LIFETIME_S : random.below(2 * LIFETIME_S)) * 1000
        await set()
        await clients.controlClient('POST', '/settle')
        jumps++
        for (const [session, at] of due) if (at <= now) expired.add(session)
        for (const session of due.keys()) {
          const { status } = await backend.data<{ status: string }>(
            'GET',
            `/v1/sessions/${session}`,
          )
          const should = expired.has(session) ? 'expired' : 'created'
          run.expect(
            status === should,
            no,
            () => `${session} is ${status}, expected ${should} at ${new Date(now).toISOString()}`,
          )
        }
      }
      const events = await clients.controlClient<{ type: string; session_id: string }[]>(
        'GET',
        `/events?limit=100&organization=${backend.organization}`,
      )
      const endedSessions = events.map(({ session_id }) => session_id).sort()
      run.expect(
        endedSessions.join() === [...expired].sort().join(),
        no,
        () => `events of ${endedSessions.join()}, expired ${[...expired].sort().join()}`,
      )
    })
    clients.close()
    run.figures.jumps = jumps
  },
}
