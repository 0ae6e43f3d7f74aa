import t from 'tap'
import { showsSecret } from './shown-secret.ts'

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => 251 - i))
const SECRET = `whsec_${KEY.toString('base64')}`

t.test('finds a secret in each form that gives its bytes', async (t) => {
  const forms = {
    'its text': SECRET,
    'its text without the prefix': KEY.toString('base64'),
    base64url: KEY.toString('base64url'),
    hex: KEY.toString('hex'),
    'capital hex': KEY.toString('hex').toUpperCase(),
    'base64 of its text': Buffer.from(SECRET).toString('base64'),
  }
  for (const [label, form] of Object.entries(forms))
    t.ok(showsSecret(JSON.stringify({ data: { value: `a ${form} b` } }), SECRET), label)
})

t.test('takes nothing else for the secret', async (t) => {
  t.notOk(showsSecret(undefined, SECRET))
  t.notOk(showsSecret(JSON.stringify({ hint: SECRET.slice(0, 12) }), SECRET), 'its beginning')
  const other = Buffer.alloc(32, 1).toString('base64')
  t.notOk(showsSecret(JSON.stringify({ secret: `whsec_${other}` }), SECRET), 'another one')
})
