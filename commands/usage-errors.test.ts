import t from 'tap'
import { runVskit } from './testing.ts'

t.test('each command exits with 2 if its arguments are wrong', async (t) => {
  for (const args of [
    'simulator --none',
    'exec --none -- true',
    'trigger --none',
    'clock --none',
    'health --none',
    'receiver --none',
    'bench --none',
    'check-integration --none',
    'conformance --simulator --none',
    'store check --store postgres://localhost/none --none',
  ]) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.match(stderr, /unknown option '--none'/)
  }
})

t.test('contradictory flags are wrong arguments, an unusable file is not', async (t) => {
  for (const [args, expected] of [
    ['simulator --memory --data-dir none', 2],
    ['exec --budgets none -- true', 2],
    ['exec --forward-to localhost:3000 -- true', 2],
    ['clock advance never', 2],
    ['trigger kyc.session.none', 2],
    ['exec --world none.json -- true', 1],
    ['simulator --world none.json', 1],
  ] as const)
    t.equal((await runVskit(t, args.split(' '))).code, expected, args)
})

t.test('the choice that was probably meant', async (t) => {
  for (const [args, meant] of [
    ['bench imge', 'image'],
    ['bench --store dsk', 'disk'],
    ['check-integration --area recever', 'receiver'],
    ['trigger kyc.session.complete', 'kyc.session.completed'],
    ['listen --mode tset', 'test'],
    ['exec --budgets romy -- true', 'roomy'],
  ] as const) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.ok(stderr.includes(` Did you mean '${meant}'?`), stderr)
  }
})

t.test('help and a version are no errors', async (t) => {
  for (const args of [
    '--help',
    '--version',
    'help health',
    'check-integration --help',
    'spec diff --help',
    'verify --help',
  ])
    t.equal((await runVskit(t, args.split(' '))).code, 0, args)
})

t.test('the help of a command fits 80 columns, and has no values of the program', async (t) => {
  for (const name of ['simulator', 'listen', 'trigger']) {
    const { stdout } = await runVskit(t, [name, '--help'])
    t.strictSame(
      stdout.split('\n').filter((line) => line.length > 80 || /default: [{[]/.test(line)),
      [],
      name,
    )
  }
})
