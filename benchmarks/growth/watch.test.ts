import t from 'tap'
import { Stage } from '../stage.ts'
import { folderBytes, longestStall, readStalls, residentBytes, stallArgument } from './watch.ts'

t.test('the longest stall of a stretch of time', async (t) => {
  const text = '1000 3.5\n1200 40.1\n1400 2.0\n'
  t.equal(longestStall(text, 1000, 1400), 40.1)
  t.equal(longestStall(text, 1300, 1500), 2)
  t.equal(longestStall(text, 2000, 3000), null)
  t.equal(longestStall('', 0, 9), null)
  t.equal(longestStall('1000 3.5\n12', 0, 9999), 3.5, 'a line that is not written to its end yet')
  t.equal(readStalls('no-such-file', 0, 1), null)
})

t.test('a process that is loaded with the monitor tells its stalls', async (t) => {
  const stage = new Stage()
  t.teardown(() => stage.end())
  const file = `${t.testdir({})}/stalls`
  const blocked = 'const until = Date.now() + 300; setTimeout(() => { while (Date.now() < until); }, 20); setInterval(() => {}, 50); setTimeout(() => console.log("done"), 700)'
  const process = stage.start('blocked', ['-e', blocked], { nodeArgs: [stallArgument(stage, file)] })
  await process.firstLine()
  const stall = readStalls(file, 0, Number.MAX_SAFE_INTEGER)
  t.ok(stall !== null && stall > 200, `${stall} ms`)
})

t.test('memory and disk', async (t) => {
  t.ok(residentBytes(process.pid)! > 1e6)
  t.equal(residentBytes(-1), null)
  t.equal(folderBytes(t.testdir({ a: '12345', deep: { b: '123' } })), 8)
})
