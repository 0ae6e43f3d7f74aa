import t from 'tap'
import { runVskit } from './testing.ts'

t.test('wrong arguments of a command that judges are no verdict', async (t) => {
  for (const args of [
    'check-integration --none',
    'conformance --simulator --none',
    'store check --store postgres://localhost/none --none',
  ]) {
    const { code, stderr } = await runVskit(t, args.split(' '))
    t.equal(code, 2, args)
    t.match(stderr, /unknown option '--none'/)
  }
})

t.test('a name that every object has is no command', async (t) => {
  // A misspelled judge too: the exit code 1 would be a verdict.
  for (const name of ['constructor', '__proto__', 'toString', 'conformanc']) {
    const { code, stderr } = await runVskit(t, [name])
    t.equal(code, 2, name)
    t.match(stderr, `error: unknown command '${name}'`)
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

t.test('an empty command, as of an unset variable, is named', async (t) => {
  const driven = await runVskit(t, ['check-integration', '--drive', ''])
  t.equal(driven.code, 2)
  t.match(driven.stderr, /--drive: the command is empty; expected one such as "node drive.js"/)
  const { code, stderr } = await runVskit(t, ['exec', '--', ''])
  t.equal(code, 1)
  t.match(stderr, /the command is empty; expected one such as: vskit exec -- npm test/)
})
