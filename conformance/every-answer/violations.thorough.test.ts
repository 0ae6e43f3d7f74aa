import t from 'tap'
import { VIOLATIONS } from './testing/broken-rules.ts'
import { expectFound } from './testing/expect-found.ts'

t.test('each fault that no check looks for is found in the responses of a check', (t) =>
  expectFound(t, VIOLATIONS),
)
