import t from 'tap'
import { matchName, restartTime } from './matcher.ts'

t.test('many slow patterns need no more time than a few', async (t) => {
  const names = Array.from({ length: 40 }, (_, i) => `${'a'.repeat(40)}${i}!`)
  const slow = Array.from({ length: 40 }, (_, i) => `^(?!x)((a+)\\2)+<${i}>$`)
  const before = performance.now()
  for (const pattern of slow) for (const name of names) matchName(pattern, name)
  // 40 patterns of 250 ms each would need 10 s.
  t.ok(performance.now() - before < 6000)
  // Other test files share this process.
  restartTime()
})
