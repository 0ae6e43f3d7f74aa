import t from 'tap'
import { patternRelation, samplesOf } from './relation.ts'

t.test('a string that only one of two patterns matches proves which is wider', async (t) => {
  for (const [before, after, relation] of [
    ['^v1=[0-9a-f]{64}$', '^v1=', 'wider'],
    ['^vs_', '^v', 'wider'],
    ['^[0-9]+$', '^[0-9]{10}$', 'narrower'],
    ['^[A-Z]{2}$', '^[A-H][A-Z]$', 'narrower'],
    ['^a$', '^b$', 'other'],
    ['^(a|b)$', '^(a|b|c)$', 'wider'],
    ['^a?$', '^a$', 'narrower'],
    ['^[a-zA-Z0-9_]{1,20}$', '^[a-zA-Z_]{1,30}$', 'other'],
    ['^[a-z]+$', '^[a-z0-9]+$', 'wider'],
    ['^[^a-c]$', '^[^a]$', 'wider'],
    ['^\\d{2,}$', '^\\d\\d+$', 'equal'],
    ['^a{2}$', '^aa$', 'equal'],
    ['^(?:a|b)*$', '^[ba]*$', 'equal'],
    ['^a|b$', '^(a|b)$', 'narrower'],
    ['^[\\w.-]+$', '^[-._A-Za-z0-9]+$', 'equal'],
    ['^.$', '^[^\\n\\r\\u2028\\u2029]$', 'equal'],
    ['^[\\u{1F600}-\\u{1F64F}]$', '^[\\u{1F600}-\\u{1F650}]$', 'wider'],
    ['(', '^a$', 'unclear'],
  ] as const)
    t.equal(patternRelation(before, after).relation, relation, `${before} became ${after}`)
  // Without automata, a sample proves one direction only.
  for (const [before, after, relation] of [
    ['^(?!x)[a-z]+$', '^(?!y)[a-z]+$', 'wider-or-other'],
    ['^(?!-)[a-c]{1,3}$', '^(?!-)[a-d]{1,3}$', 'wider-or-other'],
    ['^(?!-)[a-d]{1,3}$', '^(?!-)[a-c]{1,3}$', 'narrower-or-other'],
    ['^(?!-)[a-z0-9]{2}$', '^(?!-)[a-z_]{2}$', 'other'],
    ['^(a{60}){60}$', '^(a{60}){61}$', 'other'],
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
