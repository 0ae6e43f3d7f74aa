import t from 'tap'
import { openapiPairs, oasdiffVerdicts, reasonOf } from './corpus/openapi/pairs.ts'
import { wrongVerdicts } from './corpus/openapi/wrong-verdicts.ts'
import { AUDIENCES, worst } from './judgement.ts'
import { changesBetween } from './testing.ts'

const pairs = openapiPairs()
const oasdiff = oasdiffVerdicts()

// The pairs of one edit follow each other, eight at most: most edits are tested in one place.
t.test('every ninth pair of documents has its verdict, without oasdiff', async (t) =>
  t.strictSame(await wrongVerdicts(pairs.filter((_, index) => index % 9 === 0)), []),
)

t.test('each audience has its verdict where the corpus states it', async (t) => {
  const wrong: string[] = []
  for (const { name, base, head, audiences } of pairs) {
    if (!audiences) continue
    const effects = (await changesBetween(base, head)).flatMap((change) => change.effects)
    for (const audience of AUDIENCES) {
      const severities = effects.flatMap((of) => (of.audience === audience ? of.severity : []))
      const verdict = severities.length > 0 ? worst(severities) : 'same'
      if (verdict !== audiences[audience])
        wrong.push(`${name}, ${audience}: ${verdict} instead of ${audiences[audience]}`)
    }
  }
  t.strictSame(wrong, [])
})

t.test('every different verdict of oasdiff about breaking changes has a reason', async (t) => {
  // Pairs that are newer than the last run of `compare.ts --write` have no verdict of oasdiff.
  const compared = pairs.filter(({ name }) => name in oasdiff)
  t.equal(compared.length, Object.keys(oasdiff).length)
  t.ok(compared.length >= 979, `${compared.length} pairs`)
  const isBreaking = (verdict: string) => verdict === 'breaking'
  const unexplained = compared.filter((pair) => {
    const theirs = oasdiff[pair.name]!
    const differs = isBreaking(pair.expected) !== isBreaking(theirs)
    return differs && reasonOf(pair, pair.expected, theirs) === undefined
  })
  t.strictSame(
    unexplained.map(({ name, expected }) => `${name}: ${expected}, oasdiff ${oasdiff[name]}`),
    [],
  )
})
