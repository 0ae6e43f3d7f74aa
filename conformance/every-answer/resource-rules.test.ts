import t from 'tap'
import type { Exchange } from './exchange.ts'
import { expectResource } from './resource-rules.ts'

/** Returns the requirements that a retrieved session with these images breaks. */
function brokenBy(images: readonly unknown[]): string[] {
  const idv = { available_images: images, capture_acquisition: 'camera' }
  const exchange = {
    request: { method: 'GET', path: '/v1/sessions/vs_1' },
    answer: {
      status: 200,
      body: Buffer.from('{}'),
      json: { data: { id: 'vs_1', status: 'completed', idv } },
      rawHeaders: [['Content-Type', 'application/json']],
      header: () => 'application/json',
    },
  } as unknown as Exchange
  const broken: string[] = []
  expectResource(
    {
      expect: (requirement, _expected, holds) => {
        if (!holds) broken.push(requirement)
        return holds
      },
    },
    exchange,
  )
  return broken
}

t.test('IDV-003 available_images holds artifacts only', (t) => {
  for (const images of [[], ['portrait'], ['portrait', 'front', 'selfie']])
    t.strictSame(brokenBy(images), [], JSON.stringify(images))
  for (const images of [[null], [''], [[]], ['back'], ['selfie', 'front'], ['front', 'front']])
    t.strictSame(brokenBy(images), ['IDV-003'], JSON.stringify(images))
  t.end()
})
