import t from 'tap'
import type { View } from '../../records.ts'
import { StoredDocument } from '../../stored-document.ts'
import { ViewCache } from './view-cache.ts'

const document = (id: string, text: string, scope = 'a') =>
  new StoredDocument(scope, 'session', id, 1, 1, text)

t.test('a body is parsed once, at its first use', async (t) => {
  const stored = document('x', '{"v":1}')
  t.equal(stored.body, stored.body)
  t.strictSame(stored.body, { v: 1 })
  t.doesNotThrow(() => document('x', 'no JSON'))
})

t.test('a text is found by view, scope and key until its document changes', async (t) => {
  const views = new ViewCache()
  const [one, other] = [0, 1].map((n): View => ({
    kind: 'session',
    kept: 10_000,
    of: ({ text }) => `${text}${n}`,
  })) as [View, View]
  t.match(views.add(one, 'x', document('x', 'ż')), { text: 'ż0', bytes: 3 })
  views.add(other, 'x', document('x', 'ż'))
  t.match(views.get('a', one, 'x'), { text: 'ż0', bytes: 3 })
  t.match(views.get('a', other, 'x'), { text: 'ż1' })
  t.equal(views.get('b', one, 'x'), undefined, 'not for another scope')
  views.delete('event', 'x')
  t.ok(views.get('a', one, 'x'))
  views.delete('session', 'x')
  t.equal(views.get('a', one, 'x'), undefined)
  t.equal(views.get('a', other, 'x'), undefined)
})

t.test('the least recently used texts are evicted', async (t) => {
  const views = new ViewCache()
  const view: View = { kind: 'session', kept: 10_000, of: ({ text }) => text }
  for (let n = 0; n < 100; n++) {
    views.add(view, `x${n}`, document(`x${n}`, 'y'.repeat(800)))
    t.ok(views.get('a', view, 'x0'), 'used, and kept')
  }
  const kept = Array.from({ length: 100 }, (_, n) => views.get('a', view, `x${n}`)).filter(Boolean)
  t.ok(kept.length >= 5 && kept.length <= 12, `got ${kept.length}`)
  t.match(views.add(view, 'large', document('large', 'z'.repeat(20_000))), { bytes: 20_000 })
  t.equal(views.get('a', view, 'large'), undefined, 'too large for the cache')
})
