import t from 'tap'
import { Answer } from '../http/answer.ts'
import type { Context, StepRequest } from './check.ts'
import { readCompleted, readSettled, statusIn } from './verdict.ts'

const SESSION = { id: 'vs_1', key: 'ah_sk_us_test_any' }

/**
 * A context whose service shows these statuses of the session one after the other, and the last one
 * from then on.
 * @param states statuses of sessions that the provider puts into a state, by the status of the state
 */
function service(first: readonly string[], states?: Record<string, string>) {
  let statuses = first
  let reads = 0
  const shown = (status: string | undefined) =>
    new Answer({
      status: 200,
      statusLine: '',
      rawHeaders: [],
      milliseconds: 0,
      body: Buffer.from(JSON.stringify({ data: { status } })),
    })
  const step = async (_: string, { path }: StepRequest): Promise<Answer> => {
    const id = path.split('/').at(-1)!
    return shown(
      id === SESSION.id ? statuses[Math.min(reads++, statuses.length - 1)] : states?.[id],
    )
  }
  const ctx = {
    home: 'us',
    open: { verdictSeconds: 10 },
    observe: () => {},
    offers: () => states !== undefined,
    state: async (_: string, { status }: { status: string }) => ({
      organization: 'org_1',
      key: 'ah_sk_us_test_other',
      session_id: status,
    }),
    step,
    setUp: step,
  } as unknown as Context
  const restart = (others: readonly string[]): void => {
    statuses = others
    reads = 0
  }
  return { ctx, reads: () => reads, restart }
}

const STATES = { awaiting_review: 'needs_review', in_progress: 'started' }

t.test('a verdict that is there at once is read once', async (t) => {
  for (const [status, read] of [
    ['completed', readCompleted],
    ['completed', readSettled],
    ['needs_review', readSettled],
  ] as const) {
    const { ctx, reads } = service([status], STATES)
    t.equal(statusIn(await read(ctx, 'retrieve it', SESSION)), status)
    t.equal(reads(), 1)
  }
})

t.test('a verdict is awaited, whatever the status until then', async (t) => {
  const late = ['open', 'started', 'processing', 'started']
  const completed = service([...late, 'completed'], STATES)
  t.equal(statusIn(await readCompleted(completed.ctx, 'retrieve it', SESSION)), 'completed')
  const parked = service([...late, 'needs_review'], STATES)
  t.equal(statusIn(await readSettled(parked.ctx, 'retrieve it', SESSION)), 'needs_review')
})

t.test('a late verdict is awaited, if no state shows how parked sessions look', async (t) => {
  const pending = Array.from({ length: 13 }, () => 'open')
  const { ctx, restart } = service([...pending, 'needs_review'])
  t.equal(statusIn(await readSettled(ctx, 'retrieve it', SESSION)), 'needs_review')
  restart([...pending, 'open', 'completed'])
  t.equal(statusIn(await readSettled(ctx, 'retrieve it', SESSION)), 'completed')
})

t.test('a wrong verdict that comes late is found', async (t) => {
  for (const states of [undefined, STATES, { awaiting_review: 'open', in_progress: 'open' }]) {
    const { ctx } = service(['open', 'open', 'open', 'open', 'open', 'completed'], states)
    t.equal(statusIn(await readSettled(ctx, 'retrieve it', SESSION)), 'completed')
  }
})
