import { chromium } from 'playwright-core'
import { newId } from '../simulator/ids/random.ts'
import { type RunningSimulator, startSimulator } from '../simulator/server.ts'
import type { Change } from '../simulator/store/records.ts'
import { findChromium } from '../simulator/testing/chromium.ts'
import { client, demoKey, roomyWorld } from '../simulator/testing/simulator.ts'
import { controlClient } from '../simulator/testing/control-client.ts'

/**
 * Measures the console with many sessions: cost of filtered lists relative to 1,000 sessions, time until a page shows
 * a table, a search and a new session, and requests of an idle page.
 * `node tools/console-figures.ts [sessions] [idle seconds]`; 100,000 and 30 by default.
 */
const SESSIONS = Number(process.argv[2] ?? 100_000)
const IDLE_SECONDS = Number(process.argv[3] ?? 30)
const SMALL = 1000
const BATCH = 500
const ROUNDS = 15
const GIVEN = ['Ana', 'Joost', 'Iuliana', 'Persephone', 'Thaddeus', 'Odette', 'Imogen', 'Bram']
const FAMILY = ['Okafor', 'Marsh', 'Quayle', 'Lindqvist', 'Oyelaran', 'Thackeray', 'Meer', 'Fitch']
const STATUSES = ['completed', 'awaiting_review', 'completed', 'in_progress', 'created', 'expired']
const HOUR_MS = 3_600_000
/** Interval between sessions. */
const APART_MS = HOUR_MS / 100
const ACME = '/organizations/org_acme'
const LISTS = {
  list: `${ACME}/sessions?mode=test&limit=20`,
  counts: `${ACME}/session_counts?mode=test`,
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** A simulator with this many sessions, copied from a session that was created by a request. */
async function filled(sessions: number): Promise<RunningSimulator> {
  const simulator = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    world: roomyWorld(),
  })
  const control = controlClient(simulator)
  const now = Date.now()
  const at = (time: number): object => ({ at: new Date(time).toISOString() })
  // Id of the first session, which is also the oldest.
  await control.call('POST', '/clock/set', at(now - sessions * APART_MS - HOUR_MS))
  const reply = await client(simulator, demoKey('org_acme'))('POST', '/v1/sessions', {
    applicant: { given_names: ['Ana'], family_name: 'Okafor' },
  })
  const made = reply.json<{ data: { id: string; applicant_id: string } }>().data
  const { records, random } = simulator.ports
  const session = (await records.find('session', made.id))!
  const person = (await records.find('applicant', made.applicant_id))!
  const { scope } = session
  await control.call('POST', '/clock/set', at(now))
  for (let from = 0; from < sessions; from += BATCH) {
    const changes: Change[] = []
    for (let i = from; i < Math.min(from + BATCH, sessions); i++) {
      const [of, id] = [newId(random, 'app'), newId(random, 'vs')]
      const created_at = new Date(now - (sessions - i) * APART_MS).toISOString()
      const status = STATUSES[i % STATUSES.length]!
      changes.push(
        {
          type: 'put',
          scope,
          kind: 'applicant',
          id: of,
          ifVersion: 0,
          body: {
            ...(person.body as object),
            id: of,
            given_names: [GIVEN[i % GIVEN.length]],
            family_name: FAMILY[(i >> 3) % FAMILY.length],
          },
        },
        {
          type: 'put',
          scope,
          kind: 'session',
          id,
          key1: of,
          ifVersion: 0,
          body: {
            ...(session.body as object),
            id,
            applicant_id: of,
            status,
            outcome: status === 'completed' ? 'approved' : null,
            created_at,
            metadata: JSON.stringify({ order: `A-${i}` }),
          },
        },
      )
    }
    await records.write(changes)
  }
  return simulator
}

interface Cost {
  /** CPU time of this process, which is also the client. */
  ms: number
  found: number
}

/** Filters of a list by their name in the report. Every combination is measured. */
function queries(): Record<string, string> {
  const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
  const filters: [string, string][][] = [
    [['status=awaiting_review'], ['status=completed']],
    [['outcome=approved'], ['outcome=none']],
    [['q=okafor'], ['q=a-7'], ['q=a-777'], ['q=ana+okafor'], ['q=persephone']],
    [
      ['from 5 h ago', `from=${ago(5)}`],
      ['to 5 h ago', `to=${ago(5)}`],
      ['5 to 4 h ago', `from=${ago(5)}&to=${ago(4)}`],
    ],
  ].map((choices) => [
    ['', ''],
    ...choices.map(([name, query = name]): [string, string] => [name!, query!]),
  ])
  let all: [string, string][] = [['', '']]
  for (const choices of filters)
    all = all.flatMap(([name, query]) =>
      choices.map(([more, filter]): [string, string] => [
        `${name} ${more}`.trim(),
        `${query}&${filter}`,
      ]),
    )
  return Object.fromEntries(all.map(([name, query]) => [name || 'no filter', query]))
}

/** Minimum cost of a request over some rounds, because other programs also use the machine. */
async function cost(simulator: RunningSimulator, path: string): Promise<Cost> {
  const { ask } = controlClient(simulator)
  let ms = Infinity
  let found = 0
  for (let i = 0; i < ROUNDS; i++) {
    const began = process.cpuUsage()
    const reply = await ask('GET', path)
    const { user, system } = process.cpuUsage(began)
    ms = Math.min(ms, (user + system) / 1000)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
    const { data } = reply.json<{ data: unknown[] | { matching: number } }>()
    found = Array.isArray(data) ? data.length : data.matching
  }
  return { ms, found }
}

/** Costs of every combination of filters with few and with many sessions, measured alternately. */
async function compareLists(large: RunningSimulator): Promise<void> {
  const small = await filled(SMALL)
  const shown = ({ ms, found }: Cost): string => `${ms.toFixed(2)} (${found})`
  for (const [title, path] of Object.entries(LISTS)) {
    const rows = []
    for (const [name, query] of Object.entries(queries())) {
      const few = await cost(small, path + query)
      const many = await cost(large, path + query)
      rows.push({ name, few, many, ratio: many.ms / few.ms })
    }
    const ratios = rows.map(({ ratio }) => ratio)
    console.log(
      `\n${title}: ${rows.length} combinations of the filters; ratio median ${median(ratios).toFixed(2)}, max ${Math.max(...ratios).toFixed(2)}`,
      `\n  highest: CPU ms (matches), minimum of ${ROUNDS}: ${SMALL}, ${SESSIONS}, ratio`,
    )
    for (const { name, few, many, ratio } of rows.toSorted((a, b) => b.ratio - a.ratio).slice(0, 8))
      console.log(`  ${name}   ${shown(few)}   ${shown(many)}   ${ratio.toFixed(2)}`)
  }
  await small.close()
}

async function watchPage(simulator: RunningSimulator): Promise<void> {
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    const table = page.getByRole('table', { name: 'Verifications' })
    const timed = async (task: () => Promise<unknown>): Promise<number> => {
      const began = performance.now()
      await task()
      return performance.now() - began
    }
    const times = { table: [] as number[], search: [] as number[], appears: [] as number[] }
    for (let i = 0; i < 5; i++) {
      await page.goto('about:blank')
      times.table.push(
        await timed(async () => {
          await page.goto(`${simulator.control_url}/#/org_acme/test/verifications`)
          await table.getByRole('row').nth(1).waitFor()
        }),
      )
      const search = page.getByRole('searchbox', { name: 'Search' })
      times.search.push(
        await timed(async () => {
          await search.fill(`a-${7770 + i}`)
          await table.getByRole('row').nth(1).waitFor()
          await page.getByText(/\d verifications? match/).waitFor()
        }),
      )
      await search.fill('')
      await page.getByText(/verifications? match/).waitFor({ state: 'detached' })
      const family_name = `Newcomer${i}`
      times.appears.push(
        await timed(async () => {
          await controlClient(simulator).call(
            'POST',
            '/organizations/org_acme/sessions?mode=test',
            {
              applicant: { family_name },
            },
          )
          await table.getByText(family_name).waitFor()
        }),
      )
    }
    const asked: string[] = []
    await page.waitForTimeout(2000)
    page.on('request', (request) => asked.push(request.url()))
    await page.waitForTimeout(IDLE_SECONDS * 1000)
    const shown = (values: number[]): string =>
      `median ${median(values).toFixed(0)} ms, max ${Math.max(...values).toFixed(0)} ms of ${values.length}`
    console.log(`\nin Chromium with ${SESSIONS} sessions`)
    console.log(`  first table    ${shown(times.table)}`)
    console.log(`  search         ${shown(times.search)}`)
    console.log(`  new session    ${shown(times.appears)}`)
    console.log(`  requests of an idle page in ${IDLE_SECONDS} s: ${asked.length}`)
  } finally {
    await browser.close()
  }
}

/** Time for which the main thread was blocked since the last call. */
async function blocked(simulator: RunningSimulator): Promise<string> {
  const { text } = await controlClient(simulator).ask('GET', '/metrics')
  const ms = (name: string): string =>
    (
      Number(new RegExp(`^vskit_event_loop_${name}_seconds_max (\\S+)`, 'm').exec(text)?.[1] ?? 0) *
      1000
    ).toFixed(0)
  return `event loop delay at most ${ms('delay')} ms, CPU time ${ms('busy')} ms of it`
}

const large = await filled(SESSIONS)
try {
  await blocked(large)
  const began = performance.now()
  await controlClient(large).ask('GET', '/organizations/org_acme/session_counts?mode=test')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`first filtered response: ${seconds} s; meanwhile ${await blocked(large)}`)
  await compareLists(large)
  await watchPage(large)
} finally {
  await large.close()
}
