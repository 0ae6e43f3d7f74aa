import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadRequirements } from '../../spec/requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const rows = [
  ...read('docs/console-statements.md').matchAll(/^\| ([A-Z]+-\d+) +\| (.+?) +\| `(.+)` +\|$/gm),
].map(([, id, text, file]) => ({ id: id!, text, file: file! }))
const catalogue = new Map(loadRequirements().map((one) => [one.id, one]))

t.test('the table lists every statement that names the console or an offered choice', async (t) => {
  const named = [...catalogue.values()].filter(
    ({ text, status }) => /\bconsole\b|\boffer/i.test(text) && status !== 'unspecified',
  )
  t.ok(named.length > 20)
  const listed = new Set(rows.map(({ id }) => id))
  t.strictSame(
    named.map(({ id }) => id).filter((id) => !listed.has(id)),
    [],
  )
})

t.test('each row of the table is a requirement, and its test names it', async (t) => {
  for (const { id, text, file } of rows) {
    const requirement = catalogue.get(id)
    t.equal(requirement?.text.trim().replaceAll(/\s+/g, ' '), text, id)
    t.equal(requirement?.status, 'tested', id)
    t.match(read(file), new RegExp(`\\b${id}\\b`), `${id} in ${file}`)
  }
})
