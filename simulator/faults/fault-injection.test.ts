import t from 'tap'
import { seededRandom } from '../ids/random.ts'
import { Faults } from './fault-injection.ts'

const given = {
  organization: null,
  operation: '*',
  match: {},
  effect: { status: 503 as const },
  created: 0,
  probability: null,
}

t.test('spent faults give way to new ones, and active ones do not', async (t) => {
  const faults = new Faults({ random: seededRandom('s'), addressLimit: () => ({}) })
  t.notOk(faults.any, 'a simulator without faults looks no further')
  for (let i = 0; i < 1000; i++) faults.add({ ...given, times: 1 })
  t.ok(faults.any)
  t.ok(faults.full)
  const [first, second] = faults.all
  second!.hits = 1
  t.notOk(faults.full)
  const added = faults.add({ ...given, times: 1 })
  t.equal(faults.all.length, 1000)
  t.strictSame(
    [faults.all[0], faults.all.includes(second!), faults.all.at(-1)],
    [first, false, added],
  )
  t.ok(faults.full)
  for (const fault of faults.all) fault.hits = 1
  faults.remove(({ id }) => id === added.id)
  t.notOk(faults.any, 'nothing is left that may hit')
})
