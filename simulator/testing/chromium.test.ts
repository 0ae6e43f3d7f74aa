import { join } from 'node:path'
import t from 'tap'
import { findChromium } from './chromium.ts'

t.test('CHROMIUM_PATH is used, or refused with a message that names it', async (t) => {
  t.strictSame(findChromium(process.execPath), { executablePath: process.execPath, env: {} })
  t.throws(() => findChromium(join(import.meta.dirname, 'no-such-browser')), {
    message: /CHROMIUM_PATH names .*no-such-browser/,
  })
})

t.test(
  'without an npm build, an installed browser is used, or the error says to install one',
  async (t) => {
    const machine = { platform: 'darwin', arch: 'arm64' }
    t.strictSame(findChromium('', { ...machine, installed: [process.execPath] }), {
      executablePath: process.execPath,
      env: {},
    })
    t.throws(() => findChromium('', { ...machine, installed: [] }), {
      message: /Install Chrome or Chromium, or set CHROMIUM_PATH/,
    })
  },
)
