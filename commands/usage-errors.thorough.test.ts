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
