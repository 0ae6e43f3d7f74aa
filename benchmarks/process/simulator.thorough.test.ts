import t from 'tap'
import { LOADED_PATHS, callFor } from '../load/paths.ts'
import { callOnce, record } from '../measure/recording.ts'
import { isAlive } from '../self-test/tiny-target.ts'
import { startSimulator, withSession } from './simulator.ts'
import { ProcessGroup } from './process-group.ts'
import { measureStart } from '../measure/start.ts'
import { weekly } from '../../tools/testing/rounds.ts'

t.test(
  'the started simulator has a session with an image of 20 KB, and large budgets',
  async (t) => {
    const group = new ProcessGroup()
    t.teardown(() => group.end())
    const simulator = await startSimulator(group, { measured: 'sessions', store: 'disk' })
    const subject = await withSession(simulator)
    const answers = Object.fromEntries(
      await Promise.all(
        LOADED_PATHS.map(async (path) => [
          path,
          await callOnce(simulator.baseUrl, callFor(path, subject)),
        ]),
      ),
    )
    t.match(
      answers,
      {
        image: { status: 200 },
        retrieve: { status: 200 },
        create: { status: 201 },
        refused: { status: 200 },
      },
      'including the request that a spent budget admits in each new window',
    )
    t.equal((await record(simulator.baseUrl, callFor('refused', subject))).status, 429)
    t.ok(Math.abs(answers.image.body.length - 20_480) < 2048)
    t.ok(Math.abs(answers.retrieve.body.length - 1536) < 154)

    // One more than the contract's limit per minute (LIM): with the default budget this would be a
    // 429.
    const image = callFor('image', subject)
    const many = await Promise.all(
      Array.from({ length: 121 }, () => callOnce(simulator.baseUrl, image)),
    )
    t.strictSame([...new Set(many.map(({ status }) => status))], [200])
  },
)

t.test('each round measures the start of every kind, and no process remains', weekly, async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const steps: string[] = []
  const { samples, summaries } = await measureStart(group, {
    rounds: 2,
    progress: (kind, round) => {
      steps.push(`${kind} ${round}`)
    },
  })
  const kinds = [
    'bare node:http',
    'simulator, memory',
    'simulator, disk',
    'simulator, memory, --world FILE',
  ] as const
  t.strictSame(
    steps,
    [0, 1, 2].flatMap((round) => kinds.map((kind) => `${kind} ${round}`)),
    'in turn, after a warm-up',
  )
  for (const kind of kinds) {
    t.equal(samples[kind].length, 2, 'the warm-up does not count')
    t.equal(summaries[kind].ms.max, Math.max(...samples[kind].map(({ ms }) => ms)))
  }
  t.equal(group.pids.length, 12)
  t.strictSame(group.pids.filter(isAlive), [])
})
