import t from 'tap'
import fc from 'fast-check'
import { SettableClock, iso } from './clock.ts'

const newClock = () => {
  const machine = { now: 1_000_000 }
  return { machine, clock: new SettableClock(() => machine.now) }
}

t.test('the clock follows the machine until it is changed', async (t) => {
  const { machine, clock } = newClock()
  t.equal(clock.now(), 1_000_000)
  machine.now += 5
  t.equal(clock.now(), 1_000_005)
  t.strictSame(clock.state, { frozen_at: null, offset_ms: 0 })
})

t.test('a frozen clock stays at its time, or at a given one', async (t) => {
  const { machine, clock } = newClock()
  clock.freeze()
  machine.now += 5
  t.equal(clock.now(), 1_000_000)
  t.ok(clock.frozen)
  clock.freeze(42)
  t.equal(clock.now(), 42)
  clock.set(50)
  machine.now += 5
  t.equal(clock.now(), 50, 'set while frozen, it stays frozen')
  clock.resume()
  t.notOk(clock.frozen)
  t.equal(clock.now(), 50, 'and runs on from there')
  machine.now += 7
  t.equal(clock.now(), 57)
  clock.resume()
  t.equal(clock.now(), 57, 'a running clock is not moved by that')
})

t.test('a running clock that is set continues from the new time', async (t) => {
  const { machine, clock } = newClock()
  clock.set(10)
  machine.now += 3
  t.equal(clock.now(), 13, 'also backwards')
  clock.freeze(0)
  t.equal(clock.now(), 0, 'the epoch is a time like any other')
  t.ok(clock.frozen)
})

t.test('a clock that is restored from a state continues like the original one', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('freeze' as const, 'resume' as const) }),
    fc.record({
      do: fc.constantFrom('freeze at' as const, 'set' as const, 'wait' as const),
      ms: fc.nat(1e9),
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { machine, clock } = newClock()
      // The model: the displayed time, and whether the clock runs.
      let shown = machine.now
      let runs = true
      for (const each of steps) {
        switch (each.do) {
          case 'freeze':
            clock.freeze()
            runs = false
            break
          case 'resume':
            clock.resume()
            runs = true
            break
          case 'freeze at':
            clock.freeze(each.ms)
            shown = each.ms
            runs = false
            break
          case 'set':
            clock.set(each.ms)
            shown = each.ms
            break
          case 'wait':
            machine.now += each.ms
            if (runs) shown += each.ms
        }
        for (const same of [clock, new SettableClock(() => machine.now, clock.state)]) {
          if (same.now() === shown && same.frozen !== runs) continue
          throw new Error(
            `after ${each.do}: expected ${shown}, ${runs}; got ${same.now()}, ${!same.frozen}`,
          )
        }
      }
    }),
  )
})

t.test('times are written in UTC', async (t) => {
  t.equal(iso(0), '1970-01-01T00:00:00.000Z')
  t.equal(iso(Date.UTC(2026, 10, 21, 5, 6, 7, 8)), '2026-11-21T05:06:07.008Z')
})
