import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { mayFollow } from '../load/url.ts'
import { pair, ran, SMALL } from '../testing.ts'

const DIFF = ['diff', '--base', 'base.yaml', '--head', 'head.yaml']
const LIST = '  /v1/things:\n    get:\n      operationId: listThings\n'

/** The small contract with a second operation that has these members, and without it. */
function removal(members: string): Record<string, string> {
  const operation = `  /v1/old:\n    get: { ${members}responses: { '204': { description: x } } }\n`
  return { 'base.yaml': SMALL.replace(LIST, operation + LIST), 'head.yaml': SMALL }
}

async function codes(
  t: Test,
  files: Record<string, string>,
  ...options: string[][]
): Promise<(number | undefined)[]> {
  const folder = t.testdir(files)
  const all = []
  for (const option of options) all.push((await ran(folder, ...DIFF, ...option)).code)
  return all
}

t.test('--allow-removal permits removing deprecated parts of the base', async (t) => {
  const ways = [[], ['--allow-removal', 'sunset'], ['--allow-removal', 'deprecated']]
  const of = (members: string) => codes(t, removal(members), ...ways)
  t.strictSame(await of(''), [1, 1, 1])
  t.strictSame(await of('deprecated: true, '), [1, 1, 0])
  t.strictSame(
    await of("deprecated: true, x-sunset: '2026-11-22', "),
    [1, 1, 0],
    'one day too early',
  )
  t.strictSame(await of("deprecated: true, x-sunset: '2026-11-21', "), [1, 0, 0])
  t.strictSame(await of("x-sunset: '2026-11-01', "), [1, 1, 1], 'it was never deprecated')
  const field = (members: string) => ({
    'base.yaml': SMALL.replace(
      'thingId: { type: string }',
      `thingId: { type: string }, a: { ${members} }`,
    ),
    'head.yaml': SMALL,
  })
  t.strictSame(await codes(t, field('type: string'), ...ways), [1, 1, 1])
  t.strictSame(await codes(t, field('deprecated: true'), ...ways), [1, 1, 0])
})

t.test('--sunset-days requires a removal date that is far enough ahead', async (t) => {
  const deprecated = (sunset: string) =>
    pair('operationId: listThings', `operationId: listThings\n      deprecated: true${sunset}`)
  const of = (sunset: string) => codes(t, deprecated(sunset), [], ['--sunset-days', '30'])
  t.strictSame(await of(''), [0, 1])
  t.strictSame(await of("\n      x-sunset: '2026-12-20'"), [0, 1])
  t.strictSame(await of("\n      x-sunset: '2026-12-21'"), [0, 0])
  t.strictSame(await of('\n      x-sunset: soon'), [0, 1])
})

t.test('--stability permits breaking changes in draft and alpha, and no lower level', async (t) => {
  const of = (members: string) => codes(t, removal(members), [], ['--stability'])
  t.strictSame(await of('x-stability-level: alpha, '), [1, 0])
  t.strictSame(await of('x-stability-level: beta, '), [1, 1])
  const level = (from: string, to: string) => ({
    'base.yaml': SMALL.replace('operationId: listThings', `x-stability-level: ${from}`),
    'head.yaml': SMALL.replace('operationId: listThings', `x-stability-level: ${to}`),
  })
  t.strictSame(await codes(t, level('stable', 'beta'), [], ['--stability']), [0, 1])
  t.strictSame(await codes(t, level('beta', 'stable'), ['--stability']), [0])
  t.strictSame(await codes(t, level('beta', 'great'), ['--stability']), [1])
})

t.test('--extensible-enum reads the list as known values', async (t) => {
  const list = (values: string) =>
    SMALL.replace('enum: [new, old]', `x-extensible-enum: [${values}]`)
  const files = { 'base.yaml': list('new, old'), 'head.yaml': list('new') }
  t.strictSame(await codes(t, files, [], ['--extensible-enum']), [0, 1])
  const more = { 'base.yaml': list('new'), 'head.yaml': list('new, old') }
  const { out } = await ran(t.testdir(more), ...DIFF, '--extensible-enum')
  t.match(out, /1 change: 0 breaking, 0 risky, 1 safe/)
})

t.test('--fail-on risky closes the gate for a risky change, which an entry opens', async (t) => {
  const files = pair('[new, old]', '[new, old, lost]')
  t.strictSame(await codes(t, files, [], ['--fail-on', 'risky']), [0, 1])
  const folder = t.testdir(files)
  const closed = await ran(folder, ...DIFF, '--fail-on', 'risky')
  t.match(closed.out, /Closed: A change has neither a new version nor an entry/)
  const { out: draft } = await ran(folder, ...DIFF, '--fail-on', 'risky', '--entry')
  const entry = draft.replaceAll(/TODO .*/g, 'Meant so.')
  const { out, code } = await ran(
    t.testdir({ ...files, changes: { 'lost.yaml': entry } }),
    ...DIFF,
    '--fail-on',
    'risky',
  )
  t.equal(code, 0, out)
  t.match(out, /allowed by changes\/lost\.yaml: Meant so\./)
})

t.test('an entry that the base has does not permit the same change again', async (t) => {
  const files = pair('properties: { thingId: { type: string } }', 'properties: {}')
  const folders = (old: Record<string, string>, now: Record<string, string>) =>
    t.testdir({
      old: { 'openapi.yaml': files['base.yaml']!, changes: old },
      now: { 'openapi.yaml': files['head.yaml']!, changes: now },
    })
  const between = (folder: string) => ran(folder, 'diff', '--base', 'old', '--head', 'now')
  const id = /field-removed-\w+/.exec((await between(folders({}, {}))).out)![0]
  const entry = (...ids: string[]) =>
    `title: T\ndate: '2026-11-21'\nchanges: [${ids.join(', ')}]\nreason: R\nmigration: M\n`
  const text = entry(id)
  t.match(await between(folders({}, { 'a.yaml': text })), { code: 0, out: /allowed by changes\/a/ })
  t.match(await between(folders({ 'a.yaml': text }, { 'a.yaml': text })), { code: 1 })
  t.match(
    await between(folders({ 'a.yaml': text }, { 'a.yaml': text, 'b.yaml': text })),
    { code: 0, out: /allowed by changes\/b/ },
    'a new entry permits it again',
  )
  const [earlier, longer] = [entry('field-removed-00000000'), entry('field-removed-00000000', id)]
  t.match(
    await between(folders({ 'a.yaml': earlier }, { 'a.yaml': longer })),
    { code: 0, out: /allowed by changes\/a/ },
    'an id that an old entry gained permits it',
  )
})

t.test('a malformed entry of the base does not stop the comparison that repairs it', async (t) => {
  const files = pair('properties: { thingId: { type: string } }', 'properties: {}')
  const between = (old: Record<string, string>, now: Record<string, string>) => {
    const folder = t.testdir({
      old: { 'openapi.yaml': files['base.yaml']!, changes: old },
      now: { 'openapi.yaml': files['head.yaml']!, changes: now },
    })
    return ran(folder, 'diff', '--base', 'old', '--head', 'now')
  }
  const id = /field-removed-\w+/.exec((await between({}, {})).out)![0]
  const good = `title: T\ndate: '2026-11-21'\nchanges: [${id}]\nreason: R\nmigration: M\n`
  for (const bad of [
    good.replace('title: T\n', ''),
    good.replace('2026-11-21', '2026-99-99'),
    good.replace('2026-11-21', '2026-02-30'),
    'title: [',
    '- a\n',
  ]) {
    const removed = await between({ 'a.yaml': bad }, {})
    t.match(removed, { code: 1, err: '' }, 'removed')
    t.notMatch(removed.out, /is missing/, 'it was in no changelog')
    t.match(await between({ 'a.yaml': bad }, { 'a.yaml': good }), { code: 0 }, 'repaired')
    t.match(
      await between({}, { 'a.yaml': bad }),
      { code: 2, err: /^vskit spec diff: (now\/)?changes\/a\.yaml[ :]/ },
      'of head',
    )
  }
})

t.test('--github prints annotations', async (t) => {
  const files = pair('properties: { thingId: { type: string } }', 'properties: {}')
  const { out } = await ran(t.testdir(files), ...DIFF, '--github')
  t.match(
    out,
    /^::error file=head\.yaml,line=\d+,title=breaking%3A field `thingId` removed::consumer: A field that receivers read is gone\. \[VER-004\] thing\.made, body: thingId%0Afield-removed-\w{8}$/m,
  )
})

t.test('a name in a document writes no command and no escape sequence', async (t) => {
  const document = (fields: object) =>
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'A.',
                content: { 'application/json': { schema: { type: 'object', properties: fields } } },
              },
            },
          },
        },
      },
    })
  const folder = t.testdir({
    'base.json': document({ 'a\n::error::b': {}, 'c\u001b[31md': {}, 'e\u202ef': {} }),
    'head.json': document({}),
  })
  const command = ['diff', '--base', 'base.json', '--head', 'head.json']
  for (const format of ['--github', '--markdown', '--entry']) {
    const { out } = await ran(folder, ...command, format)
    t.match(out, 'a\\u000a::error::b', format)
    t.notMatch(out, /^::error::/m, `${format}: no command`)
    // oxlint-disable-next-line no-control-regex -- It is what is looked for.
    t.notMatch(out, /[\u001b\u202e]/, `${format}: no control characters`)
  }
})

t.test('--base takes an address, within bounds', async (t) => {
  const server = createServer(({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { location: 'http://example.com/' }).end()
    else if (url === '/again') response.writeHead(307, { location: '/again' }).end()
    else if (url === '/hop') response.writeHead(301, { location: '/openapi' }).end()
    else if (url === '/gone') response.writeHead(404).end()
    else if (url === '/huge') {
      response.on('error', () => {})
      response.end('x'.repeat(17 << 20))
    } else response.end(url === '/split' ? SMALL.replace('#/components', './a.yaml#/b') : SMALL)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = t.testdir(pair('[new, old]', '[new]'))
  const against = (base: string) => ran(folder, 'diff', '--base', base, '--head', 'head.yaml')
  t.match(await against(`${origin}/openapi`), { code: 1, out: /value "old" removed/ })
  t.match(await against(`${origin}/hop`), { code: 1, out: /value "old" removed/ })
  t.match(await against(`${origin}/moved`), {
    code: 2,
    err: /moved redirects to http:\/\/example\.com\/: use https/,
  })
  t.match(await against(`${origin}/again`), { code: 2, err: /redirects more than 5 times/ })
  t.match(await against(`${origin}/gone`), { code: 2, err: /expected a document, got status 404/ })
  t.match(await against(`${origin}/huge`), { code: 2, err: /is larger than 16 MiB/ })
  t.match(await against(`${origin}/split`), { code: 2, err: /bundle the document into one file/ })
  t.match(await against('http://example.com/openapi.yaml'), { code: 2, err: /use https/ })
  t.match(await against('https://127.0.0.1:9/x'), { code: 2, err: /another port, or download it/ })
  t.match(await against('https://'), { code: 2, err: /https:\/\/ is not a URL/ })
  const secret = await against('https://ann:secret@example.com/openapi.yaml')
  t.match(secret, { code: 2, err: /the URL of example\.com contains credentials/ })
  t.notMatch(secret.err, /secret/)
  t.notOk(mayFollow('https://example.com/', 'http://127.0.0.1/'), 'a redirect never leaves HTTPS')
  t.ok(mayFollow('http://127.0.0.1/', 'https://example.com/'))
  server.closeAllConnections()
})
