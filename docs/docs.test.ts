import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync(
    '{docs,decisions,benchmarks,conformance,integration,simulator,sdk,spec,examples,fixtures,torture}/**/*.md',
    {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    },
  ),
].filter((page) => !page.endsWith('CHANGELOG.md'))

/** Folders whose files the documentation names by path from the root. */
const NAMED =
  /`((?:spec|simulator|conformance|integration|benchmarks|fixtures|tools|docs|sdk|examples|torture)\/[\w./-]+)`/g

t.test('each line of the threat model names its test', async (t) => {
  const text = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (caller|never stored) /.test(line))
  t.ok(rows.length >= 15, `${rows.length} lines`)
  for (const row of rows) t.match(row, /`[\w./-]+\.ts`|by design/, row)
})

t.test('files that the documentation names exist', async (t) => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const missing = [...text.matchAll(NAMED)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, path)))
    t.strictSame(missing, [], page)
  }
})

t.test('links within the repository have targets', async (t) => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
    const dead = links
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, dirname(page), path)))
    t.strictSame(dead, [], page)
  }
})
