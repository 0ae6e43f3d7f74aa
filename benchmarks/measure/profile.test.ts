import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readProfile, topSelfTimes } from './profile.ts'

const node = (id: number, functionName: string, url: string, lineNumber: number) => ({
  id,
  callFrame: { functionName, url, lineNumber },
})
const PROFILE = {
  nodes: [
    node(1, '(idle)', '', -1),
    node(2, 'sign', 'file:///app/http/send.ts', 9),
    node(3, '', 'node:internal/fs', 0),
    node(4, 'sign', 'file:///app/http/send.ts', 9),
    node(5, '(garbage collector)', '', -1),
  ],
  samples: [1, 2, 3, 4, 5],
  timeDeltas: [900, 30, 50, 10, 10],
}

t.test('self time of functions as a share of active time', async (t) => {
  t.strictSame(
    topSelfTimes(PROFILE, 9),
    [
      { name: '(anonymous) node:internal/fs:1', share: 0.5 },
      { name: 'sign http/send.ts:10', share: 0.4 },
      { name: '(garbage collector)', share: 0.1 },
    ],
    'calls of one function from two places are merged',
  )
  t.equal(topSelfTimes(PROFILE, 2).length, 2)
})

t.test('picks the busiest of several threads; none without a profile', async (t) => {
  const folder = t.testdir({})
  t.equal(readProfile(folder), undefined)
  t.equal(readProfile(join(folder, 'not made')), undefined)
  await writeFile(
    join(folder, 'CPU.1.0.cpuprofile'),
    JSON.stringify({ ...PROFILE, samples: [1, 1, 1, 1, 1, 1] }),
  )
  await writeFile(join(folder, 'CPU.1.1.cpuprofile'), JSON.stringify(PROFILE))
  t.strictSame(readProfile(folder)?.samples, PROFILE.samples)
})
