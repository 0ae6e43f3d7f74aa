import t from 'tap'
import { isAlive } from '../../self-test/tiny-target.ts'
import { ProcessGroup } from '../../process/process-group.ts'
import type { Summary } from '../../measure/statistics.ts'
import { measureWebhooks } from './measure.ts'

t.test(
  'a fast receiver alone, beside a slow one, out of a queue, and from a bare sender',
  async (t) => {
    const group = new ProcessGroup()
    t.teardown(() => group.end())
    const steps: string[] = []
    const result = await measureWebhooks(group, {
      cores: { note: null },
      store: 'memory',
      warmup: 0,
      rounds: 2,
      events: 20,
      nodeArgs: [],
      step: (text) => {
        steps.push(text)
      },
    })
    t.match(steps, [
      /^webhooks: warm-up$/,
      /^webhooks: round 1 of 2, \d+ events a second$/,
      /round 2 of 2/,
    ])
    const {
      rates: { alone, beside_slow, queued, bare },
      slow_ratio,
      alone_ratio,
      bare_ratio,
    } = result
    t.strictSame(
      [alone.length, beside_slow.length, queued.length, bare.length],
      [3, 2, 2, 3],
      'the warm-up does not count',
    )
    t.ok(
      [...alone, ...beside_slow, ...queued, ...bare].every(
        (rate) => rate > 0 && Number.isFinite(rate),
      ),
    )
    const between = (ratio: Summary, series: number[], baseline: number[]): void => {
      const first = series[0]! / ((baseline[0]! + baseline[1]!) / 2)
      t.equal(ratio.count, 2)
      t.ok(ratio.min <= first && ratio.max >= first)
    }
    between(slow_ratio, beside_slow, alone)
    between(alone_ratio, alone.slice(1), bare)
    between(bare_ratio, queued, bare)
    t.equal(group.pids.length, 4, 'simulator, two receivers, sender')
    t.strictSame(group.pids.filter(isAlive), [])
  },
)
