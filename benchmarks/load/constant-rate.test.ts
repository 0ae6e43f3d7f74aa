import type { Client } from 'autocannon'
import t from 'tap'
import { ConstantRate } from './constant-rate.ts'

/** The part of a connection that ConstantRate uses. */
function connection(asked: string[], name: string): Client {
  return {
    _doRequest: () => {
      asked.push(name)
    },
  } as Client
}

t.test('a connection sends when a request is due, and only once while it is free', async (t) => {
  const asked: string[] = []
  const constantRate = new ConstantRate(1_000_000)
  t.teardown(() => constantRate.stop())
  const [first, second] = [connection(asked, 'first'), connection(asked, 'second')]
  constantRate.hold(first)
  constantRate.hold(second)
  first._doRequest!()
  second._doRequest!()
  t.strictSame(asked, [], 'not at once')
  while (asked.length < 2)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  t.strictSame(asked, ['first', 'second'])
  for (let i = 0; i < 5; i++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  t.equal(asked.length, 2, 'busy connections send nothing')
  t.ok(constantRate.sinceDue(second) > 0)
})

t.test('the latency of a delayed request counts from its due time', async (t) => {
  const constantRate = new ConstantRate(1000)
  t.teardown(() => constantRate.stop())
  const asked: string[] = []
  const late = connection(asked, 'late')
  constantRate.hold(late)
  const began = performance.now()
  while (performance.now() - began < 20)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  late._doRequest!()
  while (asked.length < 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  t.ok(constantRate.sinceDue(late) >= 20, 'the first was due at the beginning')
})

t.test('a changed autocannon is detected', async (t) => {
  const constantRate = new ConstantRate(1)
  t.teardown(() => constantRate.stop())
  t.throws(() => constantRate.hold({} as Client), /expected the method of autocannon 9/)
})
