import { spawnSync } from 'node:child_process'
import t from 'tap'

t.test('V8 knows what it is asked for', async (t) => {
  const module = new URL('collector.ts', import.meta.url).href
  const asked = spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `(await import('${module}')).collectSeldom()`,
  ])
  // It says so on stderr, and nothing else, when a newer one has no such option.
  t.strictSame([asked.status, asked.stdout.toString(), asked.stderr.toString()], [0, '', ''])
})
