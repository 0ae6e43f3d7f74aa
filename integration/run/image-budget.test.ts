import t from 'tap'
import { waitForImages } from './image-budget.ts'

t.test('a run waits before the requests for images of its checks meet the limit', (t) => {
  const every100ms = (count: number): number[] => Array.from({ length: count }, (_, i) => i * 100)
  t.equal(waitForImages([], 0), 0)
  t.equal(waitForImages(every100ms(80), 8000), 0)
  t.equal(waitForImages(every100ms(81), 8000), 52_000)
  t.equal(waitForImages(every100ms(91), 9000), 52_000)
  t.equal(waitForImages(every100ms(91), 61_000), 0)
  t.end()
})
