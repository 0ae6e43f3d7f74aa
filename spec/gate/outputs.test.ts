import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { specCommand } from './command.ts'
import { changesBetween, pair, ran, SMALL } from './testing.ts'

const DIFF = ['diff', '--base', 'base.yaml', '--head', 'head.yaml']
const DROPPED = pair('properties: { thingId: { type: string } }', 'properties: {}')

t.test('two formats are not printed into one output', async (t) => {
  const folder = t.testdir(DROPPED)
  for (const [formats, named] of [
    [['--sarif', '--markdown'], '--sarif and --markdown'],
    [['--markdown', '--github'], '--markdown and --github'],
  ] as const) {
    const { code, out, err } = await ran(folder, ...DIFF, ...formats)
    t.strictSame([code, out], [2, ''], named)
    t.equal(err, `error: ${named} would print into the same output; write all but one to a file\n`)
  }
  const same = await ran(folder, ...DIFF, '--json', 'gate.json', '--sarif', './gate.json')
  t.match(same, { code: 2, out: '', err: /--json and --sarif name the same file \.\/gate\.json/ })
  const mixed = await ran(
    folder,
    ...DIFF,
    '--sarif',
    'gate.sarif',
    '--json',
    'gate.json',
    '--github',
  )
  t.match(mixed, { code: 1, out: /^::error /m, err: '' }, 'files do not count')
})

t.test('Markdown of a gate that a risky change closes does not call it breaking', async (t) => {
  const folder = t.testdir(pair('[new, old]', '[new, old, lost]'))
  const { out } = await ran(folder, ...DIFF, '--fail-on', 'risky', '--markdown')
  t.match(out, /^### Contract: closed by 1 change\n/)
  t.match(out, /\nA change needs a new version, or an entry in `changes\/`/)
})

t.test('an annotation of GitHub says how many further places are affected', async (t) => {
  const content =
    "content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }"
  const twice = SMALL.replace('{ description: Later. }', `{ description: Later., ${content} }`)
  const folder = t.testdir({
    'base.yaml': twice,
    'head.yaml': twice.replace('[new, old]', '[new, old, lost]'),
  })
  t.match(
    (await ran(folder, ...DIFF, '--github')).out,
    /^::warning .*GET \/v1\/things, 200 body: state and 1 other place%0A/m,
  )
})

t.test('an output named - is printed, and no file of this name is made', async (t) => {
  const folder = t.testdir(DROPPED)
  const { out } = await ran(folder, ...DIFF, '--json')
  t.strictSame(await ran(folder, ...DIFF, '--json', '-'), { code: 1, out, err: '' })
  t.notOk(existsSync(join(folder, '-')))
  t.match(await ran(folder, ...DIFF, '--json', '-', '--sarif', '-'), {
    code: 2,
    err: /--json and --sarif would print into the same output/,
  })
})

t.test(
  'an empty name of a contract is refused, as a failed command substitution leaves it',
  async (t) => {
    const { code, err } = await ran(t.testdir(DROPPED), 'diff', '--base', '', '--head', 'head.yaml')
    t.strictSame(
      [code, err],
      [
        2,
        'vskit spec diff: the name of a contract is empty; pass a revision, a folder or a file, and in CI fetch the history of the branch\n',
      ],
    )
  },
)

t.test('a range of success that is added is not called a refusal', async (t) => {
  const { out } = await ran(t.testdir(pair("'200':", '2XX:')), ...DIFF)
  t.match(out, /the answer 2XX added[^]*Clients that compare with the old status/)
})

t.test('a bound whose keyword changed is named with both keywords', async (t) => {
  const files = pair(
    'state: { type: string, enum: [new, old] }',
    'state: { type: number, minimum: 0 }',
  )
  const { out } = await ran(
    t.testdir({
      'base.yaml': files['head.yaml']!,
      'head.yaml': files['head.yaml']!.replace('minimum', 'exclusiveMinimum'),
    }),
    ...DIFF,
  )
  t.match(out, 'minimum 0 became exclusiveMinimum 0')
})

t.test('a minor version of OpenAPI is named with its effect', async (t) => {
  const { code, out } = await ran(t.testdir(pair('openapi: 3.1.0', 'openapi: 3.2.0')), ...DIFF)
  t.equal(code, 0)
  t.match(out, /OpenAPI 3\.1 became 3\.2[^]*Tools that read the document may not support/)
})

t.test('a list of places below long paths goes on with operations alone', async (t) => {
  const [schemas, operations] = [20, 300]
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index % schemas}` })
  const document = (maxLength: number) => {
    const schema = (index: number) => ({
      properties: { name: { type: 'string', maxLength }, ['n'.repeat(200)]: ref(index + 1) },
    })
    const operation = (index: number) => ({
      get: { responses: { 200: { content: { 'application/json': { schema: ref(index) } } } } },
    })
    return {
      openapi: '3.1.0',
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: schemas }, (_, index) => [`S${index}`, schema(index)]),
        ),
      },
      paths: Object.fromEntries(
        Array.from({ length: operations }, (_, index) => [`/${index}`, operation(index)]),
      ),
    }
  }
  const changes = await changesBetween(document(5), document(6))
  t.equal(changes.length, schemas)
  for (const { severity, effects } of changes) {
    const { places } = effects[0]!
    t.equal(severity, 'breaking')
    t.match(places[0], /^GET \/0, 200 body: (n+\.)*name$/)
    t.equal(places.at(-1), 'GET /299')
    t.equal(new Set(places.map((place) => place.split(', ')[0])).size, operations)
    t.ok(places.join('').length < 120_000, 'memory does not grow with operations x path length')
  }
})

t.test(
  'the JSON report is printed in one part for each change, in the form of JSON.stringify',
  async (t) => {
    const folder = t.testdir({ ...DROPPED, 'same.yaml': DROPPED['base.yaml']! })
    for (const head of ['head.yaml', 'same.yaml']) {
      const parts: string[] = []
      const command = specCommand(ioOf(folder, (text) => parts.push(text)))
      const options = ['--base', 'base.yaml', '--head', head, '--json']
      await command.parseAsync(['diff', ...options], { from: 'user' })
      const report = JSON.parse(parts.join('')) as { changes: object[] }
      t.equal(parts.join(''), `${JSON.stringify(report, null, 2)}\n`)
      t.equal(parts.length, report.changes.length + 2)
      await ran(folder, 'diff', ...options, 'gate.json')
      t.equal(readFileSync(join(folder, 'gate.json'), 'utf8'), parts.join(''))
    }
  },
)

t.test('a report that is too long for a string ends with its reason', async (t) => {
  const io = ioOf(t.testdir(DROPPED), () => {
    throw new RangeError('Invalid string length')
  })
  await specCommand(io).parseAsync([...DIFF, '--markdown'], { from: 'user' })
  t.equal(io.code, 2)
  t.match(io.text, /the report is longer than 512 MB; write it as JSON, which has no limit/)
})

function ioOf(cwd: string, out: (text: string) => void) {
  const io = {
    text: '',
    code: undefined as number | undefined,
    color: false,
    cwd,
    day: () => '2026-11-21',
    out,
    err: (text: string) => {
      io.text += text
    },
    exit: (code: number) => {
      io.code = code
    },
  }
  return io
}
