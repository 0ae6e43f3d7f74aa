import type { Check } from '../check.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { holdsKey } from './leaks.ts'
import { keyOf } from './requests.ts'
import { expectRequested, tryDrive } from './requests-of.ts'

/** Check of where a backend puts its key. It runs last: it reads all requests of the run. */
export const KEY_HEADER: readonly Check[] = [
  {
    id: 'backend.key-header',
    area: 'backend',
    requirements: ['CLI-032'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'Proxies and servers log addresses, and the service returns metadata: everyone who reads them would have the key.',
    async run(ctx) {
      const begun = await ctx.tryBegin()
      expectRequested(ctx.exchanges(), begun)
      if (!('failed' in begun)) {
        await ctx.simulator.submit(begun.sessionId)
        for (const operation of ['browser_token', 'image'] as const)
          if (ctx.can(operation)) await tryDrive(ctx, operation, begun.reference)
      }
      const requests = ctx.exchanges({ ofRun: true })
      const keys = [...new Set(requests.map(keyOf))]
      const elsewhere = requests.flatMap((request) => misplaced(request, keys))
      ctx.expect(
        'CLI-032',
        'the secret key as "Authorization: Bearer" only',
        elsewhere.length === 0,
        [...new Set(elsewhere)].join(', ') || 'none elsewhere',
      )
    },
  },
]

/** Returns the places of the key in a request. A further header beside the right one harms nobody. */
function misplaced(
  { operation = 'another request', path, query, body, rawHeaders }: Exchange,
  keys: readonly string[],
): string[] {
  const holding = rawHeaders.filter(([, value]) => holdsKey(value, keys))
  const isRight = holding.some(
    ([name, value]) => /^authorization$/i.test(name) && /^bearer /i.test(value),
  )
  const places = [
    ...(holdsKey(`${path}?${query}`, keys) ? ['the address'] : []),
    ...(holdsKey(body, keys) ? ['the body'] : []),
    ...(isRight ? [] : holding.map(([name]) => `the header ${name}`)),
  ]
  return places.map((place) => `${place} of ${operation}`)
}
