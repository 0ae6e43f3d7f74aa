import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** More files than this do not fit on a screen. */
const MOST_FILES = 25

t.test(`no folder has more than ${MOST_FILES} source files`, async (t) => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.cjs', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const sizes = new Map<string, number>()
  for (const file of files.trim().split('\n')) {
    if (file.endsWith('.test.ts')) continue
    const folder = dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  const large = [...sizes].filter(([, size]) => size > MOST_FILES)
  t.strictSame(large, [], 'group the files of these folders')
})
