import t from 'tap'
import { type BundleName, bundle, gzipSize } from '../tools/sdk-bundles.ts'

const KIB = 1024
/** Returns the size after gzip with maximum compression. */
const LIMITS: [name: BundleName, limit: number][] = [
  ['headless.js', 8 * KIB],
  ['web.js', 30 * KIB],
  ['vskit-web.js', 30 * KIB],
  ['copy/ar.js', 4 * KIB],
  ['copy/de.js', 4 * KIB],
  ['copy/es.js', 4 * KIB],
  ['copy/fr.js', 4 * KIB],
]

t.test('the bundles have at most their maximum size', async (t) => {
  for (const [name, limit] of LIMITS) {
    const size = gzipSize(name)
    t.ok(size <= limit, `${name}: ${size} of ${limit} bytes`)
  }
})

t.test('no bundle imports another module', async (t) => {
  for (const [name] of LIMITS)
    t.notMatch(bundle(name), /\bfrom\s*["']|\brequire\(|\bimport\(/, name)
})
