import type { ScreeningRuleInput } from '../../../../spec/generated/wire.ts'
import { evaluate } from './evaluate.ts'
import { type Screened, factsOf } from './facts.ts'

/**
 * The screening engine as a separate process, for benchmarks: it answers each order with how
 * often it evaluated the rules, the processor time of that and how many of them held. It ends with its parent.
 */
interface Order {
  rules: ScreeningRuleInput[]
  screened: Screened
  seconds: number
}

process.on('message', ({ rules, screened, seconds }: Order) => {
  // Once for the engine to warm up on these rules, and for the answer.
  const { fired } = evaluate(rules, factsOf(screened))
  const [start, before] = [performance.now(), process.cpuUsage()]
  let evaluations = 0
  while (performance.now() - start < seconds * 1000) {
    evaluate(rules, factsOf(screened))
    evaluations++
  }
  const { user, system } = process.cpuUsage(before)
  process.send!({ evaluations, cpu_seconds: (user + system) / 1e6, fired: fired.length })
})
// By itself, so that a profile of it is written.
for (const end of ['disconnect', 'SIGTERM']) process.on(end, () => process.exit())
