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

t.test('the table lists every statement about the SDK, and none is open', async (t) => {
  // Selected by their text or their section in the contract: many mention the callback or a form
  // but not the SDK.
  const NAMED = /\bSDK\b|publishable|browser token|client token|integrator|signing frame/i
  const AREA = /^(?:REF|SDK|MNT|TOK)-/
  const PLACE =
    /browser SDK|token refresh|browser[- _]token|client-token|SDK events|capture_acquisition(?:, 4)?$|ceremony 5/i
  const named = [...catalogue.values()].filter(
    ({ id, text, anchor }) => NAMED.test(text) || AREA.test(id) || PLACE.test(anchor.rule),
  )
  t.ok(named.length > 80)
  const listed = new Set(rows.map(({ id }) => id))
  const missing = named.filter(
    ({ id, status }) => status === 'open' || (status === 'tested' && !listed.has(id)),
  )
  t.strictSame(missing, [])
})

t.test('each row of the table is a requirement, and its test names it', async (t) => {
  for (const { id, text, file } of rows) {
    const requirement = catalogue.get(id)
    t.equal(requirement?.text.trim().replaceAll(/\s+/g, ' '), text, id)
    t.equal(requirement?.status, 'tested', id)
    t.match(read(file), new RegExp(`\\b${id}\\b`), `${id} in ${file}`)
  }
})
