import t from 'tap'
import { assignCores, chooseCores, readCpuList } from './cores.ts'

const alone = (core: number) => [core]

t.test('parses core lists of the kernel', async (t) => {
  t.strictSame(readCpuList('0-2,7\n'), [0, 1, 2, 7])
  t.strictSame(readCpuList('5'), [5])
  t.strictSame(readCpuList(''), [])
})

t.test('server and load get a core each, not two threads of one core', async (t) => {
  t.strictSame(assignCores([4, 6], alone), { server: 4, load: 6, note: null })
  const twoThreads = (core: number) => (core < 2 ? [0, 1] : [2, 3])
  t.strictSame(assignCores([0, 1, 2, 3], twoThreads), { server: 0, load: 2, note: null })
})

t.test('limits of pinning are in the remark', async (t) => {
  t.match(
    assignCores([0, 1], () => [0, 1]),
    { server: 0, load: 1, note: /two threads of one physical core/ },
  )
  for (const allowed of [[], [3]])
    t.strictSame(Object.keys(assignCores(allowed, alone)), ['note'], 'nothing is pinned')
})

t.test('cores of this machine are found', async (t) => {
  const { server, load, note } = chooseCores()
  if (server === undefined) t.match(note, /not pinned/)
  else t.not(server, load)
})
