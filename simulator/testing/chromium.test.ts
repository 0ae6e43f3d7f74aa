import { join } from 'node:path'
import t from 'tap'
import { findChromium } from './chromium.ts'

t.test('a named browser is used, or refused with the name of the variable', async (t) => {
  t.strictSame(findChromium(process.execPath), { executablePath: process.execPath, env: {} })
  t.throws(() => findChromium(join(import.meta.dirname, 'no-such-browser')), {
    message: /CHROMIUM_PATH names .*no-such-browser/,
  })
})

t.test('where npm has no build, an installed browser is used or asked for', async (t) => {
  const machine = { platform: 'darwin', arch: 'arm64' }
  t.strictSame(findChromium('', { ...machine, installed: [process.execPath] }), {
    executablePath: process.execPath,
    env: {},
  })
  t.throws(() => findChromium('', { ...machine, installed: [] }), {
    message: /Install Chrome or Chromium, or set CHROMIUM_PATH/,
  })
})
