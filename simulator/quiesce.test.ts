import t from 'tap'
import type { Answer } from './call/answer.ts'
import type { Call, Handler } from './call/call.ts'
import { Quiesce } from './quiesce.ts'
import type { Organization } from './world/world.ts'

const DONE: Answer = { status: 204 }
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const call = (organization?: Organization): Call =>
  ({ owner: organization && { organization } }) as unknown as Call

/** A handler that waits for a signal, and records its steps. */
function slow(notes: string[], name: string): { handler: Handler; go: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    go: resolve,
    handler: {
      run: async () => {
        notes.push(`${name} begins`)
        await promise
        notes.push(`${name} ends`)
        return DONE
      },
    },
  }
}

t.test('a task waits for running requests; new requests wait for the task', async (t) => {
  const notes: string[] = []
  const one = slow(notes, 'one')
  const quiesce = new Quiesce(() => true)
  const { run } = quiesce.over({ one: one.handler }).one!
  const running = run(call())
  t.equal(quiesce.hold(), undefined)
  const first = quiesce.during(async () => notes.push('task'))
  const second = quiesce.during(async () => notes.push('next task'))
  await turn()
  t.ok(quiesce.hold(), 'new calls are held')
  void quiesce.hold()!.then(() => notes.push('admitted'))
  for (let i = 0; i < 10; i++) await turn()
  t.strictSame(notes, ['one begins'])
  one.go()
  await Promise.all([running, first, second])
  t.strictSame(notes.slice(0, 3), ['one begins', 'one ends', 'task'])
  t.strictSame(notes.slice(3).sort(), ['admitted', 'next task'])
  t.equal(quiesce.hold(), undefined)
})

t.test('admitted requests end before the task; a failed task admits requests again', async (t) => {
  const notes: string[] = []
  const quiesce = new Quiesce(() => true)
  const { check, run } = quiesce.over({
    checked: {
      check: async () => (notes.push('check'), []),
      run: async () => (notes.push('run'), DONE),
    },
  }).checked!
  const one = call()
  const checked = Promise.resolve(check!(one)).then(() => run(one))
  await t.rejects(
    quiesce.during(async () => {
      notes.push('task')
      throw new Error('it failed')
    }),
    { message: 'it failed' },
  )
  await checked
  t.strictSame(notes, ['check', 'run', 'task'])
  t.equal(quiesce.hold(), undefined)
  t.equal(await quiesce.during(async () => 'again'), 'again')
})

t.test('a call within a running call is admitted', async (t) => {
  const notes: string[] = []
  const quiesce = new Quiesce(() => true)
  const inner = quiesce.over({ inner: { run: async () => (notes.push('inner'), DONE) } }).inner!
  const { promise, resolve } = Promise.withResolvers<void>()
  const { run } = quiesce.overCallers({
    outer: {
      run: async () => {
        await promise
        // As a listener does for each request.
        await quiesce.hold()
        await inner.run(call())
        return DONE
      },
    },
  }).outer!
  const outer = run(call())
  const task = quiesce.during(async () => notes.push('task'))
  await turn()
  resolve()
  await Promise.all([outer, task])
  t.strictSame(notes, ['inner', 'task'])
})

t.test(
  'a request admitted under another world is repeated, and one without a key is not',
  async (t) => {
    const [old, current] = [{ id: 'org_a' }, { id: 'org_a' }] as unknown as [
      Organization,
      Organization,
    ]
    let world = old
    const quiesce = new Quiesce((organization) => organization === world)
    const { run } = quiesce.over({ one: { run: () => DONE } }).one!
    t.equal(run(call(old)), DONE)
    let late: Answer | Promise<Answer> | undefined
    await quiesce.during(async () => {
      late = run(call(old))
      world = current
    })
    await t.rejects(Promise.resolve(late), { name: 'Replaced' })
    t.throws(() => run(call(old)), { name: 'Replaced' })
    t.equal(run(call(current)), DONE)
    t.equal(run(call()), DONE)
  },
)
