import t from 'tap'
import { runVskit } from './testing.ts'

// Further commands: usage-errors.thorough.test.ts.

t.test('each command exits with 2 if its arguments are wrong', async (t) => {
  for (const args of [
    'simulator --none',
    'clock --none',
    'check-integration --none',
    'conformance --simulator --none',
  ]) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.match(stderr, /unknown option '--none'/)
  }
})

t.test('contradictory flags and unusable files are wrong arguments', async (t) => {
  for (const [args, expected] of [
    ['simulator --memory --data-dir none', 2],
    ['clock advance never', 2],
    ['exec --world none.json -- true', 2],
  ] as const)
    t.equal((await runVskit(t, args.split(' '))).code, expected, args)
})

t.test('the choice that was probably meant', async (t) => {
  for (const [args, meant] of [
    ['bench imge', 'image'],
    ['check-integration --area recever', 'receiver'],
  ] as const) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.ok(stderr.includes(` Did you mean '${meant}'?`), stderr)
  }
})

t.test('help and a version are no errors', async (t) => {
  for (const args of ['--help', '--version', 'help health'])
    t.equal((await runVskit(t, args.split(' '))).code, 0, args)
})

t.test('the help of a command fits 80 columns, and has no values of the program', async (t) => {
  for (const name of ['simulator']) {
    const { stdout } = await runVskit(t, [name, '--help'])
    t.strictSame(
      stdout.split('\n').filter((line) => line.length > 80 || /default: [{[]/.test(line)),
      [],
      name,
    )
  }
})
