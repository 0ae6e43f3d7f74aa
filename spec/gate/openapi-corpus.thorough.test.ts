import t from 'tap'
import { openapiPairs } from './corpus/openapi/pairs.ts'
import { wrongVerdicts } from './corpus/openapi/wrong-verdicts.ts'

t.test('each pair of documents has its verdict, without oasdiff', async (t) =>
  t.strictSame(await wrongVerdicts(openapiPairs()), []),
)
