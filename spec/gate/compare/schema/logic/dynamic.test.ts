import t from 'tap'
import { changesBetweenFiles } from '../../../testing.ts'

const ROOT = `openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  /a:
    get:
      responses:
        '200': { description: a, content: { application/json: { schema: { $ref: list.yaml } } } }
`
const list = (item: string) => `$ref: any.yaml\n$defs: { item: ${item} }\n`
const ANY = `type: array
items: { $dynamicRef: '#item' }
$defs: { any: { $dynamicAnchor: item } }
`
const files = (item: string, any = ANY) => ({
  'a.yaml': ROOT,
  'list.yaml': list(item),
  'any.yaml': any,
})

const verdicts = async (...[base, head]: Parameters<typeof changesBetweenFiles>) =>
  (await changesBetweenFiles(base, head)).map(({ severity, kind }) => `${severity} ${kind}`)

const UNCLEAR = ['risky $dynamic-ref-unclear']

t.test('a dynamicRef may select a schema of another file', async (t) => {
  const text = files('{ $dynamicAnchor: item, type: string }')
  t.strictSame(await verdicts(text, text), [])
  t.strictSame(await verdicts(text, files('{ $dynamicAnchor: item, type: integer }')), UNCLEAR)
  const renamed = await verdicts(text, files('{ $dynamicAnchor: other, type: string }'))
  t.ok(renamed.includes(UNCLEAR[0]!), 'the schema no longer has the name')
})

t.test('a dynamicRef that names a file', async (t) => {
  const named = ANY.replace("'#item'", "'more.yaml#item'")
  const more = (type: string) => ({
    ...files('true', named),
    'more.yaml': `$defs: { item: { $dynamicAnchor: item, type: ${type} } }\n`,
  })
  t.strictSame(await verdicts(more('string'), more('string')), [])
  t.strictSame(await verdicts(more('string'), more('integer')), UNCLEAR)
  const plain = (type: string) => ({
    ...more(type),
    'more.yaml': `$defs: { item: { $anchor: item, type: ${type} } }\n`,
  })
  t.strictSame(await verdicts(plain('string'), plain('integer')), UNCLEAR)
})

t.test('a dynamicRef to an anchor of its own file that is not dynamic', async (t) => {
  const plain = ANY.replace('$dynamicAnchor', '$anchor')
  const base = files('{ $dynamicAnchor: item, type: string }', plain)
  t.strictSame(
    await verdicts(base, files('{ $dynamicAnchor: item, type: integer }', plain)),
    [],
    'it is a plain reference',
  )
})
