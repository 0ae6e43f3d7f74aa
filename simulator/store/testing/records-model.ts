import fc from 'fast-check'
import type { Change, Records, View } from '../records.ts'
import { Model } from './model.ts'
import { countDocuments } from './count-documents.ts'

const SCOPES = ['us/test/a', 'us/live/a', 'eu/test/b']
const KINDS = ['session', 'event']
const IDS = ['a', 'b', 'c', 'd', 'e']
const LANES = ['one', 'two']
const HASHES = ['aa', 'bb']
const VIEWS = KINDS.map((kind): View => ({
  kind,
  kept: 1000,
  of: ({ body }) => `${kind} of ${String(body)}`,
}))

const scope = fc.constantFrom(...SCOPES)
const kind = fc.constantFrom(...KINDS)
const id = fc.constantFrom(...IDS)
const sha256 = fc.constantFrom(...HASHES)
// Offset to the stored version: 0 makes the put succeed, any other value causes a conflict.
const jump = fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.constantFrom(1, -1))
const put = fc.record(
  {
    type: fc.constant('put' as const),
    scope,
    kind,
    id,
    body: fc.integer(),
    key1: fc.constantFrom('k', 'l'),
    jump,
  },
  { requiredKeys: ['type', 'scope', 'kind', 'id', 'body', 'jump'] },
)
const change = fc.oneof(
  { weight: 4, arbitrary: put },
  fc.record({ type: fc.constant('remove' as const), scope, kind, id }),
  fc.record({ type: fc.constant('put-blob' as const), scope, sha256 }),
  fc.record({ type: fc.constant('drop-blob' as const), scope, sha256 }),
  fc.record({
    type: fc.constant('schedule' as const),
    scope,
    id,
    lane: fc.constantFrom(...LANES),
    due: fc.nat(20),
  }),
  fc.record({ type: fc.constant('unschedule' as const), id }),
  fc.record({ type: fc.constant('activity' as const), scope, at: fc.nat(1000) }),
  fc.record({ type: fc.constant('meter' as const), scope, meter: fc.constantFrom('m', 'n') }),
)
// Each document at most once per batch: the port does not define a second write.
const batch = fc.uniqueArray(change, {
  maxLength: 6,
  comparator: (a, b) => 'kind' in a && 'kind' in b && a.kind === b.kind && a.id === b.id,
})
const batches = fc.array(batch, { minLength: 1, maxLength: 3 })
export const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('write' as const), batches }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clear' as const),
      scope: fc.option(scope, { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'reopen' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'crash' as const }) },
)
export const steps = fc.array(step, { maxLength: 12 })

export type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

function toChange(random: Generated<typeof change>, model: Model): Change {
  switch (random.type) {
    case 'put': {
      const { jump, ...put } = random
      return {
        ...put,
        ifVersion: Math.max(0, (model.document(put.kind, put.id)?.version ?? 0) + jump),
      }
    }
    case 'put-blob':
      return { ...random, bytes: Buffer.from(random.sha256) }
    case 'schedule': {
      const { type, ...job } = random
      return { type, job: { ...job, kind: 'k', ref: 'r' } }
    }
    case 'activity':
      return {
        ...random,
        session: 's',
        action: 'a',
        artifact: 'front',
        outcome: 'o',
        actor: `key of ${random.scope}`,
      }
    default:
      return random
  }
}

function same(what: string, got: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(got), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}`)
}

async function compareDocument(
  records: Records,
  model: Model,
  local: boolean,
  kind: string,
  id: string,
): Promise<void> {
  const known = model.document(kind, id)
  const found = await records.find(kind, id)
  same(`scope of ${kind} ${id}`, found?.scope, known?.scope)
  same(`body of ${kind} ${id}`, found?.body, known?.body)
  const check = async (scope: string): Promise<void> => {
    const version = known?.scope === scope ? known.version : undefined
    same(`read ${scope} ${kind} ${id}`, (await records.read(scope, kind, id))?.version, version)
    const view = VIEWS[KINDS.indexOf(kind)]!
    const text = version === undefined ? undefined : `${kind} of ${String(known!.body)}`
    same(`view ${scope} ${kind} ${id}`, (await records.view(scope, view, id))?.text, text)
    const peeked = records.peekView(scope, view, id)?.text
    same(`peekView of ${scope} ${kind} ${id}`, peeked, local ? text : undefined)
  }
  await Promise.all(SCOPES.map(check))
}

/** Compares every read of the port with the model. @throws {Error} naming the first difference */
export async function compare(records: Records, model: Model, local = true): Promise<void> {
  for (const kind of KINDS) {
    // In parallel, so that a store on a server shares round trips.
    await Promise.all(IDS.map((id) => compareDocument(records, model, local, kind, id)))
    for (const scope of SCOPES) {
      same(
        `count ${scope} ${kind}`,
        await countDocuments(records, scope, kind),
        model.page(scope, kind).length,
      )
      for (const key1 of ['k', undefined]) {
        const page = await records.page(scope, kind, { limit: 99, ...(key1 && { key1 }) })
        const expected = model.page(scope, kind, key1)
        same(
          `page ${scope} ${kind} ${key1}`,
          page.map(({ id }) => id),
          expected.map(({ id }) => id),
        )
        for (const how of ['made', 'kept']) {
          const viewed = await records.pageViews(scope, VIEWS[KINDS.indexOf(kind)]!, {
            limit: 99,
            ...(key1 && { key1 }),
          })
          same(
            `views of page ${scope} ${kind} ${key1}, ${how}`,
            viewed,
            page.map(({ seq, body }) => ({ seq, text: `${kind} of ${String(body)}` })),
          )
        }
      }
    }
  }
  for (const sha256 of HASHES) {
    same(
      `blob ${sha256}`,
      (await records.blob(sha256))?.toString(),
      model.holds(sha256) ? sha256 : undefined,
    )
  }
  for (const lane of LANES) {
    const jobs = (await records.dueJobs(lane, 10, 3)).map(({ id, due, scope }) => [id, due, scope])
    same(
      `jobs of ${lane}`,
      jobs,
      model
        .dueJobs(lane, 10)
        .slice(0, 3)
        .map(({ id, due, scope }) => [id, due, scope]),
    )
  }
  const lanes = LANES.map((lane) => ({ lane, due: model.dueJobs(lane, Infinity)[0]?.due }))
  const known = (await records.lanes()).sort(
    (a, b) => LANES.indexOf(a.lane) - LANES.indexOf(b.lane),
  )
  same(
    'lanes',
    known,
    lanes.filter(({ due }) => due !== undefined),
  )
  for (const scope of SCOPES) {
    const entries = (await records.activity(scope, { limit: 99 })).map(({ at, actor }) => [
      at,
      actor,
    ])
    const expected = model.activity
      .filter((entry) => entry.scope === scope)
      .map(({ at }) => [at, `key of ${scope}`])
    same(`activity ${scope}`, entries, expected.toReversed())
    same(
      `activity count ${scope}`,
      [...(await records.countActivity(scope))],
      expected.length === 0 ? [] : [['a', expected.length]],
    )
    const counted = Map.groupBy(
      model.meters.filter((entry) => entry.scope === scope),
      ({ meter }) => meter,
    )
    same(
      `meters ${scope}`,
      [...(await records.meters(scope))].sort(),
      [...counted].map(([meter, all]) => [meter, all.length]).sort(),
    )
  }
}

/** Writes all batches of a step in one event loop turn, so that they share a commit. */
export async function write(
  records: Records,
  model: Model,
  batches: Generated<typeof batch>[],
): Promise<void> {
  const expected: string[] = []
  const writes = batches.map((batch) => {
    const changes = batch.map((random) => toChange(random, model))
    expected.push(model.write(changes) ? 'fulfilled' : 'rejected')
    return records.write(changes)
  })
  const got = (await Promise.allSettled(writes)).map(({ status }) => status)
  if (got.join() !== expected.join())
    throw new Error(`batches: expected ${expected.join()}, got ${got.join()}`)
}
