import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = `import { createServer } from 'node:http'
import t from 'tap'
const fail = (text) => () => { throw new Error(text) }
const forever = new Promise(() => {})
t.test('timer', async () => { setTimeout(fail('of the timer')); await forever })
t.test('good', async (t) => t.pass())
t.test('outer', async (t) => {
  await t.test('inner', async () => { setImmediate(fail('of the inner')); await forever })
  t.pass('goes on')
})
t.test('rejection', async () => { void Promise.resolve().then(fail('of the promise')); await forever })
t.test('server', async (t) => {
  const server = createServer((_, response) => { response.end(); process.nextTick(fail('of the server')) })
  t.teardown(() => server.close().closeAllConnections())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await fetch('http://127.0.0.1:' + server.address().port)
  await forever
})
t.test('last', async (t) => t.pass())
`

t.test('an uncaught error fails only the test that caused it', (t) => {
  const file = join(t.testdir({ 'errors.test.mjs': TESTS }), 'errors.test.mjs')
  const preload = join(ROOT, 'tools/test-process.cjs')
  const { status, stdout } = spawnSync(process.execPath, ['--require', preload, file], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.equal(status, 1)
  const results = [...stdout.matchAll(/^ *((?:not )?ok) \d+ - (?!\(unnamed)(.*?)(?: # time.*)?$/gm)]
  t.strictSame(
    results.map(([, result, name]) => `${result} ${name}`),
    [
      'not ok of the timer',
      'not ok timer',
      'ok good',
      'not ok of the inner',
      'not ok inner',
      'ok goes on',
      'not ok outer',
      'not ok of the promise',
      'not ok rejection',
      'not ok of the server',
      'not ok server',
      'ok last',
    ],
  )
  t.end()
})
