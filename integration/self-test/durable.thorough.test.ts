import t from 'tap'
import { allPass, judgeVariant } from './correct-backend.ts'
import { DURABLE } from './durable.ts'

t.test('a correct backend that survives a crash passes', async (t) =>
  allPass(t, await judgeVariant(t, DURABLE)),
)
