import t from 'tap'
import { runVskit } from './testing.ts'

t.test('a name that every object has is no command', async (t) => {
  // A misspelled judge too: the exit code 1 would be a verdict.
  for (const name of ['constructor', '__proto__', 'toString', 'conformanc']) {
    const { code, stderr } = await runVskit(t, [name])
    t.equal(code, 2, name)
    t.match(stderr, `error: unknown command '${name}'`)
  }
})

t.test('an empty command, as of an unset variable, is named', async (t) => {
  const driven = await runVskit(t, ['check-integration', '--drive', ''])
  t.equal(driven.code, 2)
  t.match(driven.stderr, /--drive: the command is empty; expected one such as "node drive.js"/)
  const { code, stderr } = await runVskit(t, ['exec', '--', ''])
  t.equal(code, 2)
  t.match(stderr, /the command is empty; expected one such as: vskit exec -- npm test/)
})

t.test('each further command exits with 2 if its arguments are wrong', async (t) => {
  for (const args of [
    'exec --none -- true',
    'trigger --none',
    'health --none',
    'receiver --none',
    'bench --none',
    'store check --store postgres://localhost/none --none',
  ]) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.match(stderr, /unknown option '--none'/)
  }
})

t.test('further wrong arguments, and an unusable file', async (t) => {
  for (const [args, expected] of [
    ['exec --budgets none -- true', 2],
    ['exec --forward-to localhost:3000 -- true', 2],
    ['trigger kyc.session.none', 2],
    ['simulator --world none.json', 2],
  ] as const)
    t.equal((await runVskit(t, args.split(' '))).code, expected, args)
})

t.test('the choice that was probably meant, in further commands', async (t) => {
  for (const [args, meant] of [
    ['bench --store dsk', 'disk'],
    ['trigger kyc.session.complete', 'kyc.session.completed'],
    ['listen --mode tset', 'test'],
    ['exec --budgets romy -- true', 'roomy'],
  ] as const) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.ok(stderr.includes(` Did you mean '${meant}'?`), stderr)
  }
})

t.test('the help of further commands is no error, and fits 80 columns', async (t) => {
  for (const name of [
    'exec',
    'listen',
    'trigger',
    'events',
    'logs',
    'clock',
    'snapshot import',
    'store',
    'health',
    'conformance',
    'conformance init',
    'spec check',
    'spec diff',
    'verify',
    'check-integration',
    'receiver',
    'bench',
    'completion',
  ]) {
    const { code, stdout } = await runVskit(t, [...name.split(' '), '--help'])
    t.equal(code, 0, name)
    t.strictSame(
      stdout.split('\n').filter((line) => line.length > 80 || /default: [{[]/.test(line)),
      [],
      name,
    )
  }
})
