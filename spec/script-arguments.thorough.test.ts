import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '..')
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })

// Scripts that take seconds to load. The others: script-arguments.test.ts.

t.test('a wrong argument of a script is one message without a stack', async (t) => {
  for (const [args, says] of [
    [['tools/draw-text.ts', '--bogus'], /^Unknown option '--bogus'/],
    [['conformance/self-test/kill-matrix.ts', 'no.such'], /^no mutant names the check 'no\.such'/],
    [['torture/command.ts', '--bogus'], /^Unknown option '--bogus'/],
  ] as const) {
    const { status, stderr } = run(...args)
    t.match(stderr, says)
    t.notMatch(stderr, /^\s+at /m)
    t.equal(status, 2, args.join(' '))
  }
})
