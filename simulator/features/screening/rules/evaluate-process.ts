import type { ScreeningRuleInput } from '../../../../spec/generated/wire.ts'
import { evaluate } from './evaluate.ts'
import { type Screened, factsOf } from './facts.ts'

/**
 * The screening engine as a separate process, for benchmarks. For each order it returns the number of evaluations,
 * their processor time and how many rules held. It exits with its parent.
 */
interface Order {
  rules: ScreeningRuleInput[]
  screened: Screened
  seconds: number
}

process.on('message', ({ rules, screened, seconds }: Order) => {
  // Once to warm up the engine on these rules, and for the result.
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
// A separate function, so that a profile shows it.
for (const end of ['disconnect', 'SIGTERM']) process.on(end, () => process.exit())
