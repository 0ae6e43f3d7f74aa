import t from 'tap'
import { runVskit } from '../testing.ts'

t.test('a missing command, and an invalid world', async (t) => {
  t.match(await runVskit(t, ['exec', '--', 'no-such-command']), {
    code: 127,
    stderr: /no-such-command: command not found/,
  })
  t.match(await runVskit(t, ['exec', '--world', 'none.json', '--', 'true']), {
    code: 2,
    stderr: /vskit exec: .*none\.json/,
  })
  t.match(await runVskit(t, ['exec']), { code: 2, stderr: /missing required argument/ })
})
