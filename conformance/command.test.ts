import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadCatalogue } from './check/catalogue.ts'
import { OUTCOMES } from './check/outcome.ts'
import { CHECKS } from './checks/all.ts'
import { conformanceCommand } from './command.ts'
import { receiverCommand } from './receiver/command.ts'
import { type CommandRun, runConformance } from './testing/command-run.ts'

async function run(args: string[], env: Record<string, string> = {}): Promise<CommandRun> {
  return runConformance(args, env, false)
}

t.test('list shows every check and what it needs', async (t) => {
  const { out } = await run(['list'])
  for (const { id } of CHECKS) t.match(out, id)
  t.match(out, /images\.served .*state session_with_images/)
  const json = JSON.parse((await run(['list', '--json'])).out) as { id: string }[]
  t.strictSame(
    json.map(({ id }) => id),
    CHECKS.map(({ id }) => id),
  )
})

t.test('list shows the checks of an area, and rejects one that does not exist', async (t) => {
  const { out } = await run(['list', '--area', 'images'])
  t.match(out, /images\.served/)
  t.notMatch(out, /sessions\.create-and-retrieve/)
  t.match(out, /\n\d+ checks in 1 area: images\n$/)
  t.match(await run(['list', '--area', 'nope']), { err: /there is no area "nope"/, code: 2 })
})

t.test('init writes a target file, once', async (t) => {
  const file = join(t.testdir(), 'mine.yaml')
  t.match(await run(['init', file]), {
    out: `Wrote ${file}. Set the variables that it names, then: vskit conformance --target ${file}\n`,
    code: undefined,
  })
  writeFileSync(file, 'mine')
  t.match(await run(['init', file]), { err: /already exists and was not changed/, code: 2 })
  t.equal(readFileSync(file, 'utf8'), 'mine')
})

t.test(
  'the command that init prints can be copied if the file has a space in its name',
  async (t) => {
    const file = join(t.testdir(), "it's mine.yaml")
    const { out } = await run(['init', file])
    const command = out.slice(out.indexOf('vskit conformance'))
    const read = `vskit() { printf %s "$3"; }; ${command}`
    t.equal(execFileSync('sh', ['-c', read], { encoding: 'utf8' }), file)
  },
)

t.test('a command that cannot run reports what to do, and judges nothing', async (t) => {
  const folder = t.testdir({
    'bad.yaml': 'name: [',
    'good.json': '{"name":"a","regions":{"us":{"base_url":"http://127.0.0.1:1"}}}',
  })
  const good = ['--target', join(folder, 'good.json')]
  const cases: [string[], RegExp][] = [
    [
      ['--target', join(folder, 'none.yaml')],
      /there is no such file; write one with: vskit conformance init/,
    ],
    [['--simulator', '127.0.0.1:4000'], /expected the URL of a control API, .*127\.0\.0\.1:4000"/],
    [['--target', join(folder, 'bad.yaml')], /bad\.yaml: \d+ problems?\n/],
    [
      [...good, '--only', 'limits.header'],
      /there is no check "limits\.header"\. Did you mean "limits\.headers"\?/,
    ],
    [[...good, '--area', 'limit'], /there is no area "limit"\. Did you mean "limits"\?/],
    [[...good, '--area', 'planes', '--only', 'limits.headers'], /no check matches both/],
    [
      [...good, '--report-json', join(folder, 'no', 'such', 'folder.json')],
      /folder\.json cannot be written: its folder does not exist/,
    ],
    [[...good, '--report-json', '-'], /Expected the name of a file for the report, got '-'/],
    [
      [...good, '--report-json', join(folder, 'run'), '--report-html', join(folder, '.', 'run')],
      /--report-json and --report-html name the same file .*run\. Name another file for one of them/,
    ],
  ]
  for (const [args, told] of cases) t.match(await run(args), { err: told, code: 2, out: '' })
})

t.test('a run that judged nothing is not a success', async (t) => {
  const folder = t.testdir({
    'target.json': '{"name":"a","regions":{"us":{"base_url":"http://127.0.0.1:1"}}}',
  })
  const report = join(folder, 'report.json')
  const { out, code } = await run([
    '--target',
    join(folder, 'target.json'),
    '--only',
    'limits.headers',
    '--report-json',
    report,
  ])
  t.equal(code, 2)
  t.match(out, /not judged: no check was run/)
  t.ok(existsSync(report))
  t.match(JSON.parse(readFileSync(report, 'utf8')), { verdict: 'not judged', exit_code: 2 })
})

/** Flags of tools for developers of the suite, and of the simulator. */
const OF_OTHERS = ['--sync', '--write', '--us-url', '--eu-url']

t.test('every flag in the README exists', async (t) => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const conformance = conformanceCommand()
  const known = [
    ...conformance.options,
    ...conformance.commands.flatMap(({ options }) => options),
    ...receiverCommand().options,
  ].map(({ long }) => long)
  const named = [...new Set(readme.match(/(?<=[`\s])--[a-z-]+/g))].filter(
    (flag) => !OF_OTHERS.includes(flag),
  )
  t.ok(named.length >= 10)
  t.strictSame(
    named.filter((flag) => !known.includes(flag)),
    [],
  )
})

t.test('the README explains every outcome and names only existing ids', async (t) => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  t.strictSame(
    Object.values(OUTCOMES).filter((outcome) => !readme.includes(`\n| ${outcome} |`)),
    [],
  )
  const catalogue = loadCatalogue()
  t.strictSame(
    (readme.match(/\b[A-Z]{3}-\d{3}\b/g) ?? []).filter((id) => !catalogue.has(id)),
    [],
  )
})
