import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync(
    '{docs,decisions,benchmarks,conformance,integration,simulator,sdk,spec,examples,fixtures}/**/*.md',
    {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    },
  ),
].filter((page) => !page.endsWith('CHANGELOG.md'))

/** Folders whose files the documentation names by their path from the root. */
const NAMED =
  /`((?:spec|simulator|conformance|integration|benchmarks|fixtures|tools|docs|sdk|examples)\/[\w./-]+)`/g

t.test('files that the documentation names exist', async (t) => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const missing = [...text.matchAll(NAMED)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, path)))
    t.strictSame(missing, [], page)
  }
})

t.test('links within the repository lead somewhere', async (t) => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
    const dead = links
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(ROOT, dirname(page), path)))
    t.strictSame(dead, [], page)
  }
})
