import t from 'tap'
import { patternRelation } from './relation.ts'

t.test('patterns that backtrack are compared in limited time', async (t) => {
  for (const [before, after, relation] of [
    ['^([a-z0-9-]{1,63}\\.?)+$', '^([a-z0-9-]{1,64}\\.?)+$', 'equal'],
    ['^([a-z0-9-]{1,63}\\.?)+$', '^([a-z0-9_-]{1,63}\\.?)+$', 'wider'],
    ['^(?!-)([a-z0-9-]{1,63}\\.?)+$', '^(?!-)([a-z0-9-]{1,64}\\.?)+$', 'unclear'],
  ] as const)
    t.equal(patternRelation(before, after).relation, relation, `${before} became ${after}`)
})
