import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Reference } from './library-reference/reference.ts'

/**
 * Writes docs/library.md from the doc comments of the library: `node tools/library-reference.ts [--check]`.
 * Exit code 1: a comment is missing, or with `--check` the page is not current.
 */
const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs/library.md')

const reference = new Reference(ROOT, {
  vskit: 'library/vskit.ts',
  'vskit/testing': 'library/test-organization.ts',
})
const text = reference.page()
for (const problem of reference.problems) console.error(problem)
if (reference.problems.length > 0) process.exitCode = 1
else if (!process.argv.includes('--check')) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/library.md is not current. Run: npm run generate')
  process.exitCode = 1
}
