import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ran, SMALL } from '../testing.ts'

/** A repository with the small contract in `api/`. */
function repository(t: Test) {
  const folder = t.testdir({ api: { 'openapi.yaml': SMALL } })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--message', 'x')
  }
  git('init', '--quiet')
  return { folder, git, commit, api: join(folder, 'api') }
}

const against = (folder: string, contract = 'api') =>
  ran(folder, 'diff', '--contract', contract, '--base', 'HEAD')

t.test('a link in a revision is read as the file that it names', async (t) => {
  const { folder, commit, api } = repository(t)
  renameSync(join(api, 'openapi.yaml'), join(api, 'real.yaml'))
  symlinkSync('real.yaml', join(api, 'openapi.yaml'))
  commit()
  t.match((await against(folder)).out, /\n0 changes/)
  writeFileSync(join(api, 'real.yaml'), SMALL.replace('[new, old]', '[new]'))
  t.match((await against(folder)).out, /value "old" removed/)
})

t.test('a folder that is a link in a revision is read', async (t) => {
  const { folder, commit } = repository(t)
  symlinkSync('api', join(folder, 'spec'))
  commit()
  t.match((await against(folder, 'spec')).out, /\n0 changes/)
})

t.test('links of a revision to another folder, or to themselves, are refused', async (t) => {
  const { folder, commit, api } = repository(t)
  const file = join(api, 'openapi.yaml')
  const [outside, loop] = ['../other.yaml', 'openapi.yaml']
  for (const [target, message] of [
    [outside, /openapi\.yaml is a link to a file outside of its folder; copy that file/],
    [loop, /openapi\.yaml is a link to itself/],
  ] as const) {
    rmSync(file, { force: true })
    symlinkSync(target, file)
    commit()
    rmSync(file)
    writeFileSync(file, SMALL)
    const { code, err } = await against(folder)
    t.equal(code, 2)
    t.match(err, message)
  }
})

t.test('a submodule is named as such', async (t) => {
  const { folder, git, commit } = repository(t)
  commit()
  const head = git('rev-parse', 'HEAD').toString().trim()
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub', 'openapi.yaml'), SMALL)
  git('update-index', '--add', '--cacheinfo', `160000,${head},sub`)
  git('commit', '--quiet', '--message', 'x')
  const { code, err } = await against(folder, 'sub')
  t.equal(code, 2)
  t.match(err, /sub is a submodule in the revision HEAD; run the command in its folder/)
  const inside = await against(folder, 'sub/openapi.yaml')
  t.match(inside.err, /sub is a submodule in .*, with --contract openapi\.yaml/)
})

t.test(
  'a path of a revision may be relative, and an object that is no commit is named',
  async (t) => {
    const { git, commit, api } = repository(t)
    commit()
    const base = (name: string) =>
      ran(api, 'diff', '--contract', '.', '--base', name).then(({ out, err }) => out + err)
    t.match(await base('HEAD:./openapi.yaml'), /\n0 changes/)
    t.match(await base('HEAD:.'), /\n0 changes/)
    git('tag', 'text', git('rev-parse', 'HEAD:api/openapi.yaml').toString().trim())
    t.match(await base('text'), /text is a blob of this git repository; pass a commit/)
  },
)

t.test('a reference to a file with a space in its name is read', async (t) => {
  const reference = "'#/components/schemas/Made'"
  const folder = t.testdir({
    'openapi.yaml': SMALL.replace(reference, "'./my%20made.yaml'"),
    'my made.yaml':
      'type: object\nrequired: [thingId]\nproperties: { thingId: { type: string } }\n',
    'base.yaml': SMALL,
  })
  const { out } = await ran(folder, 'diff', '--base', 'base.yaml', '--head', 'openapi.yaml')
  t.match(out, /\n0 changes/)
})
