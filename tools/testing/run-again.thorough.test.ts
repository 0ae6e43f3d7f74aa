import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import t from 'tap'
import { writeGroup } from './groups.ts'
import { endOfOutput, failedFiles, runAgain } from './run-again.ts'

const ROOT = join(import.meta.dirname, '../..')
const TAP = join(ROOT, 'node_modules/tap/dist/esm/run.mjs')

t.test('failed files run again, and one that passes then is unstable', async (t) => {
  const once = `import { existsSync, writeFileSync } from 'node:fs'
    const mark = new URL('mark', import.meta.url)
    const before = existsSync(mark)
    writeFileSync(mark, '')
    t.ok(before)`
  const folder = t.testdir({
    'good.test.mjs': "import t from 'tap'\nt.test('good', async (t) => t.pass())",
    'once.test.mjs': `import t from 'tap'\n${once}`,
    'always.test.mjs': "import t from 'tap'\nt.fail('always')",
  })
  const file = (name: string): string => relative(ROOT, join(folder, `${name}.test.mjs`))
  const group = writeGroup(ROOT, join(folder, 'group.test.mjs'), [
    file('good'),
    file('once'),
    file('always'),
  ])

  const saved = join(folder, 'failed')
  const first = spawnSync(process.execPath, [TAP, `--save=${saved}`, group.entry], { cwd: ROOT })
  t.equal(first.status, 1)
  t.match(first.stdout.toString(), /not ok 1 - always/)
  const failed = failedFiles([group, { entry: file('good'), files: [file('good')] }], saved)
  t.strictSame(failed, [file('once'), file('always')])

  const second = await runAgain(failed, async (path) => {
    const { status } = spawnSync(process.execPath, [path], { cwd: ROOT })
    return status === 0
  })
  t.strictSame(second, { unstable: [file('once')], failed: [file('always')] })
})

t.test('many failed files are not called unstable', async (t) => {
  const failed = Array.from({ length: 41 }, (_, i) => `${i}.test.ts`)
  const run = async () => t.fail('runs nothing')
  t.strictSame(await runAgain(failed, run), { unstable: [], failed })
})

t.test('a process that fails outside its tests runs again whole, with its reason', async (t) => {
  const folder = t.testdir({
    'noisy.test.mjs':
      "import t from 'tap'\nt.test('noisy', async (t) => t.pass())\nprocess.stderr.write('lost')",
  })
  const file = relative(ROOT, join(folder, 'noisy.test.mjs'))
  const group = writeGroup(ROOT, join(folder, 'group.test.mjs'), [file])
  const saved = join(folder, 'failed')
  const output = join(folder, 'output')
  const args = [TAP, `--save=${saved}`, `--output-dir=${output}`, group.entry]
  t.equal(spawnSync(process.execPath, args, { cwd: ROOT }).status, 1)
  t.strictSame(failedFiles([group], saved), [group.entry])
  t.match(endOfOutput(output, group.entry), /Left output on stderr.*\nlost$/)
})
