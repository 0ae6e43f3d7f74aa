import fc from 'fast-check'
import t from 'tap'
import { BlobCache } from './blob-cache.ts'

t.test('the longest unused goes first, and nothing larger than the cache enters', async (t) => {
  const cache = new BlobCache(10)
  cache.set('a', Buffer.alloc(4))
  cache.set('b', Buffer.alloc(4))
  t.ok(cache.get('a'))
  cache.set('c', Buffer.alloc(4))
  t.strictSame(['a', 'b', 'c'].filter((name) => cache.get(name)), ['a', 'c'])
  cache.set('d', Buffer.alloc(11))
  t.equal(cache.get('d'), undefined)
  cache.clear()
  t.equal(cache.get('a'), undefined)
})

t.test('it never holds more bytes than it may, and never a stale blob', async () => {
  const step = fc.record({ op: fc.constantFrom('set', 'get', 'delete'), name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), size: fc.nat(8) })
  fc.assert(fc.property(fc.array(step), (steps) => {
    const cache = new BlobCache(12)
    const last = new Map<string, Buffer>()
    for (const { op, name, size } of steps) {
      if (op === 'set') {
        const blob = Buffer.alloc(size)
        last.set(name, blob)
        cache.set(name, blob)
      } else if (op === 'delete') {
        last.delete(name)
        cache.delete(name)
      }
      const held = ['a', 'b', 'c', 'd', 'e'].flatMap((each) => {
        const blob = cache.get(each)
        if (blob && blob !== last.get(each)) throw new Error(`${each} is stale`)
        return blob ? [blob.length] : []
      })
      if (held.reduce((sum, bytes) => sum + bytes, 0) > 12) return false
    }
    return true
  }))
})
