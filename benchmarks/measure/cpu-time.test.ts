import t from 'tap'
import {
  cpuSeconds,
  readSchedule,
  readStat,
  readStolen,
  stolenSeconds,
  threadSeconds,
} from './cpu-time.ts'

t.test('user and system time, for any process name', async (t) => {
  const fields = (name: string) =>
    `4242 (${name}) S 1 4242 4242 0 -1 4194560 9000 0 3 0 150 25 7 8 20 0 11 0 12345`
  t.equal(readStat(fields('node')), 1.75)
  t.equal(readStat(fields('a b) (c')), 1.75, 'brackets and spaces in the name are skipped')
})

t.test('the CPU time of this process; null for an unknown one', async (t) => {
  t.equal(cpuSeconds(-1), null)
  if (process.platform !== 'linux') return
  const before = cpuSeconds(process.pid)!
  const { user, system } = process.cpuUsage()
  t.ok(before <= (user + system) / 1e6, 'agrees with the clock of Node.js, rounded down')
  t.ok(before >= (user + system) / 1e6 - 0.5)
})

t.test('the CPU time of a process is the sum of its threads', async (t) => {
  t.strictSame(readSchedule('1500000000 250000000 2\n'), { ran: 1.5, waited: 0.25 })
  t.equal(threadSeconds(-1), null)
  if (process.platform !== 'linux') return
  const before = threadSeconds(process.pid)!
  const { user, system } = process.cpuUsage()
  t.ok(Math.abs(before - (user + system) / 1e6) < 0.5)
  while (process.cpuUsage({ user, system }).user < 5000);
  const spent = threadSeconds(process.pid)! - before
  t.ok(spent > 0.004, `${spent}: a resolution of five milliseconds`)
})

t.test('the steal time of a virtual machine is read', async (t) => {
  t.equal(
    readStolen('cpu  596293 8282 180061 643858 6948 0 68181 372 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n'),
    3.72,
  )
  t.equal(readStolen('no such thing'), 0)
  t.ok(stolenSeconds() >= 0)
})
