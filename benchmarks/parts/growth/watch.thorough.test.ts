import { readFileSync } from 'node:fs'
import t from 'tap'
import { ProcessGroup } from '../../process/process-group.ts'
import {
  type Stall,
  folderBytes,
  longestStall,
  parseIntervals,
  readStall,
  residentBytes,
  stallArgument,
} from './watch.ts'

t.test('the longest stall of an interval', async (t) => {
  const longest = (text: string, from: number, until: number): Stall | null =>
    longestStall(parseIntervals(text), from, until)
  const text =
    '800 1000 3.5\n1000 1200 40.1 9.0 30.6 0.0\n1200 1300 90.0 1.0 89.0 80.0\n1300 1400 2.0 2.0 0.0 0.0\n'
  t.strictSame(longest(text, 800, 1400), { ms: 40.1, ran_ms: 9, waited_ms: 30.6 })
  t.strictSame(
    longest(text, 1200, 1500),
    { ms: 2, ran_ms: 2, waited_ms: 0 },
    'stalls with steal time are excluded',
  )
  t.strictSame(
    longest(text, 700, 1100),
    { ms: 3.5, ran_ms: null, waited_ms: null },
    'a system without these statistics',
  )
  t.strictSame(longest(text, 1001, 1500)?.ms, 2, 'stalls that began earlier are excluded')
  t.equal(longest(text, 1200, 1350), null, 'steal time of the host')
  t.equal(longest(text, 2000, 3000), null)
  t.equal(longest('', 0, 9), null)
  t.equal(
    longest('800 1000 3.5 1.0 1.0\n1000 1200 40.1 9.0 3', 0, 9999)?.ms,
    3.5,
    'a partially written last line is ignored',
  )
  t.equal(readStall('no-such-file', 0, 1), null)
  const file = `${t.testdir({ stalls: text })}/stalls`
  t.equal(readStall(file, 0, 1000)?.ms, 3.5)
})

t.test('a loaded process reports its stalls with CPU and wait time', async (t) => {
  const group = new ProcessGroup()
  // Register first: the folder is then removed after the processes that write into it have ended.
  t.teardown(() => group.end())
  const folder = t.testdir({})
  // Ignore steal time: the stall is the program's own.
  const stallOf = async (name: string, what: string): Promise<Stall> => {
    const file = `${folder}/${name}`
    const program = `setTimeout(() => { ${what} }, 20); setInterval(() => {}, 50); setTimeout(() => console.log("done"), 700)`
    const process = group.start(name, ['-e', program], { nodeArgs: [stallArgument(group, file)] })
    await process.firstLine()
    return parseIntervals(readFileSync(file, 'utf8')).reduce((longest, one) =>
      one.ms > longest.ms ? one : longest,
    )
  }
  const busy = await stallOf('busy', 'const until = Date.now() + 300; while (Date.now() < until);')
  t.ok(busy.ms > 200, `${busy.ms} ms`)
  const asleep = await stallOf(
    'asleep',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)',
  )
  t.ok(asleep.ms > 200, `${asleep.ms} ms`)
  if (process.platform !== 'linux') return
  t.ok(busy.ran_ms! + busy.waited_ms! > 200, `ran ${busy.ran_ms}, waited ${busy.waited_ms}`)
  t.ok(asleep.ran_ms! < 100, `ran ${asleep.ran_ms} of ${asleep.ms}`)
})

t.test('memory and disk', async (t) => {
  t.ok(residentBytes(process.pid)! > 1e6)
  t.equal(residentBytes(-1), null)
  t.equal(folderBytes(t.testdir({ a: '12345', deep: { b: '123' } })), 8)
})
