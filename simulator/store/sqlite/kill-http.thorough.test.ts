import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import t from 'tap'
import { type SimulatorProcess, simulatorProcess } from '../../testing/process.ts'
import { controlClient } from '../../testing/control-client.ts'
import { type Client, demoKey, isCutOff, roomyWorld } from '../../testing/simulator.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

/**
 * Number of kills, each at a random moment. A start takes half a second; `npm run torture -- --part
 * kill` does a thousand, under a load of all kinds of writes.
 */
const KILLS = Number(process.env.VSKIT_KILLS ?? rounds(20))
/** Time limit: on a busy machine the test does fewer kills and says so, instead of timing out. */
const PATIENCE_MS = 30_000
/** Minimum number of kills that hit acknowledged work; fewer would test nothing. */
const LEAST_TRIED = Math.min(5, KILLS)
const WRITERS = 4
const LIFETIME_S = 7 * 24 * 3600

interface Session {
  id: string
  status: string
}
interface Page {
  data: Session[]
  next_cursor: string | null
}

const folder = t.testdir({ data: {}, 'world.json': JSON.stringify(roomyWorld()) })
const args = ['--data-dir', `${folder}/data`, '--world', `${folder}/world.json`]

/** Acknowledged metadata text of each session, by id. */
const acknowledged = new Map<string, string>()
const newest: string[] = []

/**
 * Creates sessions until the process ends; with non-ASCII letters and long numbers, so that
 * truncated records are detected.
 */
async function write(acme: Client, writer: number): Promise<void> {
  for (let i = 0; ; i++) {
    const text = 'x'.repeat(randomInt(1500))
    const metadata = `{"w${writer}":${i},"10":"é\\u0000","long":12345678901234567890,"text":"${text}"}`
    const reply = await acme('POST', '/v1/sessions', `{"metadata":${metadata}}`)
    if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`)
    const { id } = reply.json<{ data: Session }>().data
    acknowledged.set(id, metadata)
    newest.push(id)
  }
}

/**
 * Lets the process write, and kills it at a random moment; in three of four cases after its first
 * response.
 */
async function killed(running: SimulatorProcess): Promise<void> {
  const acme = running.client(demoKey('org_acme'))
  const before = acknowledged.size
  const writers = Promise.allSettled(Array.from({ length: WRITERS }, (_, i) => write(acme, i)))
  const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, randomInt(90)))
  await pause()
  if (randomInt(4) > 0) while (acknowledged.size === before) await pause()
  await running.kill('SIGKILL')
  for (const { reason } of (await writers) as PromiseRejectedResult[])
    if (!isCutOff(reason)) throw reason
}

/** Returns the acknowledged sessions that are missing or differ. */
async function missing(acme: Client, ids: string[]): Promise<string[]> {
  const read = await Promise.all(
    ids.map(async (id) => {
      const { status, text } = await acme('GET', `/v1/sessions/${id}`)
      return status === 200 && text.includes(`"metadata":${acknowledged.get(id)}`)
        ? []
        : [`${id}: ${status} ${text}`]
    }),
  )
  return read.flat()
}

async function all(acme: Client): Promise<Session[]> {
  const found: Session[] = []
  for (let cursor = ''; ;) {
    const page = (await acme('GET', `/v1/sessions?limit=100${cursor}`)).json<Page>()
    found.push(...page.data)
    if (page.next_cursor === null) return found
    cursor = `&cursor=${page.next_cursor}`
  }
}

t.test(
  `GEN-010 acknowledged writes survive kill -9, ${KILLS} times`,
  { timeout: 115_000 },
  async (t) => {
    // A process that exits normally stores Node's compile cache.
    t.equal((await (await simulatorProcess(t, args)).kill('SIGTERM')).code, 0)
    const lost: string[] = []
    const begun = performance.now()
    let kills = 0
    let tried = 0
    for (
      ;
      tried < LEAST_TRIED || (kills < KILLS && performance.now() - begun < PATIENCE_MS);
      kills++
    ) {
      const running = await simulatorProcess(t, args)
      lost.push(...(await missing(running.client(demoKey('org_acme')), newest.splice(0))))
      const before = acknowledged.size
      await killed(running)
      if (acknowledged.size > before) tried++
    }
    t.comment(
      `killed ${kills} times, ${tried} of them with something acknowledged; ${acknowledged.size} sessions in all`,
    )
    t.strictSame(lost, [], 'each session existed after the next start')

    const last = await simulatorProcess(t, args)
    const acme = last.client(demoKey('org_acme'))
    const found = new Map((await all(acme)).map((session) => [session.id, session]))
    t.ok(acknowledged.size > kills / 2)
    t.strictSame(
      [...acknowledged.keys()].filter((id) => !found.has(id)),
      [],
      'each session still exists',
    )
    t.ok(
      found.size <= acknowledged.size + kills * WRITERS,
      'of the others the response was in transit',
    )

    const control = controlClient(last)
    const { next_job_at } = await control.call<{ next_job_at: string | null }>('GET', '/health')
    t.ok(next_job_at, 'expiries are due')
    await control.advance(LIFETIME_S)
    const statuses = Map.groupBy(await all(acme), ({ status }) => status)
    t.strictSame(
      [...statuses.keys()],
      ['expired'],
      'every session, acknowledged or not, had its expiry job',
    )
    t.equal(statuses.get('expired')!.length, found.size)
    last.child.kill('SIGTERM')
    t.strictSame(await once(last.child, 'exit'), [0, null])
  },
)
