import fc from 'fast-check'
import t from 'tap'
import { ByteCache } from './byte-cache.ts'

const value = (bytes: number): Buffer => Buffer.alloc(bytes)

t.test(
  'the first to come is the first to go, and nothing larger than the cache enters',
  async (t) => {
    const cache = new ByteCache(10)
    cache.set('a', value(4))
    cache.set('b', value(4))
    t.ok(cache.get('a'))
    cache.set('c', value(4))
    t.strictSame(
      ['a', 'b', 'c'].filter((name) => cache.get(name)),
      ['b', 'c'],
    )
    cache.set('b', value(11))
    t.equal(cache.get('b'), undefined, 'neither the new nor the old one')
    cache.clear()
    t.equal(cache.get('c'), undefined)
    for (const name of ['d', 'e', 'f']) cache.set(name, value(5))
    t.strictSame(
      ['d', 'e', 'f'].filter((name) => cache.get(name)),
      ['e', 'f'],
      'and goes on after it was emptied',
    )
  },
)

t.test(
  'it never holds more bytes than it may, drops none without need, and never answers with a stale one',
  async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const step = fc.record({
      op: fc.constantFrom('set', 'delete', 'clear'),
      name: fc.constantFrom(...names),
      size: fc.nat(8),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cache = new ByteCache(12)
        // In the order of their coming.
        let model = new Map<string, Buffer>()
        const held = (): number => [...model.values()].reduce((sum, { length }) => sum + length, 0)
        for (const { op, name, size } of steps) {
          if (op === 'clear') {
            model = new Map()
            cache.clear()
            continue
          }
          model.delete(name)
          if (op === 'delete') {
            cache.delete(name)
            continue
          }
          const blob = value(size)
          model.set(name, blob)
          cache.set(name, blob)
          while (held() > 12) model.delete(model.keys().next().value!)
          for (const each of names) if (cache.get(each) !== model.get(each)) return false
        }
        return true
      }),
    )
  },
)
