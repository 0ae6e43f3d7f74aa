import t from 'tap'
import { holdsKey, holdsSigningSecret } from './leaks.ts'

const KEY = 'ah_sk_us_test_Zk3vQ9_xR7-bT2mW8nL5pD4cJ6hF1gS0'
const SECRET = 'whsec_2n+ZkY3v/Q9xR7bT2mW8nL5pD4cJ6hF1gS0aEuIyOwQ='
const value = SECRET.slice('whsec_'.length)
const bytes = Buffer.from(value, 'base64')
const hexOf = (one: string): string => one.charCodeAt(0).toString(16)
const escaped = (text: string): string => [...text].map((one) => `\\u00${hexOf(one)}`).join('')
const percent = (text: string): string => [...text].map((one) => `%${hexOf(one)}`).join('')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const middle = Math.floor(KEY.length / 2)

const SPELLINGS: Record<string, (text: string) => unknown> = {
  'as it is': (text) => text,
  'in base64': base64,
  'in base64url, in a token': (text) =>
    `x.${Buffer.from(`{"k":"${text}"}`).toString('base64url')}.y`,
  'in base64, after other characters': (text) => `auth_${base64(text)}`,
  'in base64 twice': (text) => base64(base64(text)),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'percent-encoded': percent,
  'percent-encoded in base64': (text) => base64(percent(text)),
  'in JSON escapes': escaped,
  'in HTML escapes': (text) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  'as numbers': (text) => [...Buffer.from(text)],
  'in short pieces': (text) => text.match(/.{1,7}/g),
  'over two lines': (text) => `${text.slice(0, 20)}\n${text.slice(20)}`,
  'in upper case': (text) => text.toUpperCase(),
  backwards: (text) => [...text].toReversed().join(''),
}

t.test('a secret key is found in each spelling', async (t) => {
  for (const [how, spell] of Object.entries(SPELLINGS))
    t.ok(holdsKey(JSON.stringify({ page: { at: spell(KEY) } }), [KEY]), how)
})

t.test('a part of a secret key is found', async (t) => {
  for (const part of [KEY.slice(14), KEY.slice(middle), KEY.slice(0, middle), KEY.slice(-12)])
    t.ok(holdsKey(JSON.stringify({ at: part }), [KEY]), part)
  t.ok(holdsKey(JSON.stringify({ at: base64(KEY.slice(middle)) }), [KEY]), 'in base64')
})

t.test('a signing secret is found in each spelling', async (t) => {
  for (const [how, spell] of Object.entries(SPELLINGS))
    t.ok(holdsSigningSecret(JSON.stringify({ at: spell(SECRET) }), SECRET), how)
  for (const encoding of ['hex', 'base64url'] as const)
    t.ok(holdsSigningSecret(JSON.stringify({ at: bytes.toString(encoding) }), SECRET), encoding)
  t.ok(holdsSigningSecret(JSON.stringify({ at: [...bytes] }), SECRET), 'bytes as numbers')
  t.ok(holdsSigningSecret(JSON.stringify({ at: value.slice(20) }), SECRET), 'a part')
})

t.test('other pages are not suspected', async (t) => {
  const page = JSON.stringify({
    session: 'vs_2xQ9RbT7mW8nL5pD',
    link: 'https://verify.example/s/Zk3vQ9xR7bT2?lang=de%20AT',
    token: 'bt_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    publishable: 'ah_pk_us_test_9f86d081884c7d659a2feaa0c55ad015',
    keyEndsWith: KEY.slice(-8),
    image: Buffer.alloc(5000, 'ab1').toString('base64'),
  })
  t.notOk(holdsKey(page, [KEY]))
  t.notOk(holdsSigningSecret(page, SECRET))
})
