import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { pair, ran, SMALL, SPEC } from './testing.ts'

const DIFF = ['diff', '--base', 'base.yaml', '--head', 'head.yaml']
const DROPPED = pair('properties: { thingId: { type: string } }', 'properties: {}')

t.test('exit 0 for safe and risky changes, 1 for breaking ones', async (t) => {
  const same = await ran(t.testdir(pair('Small', 'Small')), ...DIFF)
  t.strictSame(
    [same.code, same.out],
    [
      0,
      'base.yaml -> head.yaml\n\n0 changes: 0 breaking, 0 risky, 0 safe.\nOpen: no breaking changes.\n',
    ],
  )
  const risky = await ran(t.testdir(pair('[new, old]', '[new, old, lost]')), ...DIFF)
  t.strictSame([risky.code, /1 change: 0 breaking, 1 risky, 0 safe/.test(risky.out)], [0, true])
  const broken = await ran(t.testdir(DROPPED), ...DIFF)
  t.equal(broken.code, 1)
  t.match(
    broken.out,
    /Breaking \(1\)[^]*field `thingId` removed {2}field-removed-[0-9a-f]{8}\n {4}head\.yaml:\d+ {2}\/components\/schemas\/Made/,
  )
  t.match(
    broken.out,
    /consumer: A field that receivers read is gone\. \[VER-004\]\n {6}thing\.made, body: thingId/,
  )
})

t.test('contracts named without options: the error names the options', async (t) => {
  const folder = t.testdir({})
  for (const [args, err] of [
    [['a.yaml'], 'error: contracts are named by options: --base a.yaml\n'],
    [['a.yaml', 'b.yaml'], 'error: contracts are named by options: --base a.yaml --head b.yaml\n'],
    [
      ['--base', 'main', 'b.yaml'],
      'error: contracts are named by options: --base main --head b.yaml\n',
    ],
    [
      ['a', 'b', 'c'],
      'error: too many arguments: name two contracts, with --base SOURCE and --head SOURCE\n',
    ],
  ] as const)
    t.strictSame(await ran(folder, 'diff', ...args), { out: '', err, code: 2 })
})

t.test('the id of a change does not depend on other changes', async (t) => {
  const idOf = async (files: Record<string, string>) =>
    /field-removed-\w+/.exec((await ran(t.testdir(files), ...DIFF)).out)?.[0]
  const alone = await idOf(DROPPED)
  const among = await idOf({
    ...DROPPED,
    'head.yaml': DROPPED['head.yaml']!.replace('[new, old]', '[new]').replace(
      'Later.',
      'Much later.',
    ),
  })
  t.ok(alone)
  t.equal(among, alone)
})

t.test('JSON, SARIF and Markdown, printed or written to files', async (t) => {
  const folder = t.testdir(DROPPED)
  const json = JSON.parse((await ran(folder, ...DIFF, '--json')).out) as Record<string, unknown>
  t.match(json, { format: 1, verdict: 'closed', counts: { breaking: 1, risky: 0, safe: 0 } })
  t.match(json.changes, [
    {
      kind: 'field-removed',
      place: { file: 'head.yaml', pointer: /Made/ },
      allowed: null,
      oasdiff: [],
      effects: [{ audience: 'consumer', rule: 'VER-004', places: ['thing.made, body: thingId'] }],
    },
  ])

  const whole = await ran(
    folder,
    ...DIFF,
    '--sarif',
    join(folder, 'gate.sarif'),
    '--markdown',
    join(folder, 'gate.md'),
  )
  t.match(whole.out, /Closed: A breaking change/, 'with files, the text report is printed too')
  const sarif = JSON.parse(readFileSync(join(folder, 'gate.sarif'), 'utf8')) as {
    runs: { results: { ruleId: string }[]; tool: { driver: { rules: { id: string }[] } } }[]
  }
  t.match(sarif, {
    version: '2.1.0',
    runs: [
      {
        results: [
          {
            level: 'error',
            locations: [{ physicalLocation: { artifactLocation: { uri: 'head.yaml' } } }],
          },
        ],
      },
    ],
  })
  const [run] = sarif.runs
  t.strictSame(
    run!.results.map(({ ruleId }) => ruleId),
    run!.tool.driver.rules.map(({ id }) => id),
    'each result names a rule of the tool',
  )
  const markdown = readFileSync(join(folder, 'gate.md'), 'utf8')
  t.match(
    markdown,
    /^### Contract: closed by 1 breaking change\n[^]*\| consumer \| 1 \| · \| · \|[^]*\*\*field `thingId` removed\*\*/,
  )
})

t.test(
  'an entry with the id of the change opens the gate, and the command writes a draft',
  async (t) => {
    const folder = t.testdir(DROPPED)
    const { out: draft } = await ran(folder, ...DIFF, '--entry')
    const entry = (change: (from: string) => string) => {
      mkdirSync(join(folder, 'changes'), { recursive: true })
      writeFileSync(join(folder, 'changes', 'thing.yaml'), change(draft))
      return ran(folder, ...DIFF)
    }
    t.match(parse(draft), { date: '2026-11-21', changes: [/^field-removed-/] })
    const empty = await entry(() => '')
    t.equal(empty.code, 1, 'an empty file, created by the shell for the draft, is not an entry')
    const unfinished = await entry((text) => text)
    t.strictSame(
      [unfinished.code, unfinished.err],
      [2, 'vskit spec diff: changes/thing.yaml: title must be a sentence\n'],
    )
    const finish = (text: string) => text.replaceAll(/TODO .*/g, 'Nobody read it.')
    const done = await entry(finish)
    t.equal(done.code, 0, done.err)
    t.match(
      done.out,
      /allowed by changes\/thing\.yaml: Nobody read it\.[^]*Open: every breaking change is recorded/,
    )
    const stale = await entry((text) =>
      finish(text).replace('- field', '- no-such-change-00000000\n  - field'),
    )
    t.match(
      stale.out,
      /Note: changes\/thing\.yaml names no-such-change-00000000, which matches no change/,
    )
    t.equal(stale.code, 0)
    const other = await entry((text) =>
      finish(text).replace(/- field-removed-\w+/, '- field-removed-00000000'),
    )
    t.equal(other.code, 1, 'another change is still refused')
    const odd = await entry((text) => `${finish(text)}severity: safe\n`)
    t.match([odd.code, odd.err], [2, /unknown key "severity"/])
  },
)

t.test('VER-004 HDR-004 a breaking change of an event passes as a new version of it', async (t) => {
  const files = {
    ...DROPPED,
    'head.yaml': DROPPED['head.yaml']!.replace("x-event-version: '1'", "x-event-version: '2'"),
  }
  const { code, out } = await ran(t.testdir(files), ...DIFF)
  t.equal(code, 0, out)
  t.match(out, /allowed by event version 2[^]*Risky \(1\)\n {2}event version 1 became 2/)
  const both = files['head.yaml'].replace("        '429': { description: Later. }\n", '')
  t.equal(
    (await ran(t.testdir({ ...files, 'head.yaml': both }), ...DIFF)).code,
    1,
    'a new event version does not permit breaking changes for clients',
  )
})

t.test('revisions of a git repository are read as they were committed', async (t) => {
  const folder = t.testdir({
    api: { 'openapi.yaml': SMALL, '.spectral.yaml': 'a: 1\n', '.ci': { 'a.yaml': 'a: 1\n' } },
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '--quiet')
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--message', 'x')
  }
  commit()
  const against = (base: string, ...more: string[]) =>
    ran(folder, 'diff', '--contract', 'api', '--base', base, ...more)
  t.match((await against('HEAD')).out, /0 changes/, 'hidden files are not part of either side')
  writeFileSync(join(folder, 'api', 'openapi.yaml'), SMALL.replace('[new, old]', '[new]'))
  t.match(
    (await against('HEAD')).out,
    /value "old" removed[^]*api\/openapi\.yaml:\d+/,
    'the working tree against a commit',
  )
  t.equal((await against('HEAD', '--head', 'HEAD')).code, 0, 'a commit against itself')
  commit()
  t.equal((await against('HEAD~1', '--head', 'HEAD')).code, 1, 'a commit against the one before')
  t.equal(
    (await against('HEAD~1:api/openapi.yaml')).code,
    1,
    'a file of a commit against the folder',
  )
  const inside = await ran(join(folder, 'api'), 'diff', '--contract', '.', '--base', 'HEAD~1')
  t.equal(inside.code, 1, 'from within the folder')
  t.match(await against('no-such-branch'), {
    code: 2,
    err: 'vskit spec diff: no-such-branch is neither a file nor a revision of this git repository; pass one of them\n',
  })
  t.match(await against('HEAD:gone.yaml'), {
    code: 2,
    err: 'vskit spec diff: the revision HEAD has no gone.yaml; pass the path of a contract in it, as REVISION:PATH\n',
  })
  t.match(await ran(folder, 'diff', '--contract', 'gone', '--base', 'HEAD'), {
    code: 2,
    err: 'vskit spec diff: the revision HEAD has no gone; pass the path of the contract with --contract, or its former path as REVISION:PATH; a new contract has nothing to be compared with yet\n',
  })
  t.match(
    await against('--output=x'),
    { code: 2, err: /neither a file nor a revision/ },
    'a revision is never passed to git as an option',
  )
  git('clone', '--quiet', '--depth', '1', pathToFileURL(folder).href, 'shallow')
  t.match(await ran(join(folder, 'shallow'), 'diff', '--contract', 'api', '--base', 'HEAD~1'), {
    code: 2,
    err: 'vskit spec diff: HEAD~1 is neither a file nor a revision of this git repository, which is a shallow clone; fetch its history with `git fetch --unshallow`, in GitHub Actions with `fetch-depth: 0`\n',
  })
})

t.test('an invalid contract is reported in one line with exit code 2', async (t) => {
  const doubled = Array.from(
    { length: 40 },
    (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`,
  )
  const answering = (schema: object, schemas: object = {}) =>
    JSON.stringify({
      openapi: '3.1.0',
      components: { schemas },
      paths: {
        '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } },
      },
    })
  for (const [name, text, line] of [
    ['a list', '- a\n', /is not an OpenAPI 3 document/],
    ['nothing', '', /is not an OpenAPI 3 document/],
    ['Swagger 2', "swagger: '2.0'\npaths: {}\n", /is Swagger 2\.0/],
    ['no YAML', 'a: [1, 2\nb: }', /is not valid YAML/],
    ['no JSON', '{', /is not JSON/, 'json'],
    [
      'a broken reference',
      answering({ $ref: '#/components/schemas/Gone' }),
      /the reference #\/components\/schemas\/Gone does not resolve/,
    ],
    [
      'a reference to itself',
      `${SMALL.replace('{ description: Later. }', "{ $ref: '#/paths/~1v1~1things/get/responses/429' }")}`,
      /refers to itself/,
    ],
    [
      'a reference to the network',
      answering({ $ref: 'https://example.com/a.yaml' }),
      /the gate works offline/,
    ],
    [
      'a reference out of its folder',
      answering({ $ref: '../../secret.yaml' }),
      /outside of its folder/,
    ],
    [
      'a missing file',
      answering({ $ref: './gone.yaml#/a' }),
      /cannot read .*gone\.yaml \(ENOENT\)/,
    ],
    [
      'a YAML bomb',
      `openapi: 3.1.0\npaths: {}\na0: &a0 [x]\n${doubled.join('\n')}\n`,
      /Excessive alias count/,
    ],
    [
      'brackets without end',
      `openapi: 3.1.0\npaths: {}\nx: ${'['.repeat(5000)}`,
      /nested too deeply/,
    ],
    [
      'a deep document',
      `{"openapi":"3.1.0","paths":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`,
      /nested deeper than 120/,
      'json',
    ],
    [
      'two YAML documents',
      `${SMALL}---\n${SMALL}`,
      /it contains multiple documents; put each into a file$/m,
    ],
    [
      'a key that occurs twice',
      '{\n"openapi":"3.1.0",\n"openapi":"3.1.0","paths":{}}',
      /json:3: the key "openapi" occurs twice/,
      'json',
    ],
    [
      'no paths',
      'openapi: 3.1.0\ncomponents: {}\n',
      /has neither paths nor webhooks; [^\n]* pass the document that uses its components\n$/,
    ],
    [
      'an unknown type',
      answering({ type: 'strin' }),
      /type: expected a type or a list of types: a/,
    ],
    [
      'a schema that refers to itself',
      answering({ $ref: '#/components/schemas/A' }, { A: { $ref: '#/components/schemas/A' } }),
      /#\/components\/schemas\/A refers to itself/,
    ],
    ['an unknown anchor', answering({ $ref: '#gone' }), /the reference #gone does not resolve/],
    ['a huge file', `openapi: 3.1.0\npaths: {}\n#${'x'.repeat(11 << 20)}`, /larger than 10 MiB/],
    [
      'a list of a million',
      `openapi: 3.1.0\npaths: {}\nx:\n${'- a\n'.repeat(1_000_000)}`,
      /more than 350000 lines and items/,
    ],
    [
      'a path that is not an object',
      'openapi: 3.1.0\npaths: { /a: }\n',
      /#\/paths\/~1a: expected an object/,
    ],
    ['an enum that is not a list', answering({ enum: 'x' }), /enum: expected a list/],
    [
      'a type that is a number',
      answering({ properties: { a: { type: 5 } } }),
      /type: expected a type/,
    ],
  ] as [string, string, RegExp, string?][])
    await refused(
      t,
      name,
      text,
      line,
      name.includes('JSON') || text.startsWith('{') ? 'json' : 'yaml',
    )
  const missing = await ran(t.testdir(), 'diff', '--base', 'gone.yaml')
  t.match(missing, { code: 2, out: '', err: /gone\.yaml is/ })
  t.match(await ran(t.testdir(), 'diff'), {
    code: 2,
    err: 'error: the old contract is missing: pass --base SOURCE\n',
  })
  const latin1 = t.testdir({ 'base.yaml': SMALL })
  writeFileSync(join(latin1, 'head.yaml'), Buffer.from(`${SMALL}# caf\u00e9\n`, 'latin1'))
  t.match(await ran(latin1, 'diff', '--base', 'base.yaml', '--head', 'head.yaml'), {
    code: 2,
    err: /head\.yaml is not UTF-8/,
  })
  if (process.platform !== 'win32') {
    const piped = t.testdir({ 'base.yaml': SMALL })
    execFileSync('mkfifo', [join(piped, 'head.yaml')])
    t.match(await ran(piped, 'diff', '--base', 'base.yaml', '--head', 'head.yaml'), {
      code: 2,
      err: /head\.yaml is not a regular file/,
    })
  }
  t.match(
    await ran(
      t.testdir({ api: {}, 'base.yaml': SMALL }),
      'diff',
      '--base',
      'base.yaml',
      '--head',
      'api',
    ),
    { code: 2, err: /a folder without openapi\.yaml/ },
  )
})

t.test('endlessly recursive references are classified', async (t) => {
  const bomb = (type: string) => {
    const schemas = Array.from({ length: 60 }, (_, index) => [
      `S${index + 1}`,
      { properties: { l: ref(index), r: ref(index) } },
    ])
    const content = { 'application/json': { schema: ref(60) } }
    return JSON.stringify({
      openapi: '3.1.0',
      components: { schemas: { S0: { type }, ...Object.fromEntries(schemas) } },
      paths: { '/a': { get: { responses: { 200: { content } } } } },
    })
  }
  const folder = t.testdir({ 'base.json': bomb('string'), 'head.json': bomb('integer') })
  const { code, out } = await ran(folder, 'diff', '--base', 'base.json', '--head', 'head.json')
  t.equal(code, 1)
  t.match(out, /type string became integer[^]*and \d+ more\n[^]*1 change:/)
})

t.test('decompression bombs are refused with little memory', async (t) => {
  const bombs = {
    'aliases.yaml': `openapi: 3.1.0\npaths: {}\na0: &a0 [x]\n${Array.from({ length: 60 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\n`,
    'brackets.yaml': `openapi: 3.1.0\npaths: {}\nx: ${'['.repeat(1 << 20)}`,
    'items.yaml': `openapi: 3.1.0\npaths: {}\nx:\n${'- a\n'.repeat(400_000)}`,
  }
  const folder = t.testdir(bombs)
  for (const bomb of Object.keys(bombs)) {
    const args = [
      '--max-old-space-size=128',
      join(SPEC, '../bin/vskit.cjs'),
      'spec',
      'diff',
      '--base',
      bomb,
    ]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    t.equal(status, 2, `${bomb}: ${stderr}`)
    t.match(stderr, /^vskit spec diff: [^\n]+\n$/, bomb)
  }
})

t.test('cyclic schemas are compared', async (t) => {
  const circle = (type: string) =>
    SMALL.replace(
      'state: {',
      `next: { $ref: '#/components/schemas/Thing' }, age: { type: ${type} }, state: {`,
    )
  const folder = t.testdir({ 'base.yaml': circle('integer'), 'head.yaml': circle('string') })
  t.match(await ran(folder, ...DIFF), { code: 1, out: /1 change: 1 breaking/ })
})

async function refused(
  t: Test,
  name: string,
  text: string,
  line: RegExp,
  extension: string,
): Promise<void> {
  const file = `odd.${extension}`
  const { code, out, err } = await ran(
    t.testdir({ [file]: text, 'base.yaml': SMALL }),
    'diff',
    '--base',
    'base.yaml',
    '--head',
    file,
  )
  t.equal(code, 2, name)
  t.equal(out, '', `${name}: no verdict`)
  t.match(err, line, name)
  t.match(err, /^vskit spec diff: [^\n]+\n$/, `${name}: one line`)
}

function ref(index: number): object {
  return { $ref: `#/components/schemas/S${index}` }
}
