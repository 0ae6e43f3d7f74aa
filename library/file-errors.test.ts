import fc from 'fast-check'
import t from 'tap'
import { jsonPlace, jsonProblem } from './file-errors.ts'

function errorOf(text: string): Error | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error as Error
  }
}

t.test('every error has a line and a column', async (t) => {
  for (const [text, place] of [
    ['{\n  "a": 1,\n  "b": [,]\n}', 'line 3 column 9'],
    ['{\n  "a": 1,\n  "b" 2\n}', 'line 3 column 7'],
    ['{\n  "a": 1,\n  b: 2\n}', 'line 3 column 3'],
    ['{\n  "a": 1,\n  // a comment\n}', 'line 3 column 3'],
    ['{\n  "a": 1,\n', 'line 3 column 1'],
    ['{"a": tru', 'line 1 column 10'],
    ['', 'line 1 column 1'],
    ['x', 'line 1 column 1'],
  ] as const) {
    const problem = jsonProblem(text, errorOf(text))
    t.ok(problem.endsWith(`(${place})`), `${place}: ${problem}`)
    t.equal(problem.match(/line/g)!.length, 1)
  }
})

t.test('the place is the character that the parser did not expect', async () => {
  const sample = JSON.stringify({ a: [1.5e3, true, null, { b: 'x\u00e9"\\' }], c: {} }, null, 2)
  fc.assert(
    fc.property(
      fc.nat(sample.length),
      fc.nat(2),
      fc.constantFrom('', ',', '}', ']', '"', 'x', '-', '\n'),
      (at, removed, put) => {
        const text = sample.slice(0, at) + put + sample.slice(at + removed)
        const error = errorOf(text)
        const [, token] = /^Unexpected token '(.)'/su.exec(error?.message ?? '') ?? []
        if (error === undefined || token === undefined) return true
        const [, line, column] = /line (\d+) column (\d+)/.exec(jsonPlace(text, error))!
        return `${text.split('\n')[Number(line) - 1]}\n`[Number(column) - 1] === token
      },
    ),
    { numRuns: 500 },
  )
})
