import t from 'tap'
import { testVerdicts } from './corpus/verdicts.ts'

t.test('HDR-003 HDR-004 VER-004 each edit of the corpus has its verdict', (t) =>
  testVerdicts(t, () => true),
)
