import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadRequirements } from '../spec/requirements.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const rows = [
  ...read('docs/sdk-statements.md').matchAll(/^\| ([A-Z]+-\d+) +\| (.+?) +\| `(.+)` +\|$/gm),
].map(([, id, text, file]) => ({ id: id!, text, file: file! }))
const catalogue = new Map(loadRequirements().map((one) => [one.id, one]))

t.test('every statement about the SDK is in the table, and none is open', async (t) => {
  const NAMED = /\bSDK\b|publishable|browser token|client token|integrator|signing frame/i
  const named = [...catalogue.values()].filter(({ text }) => NAMED.test(text))
  t.ok(named.length > 60)
  const listed = new Set(rows.map(({ id }) => id))
  const missing = named.filter(
    ({ id, status }) => status === 'open' || (status === 'tested' && !listed.has(id)),
  )
  t.strictSame(missing, [])
})

t.test(
  'each row of the table is a statement of the catalogue, and its test names it',
  async (t) => {
    for (const { id, text, file } of rows) {
      const requirement = catalogue.get(id)
      t.equal(requirement?.text.trim().replaceAll(/\s+/g, ' '), text, id)
      t.equal(requirement?.status, 'tested', id)
      t.match(read(file), new RegExp(`\\b${id}\\b`), `${id} in ${file}`)
    }
  },
)
