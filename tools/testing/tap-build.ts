import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * Whether tap is built without the plugins that `.taprc` disables. `tap build` takes 5 s of CPU
 * time even if nothing has changed, and `npm ci` installs tap with all of its plugins.
 *
 * @param root folder of the project
 */
export function isTapBuilt(root: string): boolean {
  const { plugin } = parse(readFileSync(join(root, '.taprc'), 'utf8')) as { plugin: string[] }
  const built = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js')
  if (!existsSync(built)) return false
  const source = readFileSync(built, 'utf8')
  return plugin.every((name) => !source.includes(`"${name.slice('!'.length)}"`))
}
