import { join } from 'node:path'
import t from 'tap'
import { findBuild } from './build.ts'

t.test('a build is a checkout or an installation of the package', async (t) => {
  const manifest = (name: string) => ({
    'package.json': JSON.stringify({ name, version: '1.2.3' }),
  })
  const folder = t.testdir({
    checkout: manifest('vskit'),
    installed: { ...manifest('shop'), node_modules: { vskit: manifest('vskit') } },
    other: manifest('shop'),
    broken: { 'package.json': '{' },
  })
  const at = (...names: string[]) => join(folder, ...names)
  t.strictSame(await findBuild(at('checkout')), {
    command: at('checkout', 'bin', 'vskit.cjs'),
    name: `vskit 1.2.3 in ${at('checkout')}`,
  })
  t.equal(
    (await findBuild(at('installed'))).command,
    at('installed', 'node_modules', 'vskit', 'bin', 'vskit.cjs'),
  )
  for (const name of ['other', 'broken', 'none']) {
    await t.rejects(
      findBuild(at(name)),
      { message: /there is no vskit; name a checkout, an unpacked package/ },
      name,
    )
  }
})
