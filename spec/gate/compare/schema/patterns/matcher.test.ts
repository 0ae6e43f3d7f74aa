import t from 'tap'
import { changesBetween } from '../../../testing.ts'
import { matchName } from './matcher.ts'

/** Names of this form need more steps than a century of computing, if all are tried. */
const NAME = `${'a'.repeat(60)}!`
const SLOW = '^(?!x)(a+)+$'

t.test('a name is matched in limited time', async (t) => {
  for (const [pattern, name, match] of [
    ['^x-', 'x-a', true],
    ['^x-', 'y', false],
    ['^(a+)+$', NAME, false],
    ['^(?!x)y', 'y', true],
    ['^(?!x)y', 'x', false],
    [SLOW, 'aaa', true],
    [SLOW, NAME, 'undecided'],
    ['(', 'a', 'unreadable'],
  ] as const)
    t.equal(matchName(pattern, name), match, `${pattern} ${name}`)
  const before = performance.now()
  for (let length = 60; length < 160; length++) matchName(SLOW, `${'a'.repeat(length)}!`)
  t.ok(performance.now() - before < 200, 'a slow pattern is tried with one name only')
})

const schemaWith = (pattern: string, names: string[]) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/a': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: false,
                properties: Object.fromEntries(names.map((name) => [name, {}])),
                patternProperties: { [pattern]: { type: 'string' } },
              },
            },
          },
        },
        responses: { 200: { description: 'a' } },
      },
    },
  },
})

t.test('a pattern that gives no result is risky if the fields change', async (t) => {
  const undecided = {
    severity: 'risky',
    what: /whether `.*` matches a field was not decided in time/,
  }
  const changes = await changesBetween(schemaWith(SLOW, ['b']), schemaWith(SLOW, ['b', NAME]))
  t.match(
    changes.filter(({ severity }) => severity === 'risky'),
    [undecided],
  )
  t.strictSame(
    await changesBetween(schemaWith(SLOW, [NAME]), schemaWith(SLOW, [NAME])),
    [],
    'the same schema',
  )
  const automaton = await changesBetween(
    schemaWith('^(a+)+$', ['b']),
    schemaWith('^(a+)+$', ['b', NAME]),
  )
  t.notMatch(automaton, [undecided])
})
