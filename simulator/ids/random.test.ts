import t from 'tap'
import fc from 'fast-check'
import {
  type Random,
  fraction,
  newId,
  newSecret,
  secureRandom,
  seededRandom,
  idPrefix,
} from './random.ts'

const draw = (random: Random, counts: number[]): string[] =>
  counts.map((count) => random.bytes(count).toString('hex'))

t.test('a seed gives the same bytes at each run', async (t) => {
  // printf 'vskit\0000' | sha256sum: the seed, a zero byte and the number of the block.
  const first = '97f5705128b8ee7b6c7de08b4ec9c7d60f5585b3d9430d98c610fedf3e3189d9'
  t.equal(seededRandom('vskit').bytes(32).toString('hex'), first)
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(100)), (seed, counts) => {
      const got = draw(seededRandom(seed), counts)
      const whole = seededRandom(seed)
        .bytes(counts.reduce((a, b) => a + b, 0))
        .toString('hex')
      return got.join('') === whole && got.every((text, i) => text.length === 2 * counts[i]!)
    }),
  )
})

t.test('another seed gives other bytes', async (t) => {
  const seeds = ['', '0', '1', '10', '1\u00000', 'a', 'A', 'ä']
  t.equal(
    new Set(seeds.map((seed) => seededRandom(seed).bytes(16).toString('hex'))).size,
    seeds.length,
  )
})

t.test('secure bytes never repeat, for any size', async (t) => {
  const random = secureRandom()
  const counts = Array.from({ length: 3000 }, (_, i) => [16, 24, 32, 100][i % 4]!)
  const drawn = counts.map((count) => random.bytes(count))
  t.strictSame(
    drawn.map(({ length }) => length),
    counts,
  )
  const before = drawn.map((bytes) => bytes.toString('hex'))
  t.equal(new Set(before.map((text) => text.slice(0, 32))).size, counts.length)
  t.equal(random.bytes(100_000).length, 100_000, 'more than is drawn at once')
  random.bytes(0)
  t.strictSame(
    drawn.map((bytes) => bytes.toString('hex')),
    before,
    'returned bytes do not change later',
  )
})

t.test('an id has a prefix and 24 characters of one alphabet', async (t) => {
  const random = seededRandom('ids')
  const ids = Array.from({ length: 4000 }, () => newId(random, 'vs'))
  t.strictSame(
    ids.filter((id) => !/^vs_[0-9a-hjkmnp-tv-z]{24}$/.test(id)),
    [],
  )
  t.equal(new Set(ids).size, ids.length)
  const counts = new Map<string, number>()
  for (const id of ids)
    for (const letter of id.slice(8)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  t.equal(counts.size, 32)
  // 76,000 letters: 2,375 of each with a standard deviation of 48; an even distribution never
  // deviates by six times that.
  const uneven = [...counts].filter(([, count]) => Math.abs(count - 2375) > 6 * 48)
  t.strictSame(uneven, [], 'letters are evenly distributed')
})

t.test(
  '256 consecutive ids share a stem, for any prefix, and the next 256 share another one',
  async (t) => {
    const random = seededRandom('litters')
    const stems = Array.from({ length: 3 * 256 }, (_, i) =>
      newId(random, i % 2 ? 'app' : 'vs')
        .split('_')[1]!
        .slice(0, 5),
    )
    const runs = [0, 256, 512].map((start) => [...new Set(stems.slice(start, start + 256))])
    t.strictSame(
      runs.map(({ length }) => length),
      [1, 1, 1],
    )
    t.equal(new Set(runs.flat()).size, 3)
    const id = newId(random, 'dsp')
    t.equal(
      newId(random, 'dlv', idPrefix(id)).slice(4, 9),
      id.slice(4, 9),
      'an id with a given stem',
    )
  },
)

t.test('a secret has the requested length', async (t) => {
  const secret = newSecret(secureRandom(), 32)
  t.equal(Buffer.from(secret, 'base64url').length, 32)
  t.match(secret, /^[\w-]{43}$/)
  t.equal(newSecret(seededRandom('x'), 32), newSecret(seededRandom('x'), 32))
})

t.test('a fraction is at least 0, below 1, and spread evenly', async (t) => {
  t.equal(fraction({ bytes: (count) => Buffer.alloc(count, 0xff) }) < 1, true)
  t.equal(fraction({ bytes: (count) => Buffer.alloc(count) }), 0)
  const random = seededRandom('fractions')
  const drawn = Array.from({ length: 4000 }, () => fraction(random))
  const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length
  t.ok(Math.abs(mean - 0.5) < 0.03, `mean ${mean}`)
})
