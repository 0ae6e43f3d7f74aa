import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '..')
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })

t.test('--help of a script prints its usage', async (t) => {
  const { status, stdout, stderr } = run('tools/draw-text.ts', '--help')
  t.match(stdout, /^Prints comments and messages.*\n\n {2}node tools\/draw-text\.ts /)
  t.notMatch(stdout, /\*\//)
  t.strictSame([status, stderr], [0, ''])
})

t.test('a wrong argument of a script is one message without a stack', async (t) => {
  for (const [args, says] of [
    [['tools/draw-text.ts', 'many'], /^Expected a number of texts from 1, got 'many'\.\n--help/],
    [['tools/release.ts', '--bogus'], /^Unknown option '--bogus'.*\n--help lists/],
  ] as const) {
    const { status, stderr } = run(...args)
    t.match(stderr, says)
    t.equal(status, 2, args.join(' '))
  }
})
