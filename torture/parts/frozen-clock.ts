import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

const FROZEN = '2028-02-29T23:59:59.500Z'
const LIFETIME_S = 7 * 24 * 3600
const LANES = 32
/** Budget of an organization with a limit; with a frozen clock, its window never ends. */
const BUDGET = 500
const MOST_SESSIONS = 500
const PAGE = 100

export const frozenClock: Part = {
  name: 'frozen-clock',
  promise:
    'While the clock is frozen, no job runs and no window ends, for any number of requests. Afterwards each job runs once.',
  cases: 1_000_000,
  share: 0.5,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    await clients.controlClient('POST', '/clock/freeze', { at: FROZEN })
    const backend = await clients.organization()
    const limited = await clients.organization({ budgets: { reads: BUDGET } })
    const sessions: string[] = []
    const create = async (): Promise<void> => {
      sessions.push((await backend.data<{ id: string }>('POST', '/v1/sessions', {})).id)
    }
    await create()
    const date = new Date(FROZEN).toUTCString()
    let served = 0
    let asked = 0
    await run.inLanes(
      LANES,
      async (no) => {
        const random = run.random(no)
        if (sessions.length < MOST_SESSIONS && random.chance(0.02)) return create()
        if (random.chance(0.1)) {
          asked++
          if ((await limited.ask('GET', '/v1/sessions')).status === 200) served++
          return
        }
        const id = random.pick(sessions)
        const { status, headers, text } = await backend.ask('GET', `/v1/sessions/${id}`)
        run.expect(
          status === 200 && text.includes('"status":"created"') && headers.get('date') === date,
          no,
          () => `${id} at ${headers.get('date')}: ${status} ${text}`,
        )
      },
      LANES,
    )
    run.expect(
      served === Math.min(asked, BUDGET),
      -1,
      () => `${served} of ${asked} requests served, the budget is ${BUDGET}`,
    )
    const events = await sessionsOfEvents(clients, backend.organization)
    run.expect(events.length === 0, -1, () => `${events.length} events while the clock was frozen`)
    await clients.controlClient('POST', '/clock/advance', { seconds: LIFETIME_S })
    await clients.controlClient('POST', '/settle')
    const expired = (await sessionsOfEvents(clients, backend.organization)).sort()
    run.expect(
      expired.join() === sessions.sort().join(),
      -1,
      () => `${expired.length} events of ${sessions.length} sessions that expired`,
    )
    clients.close()
    run.figures.sessions = sessions.length
    run.figures['served of the limited'] = `${served} of ${asked}, budget ${BUDGET}`
  },
}

/** Returns the sessions of all events of an organization. */
async function sessionsOfEvents(clients: Clients, organization: string): Promise<string[]> {
  const sessions: string[] = []
  for (let cursor = ''; ;) {
    const path = `/control/v1/events?limit=${PAGE}&organization=${organization}${cursor}`
    const { text } = await clients.control.ask('GET', path)
    const { data, next_cursor } = JSON.parse(text) as {
      data: { session_id: string }[]
      next_cursor: string | null
    }
    sessions.push(...data.map(({ session_id }) => session_id))
    if (next_cursor === null) return sessions
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
}
