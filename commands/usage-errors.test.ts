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
