import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { documentProblems } from './documents.ts'
import { outdatedFiles, generate, generateDocuments, keyed } from './generate.ts'

const wanted = await generate()

t.test('generated files are current, and an outdated file is named', async (t) => {
  t.strictSame(Object.keys(wanted), [
    'openapi.json',
    'wire.ts',
    'errors.ts',
    'limits.ts',
    'scopes.ts',
    'screening.ts',
    'requirements.json',
  ])
  // Another process wrote the files, so this also shows that the same sources give the same bytes.
  t.strictSame(outdatedFiles(wanted), [], 'run: node spec/generate.ts')
  t.strictSame(outdatedFiles({ ...wanted, 'errors.ts': '// another table\n' }), ['errors.ts'])
  t.strictSame(
    outdatedFiles({ 'no-such-file.ts': '' }),
    ['no-such-file.ts'],
    'a missing file is outdated too',
  )
})

t.test('every error code has a page, and the changelog lists the entries', async (t) => {
  const root = join(import.meta.dirname, '..')
  const documents = generateDocuments(wanted)
  t.strictSame(documentProblems(root, documents), [], 'run: node spec/generate.ts')
  t.match(
    documents['spec/CHANGELOG.md'],
    /Requirements in plainer words[^]*<sub>935 changes: see `spec\/changes\/2026-11-24-requirement-texts\.yaml`<\/sub>/,
    'an entry with many changes is named instead of its ids',
  )
  t.match(
    documents['docs/errors/rate_limit_exceeded.md'],
    /HTTP 429\.[^]*details\.reset_at[^]*- `GET \/v1\/wallet`/,
  )
  const copy = t.testdir()
  cpSync(join(root, 'docs'), join(copy, 'docs'), { recursive: true })
  rmSync(join(copy, 'docs/errors/internal_error.md'))
  writeFileSync(join(copy, 'docs/errors/gone.md'), '')
  t.strictSame(documentProblems(copy, documents), [
    'docs/errors/internal_error.md is out of date',
    'spec/CHANGELOG.md is out of date',
    'docs/errors/gone.md is a page without an error code',
  ])
})

t.test('a table with two entries of one name is refused', async (t) => {
  const entry = (code: string) => ({ code, status: 404 })
  t.strictSame(keyed('errors.yaml', [entry('a'), entry('b')], 'code'), {
    a: entry('a'),
    b: entry('b'),
  })
  t.throws(
    () => keyed('errors.yaml', [entry('a'), entry('b'), entry('a')], 'code'),
    /^errors\.yaml: the code a occurs twice$/,
  )
})
