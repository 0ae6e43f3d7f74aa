import t from 'tap'
import { patternRelation, samplesOf } from './patterns.ts'

t.test('a string that only one of two patterns matches proves which is wider', async (t) => {
  for (const [before, after, relation] of [
    ['^v1=[0-9a-f]{64}$', '^v1=', 'wider'],
    ['^vs_', '^v', 'wider'],
    ['^[0-9]+$', '^[0-9]{10}$', 'narrower'],
    ['^[A-Z]{2}$', '^[A-H][A-Z]$', 'narrower'],
    ['^a$', '^b$', 'other'],
    ['^(a|b)$', '^(a|b|c)$', 'wider'],
    ['^a?$', '^a$', 'narrower'],
    ['^[a-z]$', '^[a-z]$', 'unclear'],
    ['^a{2}$', '^aa$', 'unclear'],
    ['(', '^a$', 'unclear'],
  ] as const)
    t.equal(patternRelation(before, after).relation, relation, `${before} became ${after}`)
  t.match(patternRelation('^ab$', '^a'), { witness: /"a.*" fits now/ })
})

t.test('samples match their pattern, and their number is limited', async (t) => {
  for (const pattern of [
    '^vs_',
    '^[0-9a-f]{64}$',
    '^v1=[0-9a-f]{2}( v1=[0-9a-f]{2})*$',
    '^\\d{4}-\\d{2}$',
    '^(?:a|b)+c$',
    '^[^.]+[.][^.]+$',
  ]) {
    t.ok(
      samplesOf(pattern).some((text) => new RegExp(pattern, 'u').test(text)),
      pattern,
    )
  }
  t.ok(samplesOf(`^${'(a|b|c|d)'.repeat(30)}$`).length <= 300)
  t.ok(samplesOf('^((a*)*)*$').length <= 300)
})
