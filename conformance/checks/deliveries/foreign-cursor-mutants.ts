import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const isLive = (key: string): boolean => key.includes('_live_')

/** A log whose cursors carry their owner, for some owners and callers. */
const carrying = (isOpen: (owner: string, asker: string) => boolean) => (): Fault => {
  const pages = new Map<string, { owner: string; body: Buffer }>()
  return {
    response(request, response) {
      if (!request.path.startsWith('/v1/webhook-events')) return
      const asker = request.headers['authorization'] ?? ''
      const cursor = new URL(request.path, 'http://x').searchParams.get('cursor')
      const page = cursor === null ? undefined : pages.get(cursor)
      if (page && page.owner !== asker && isOpen(page.owner, asker))
        Object.assign(response, { status: 200, body: page.body })
      changeJson(response, (body) => {
        const next = (body as unknown as JsonObject)['next_cursor']
        if (typeof next === 'string' && !pages.has(next))
          pages.set(next, { owner: asker, body: response.body })
      })
    },
  }
}

/** Reads the rows of an earlier id for an id that resembles it. */
const findsNear = (isNear: (id: string, earlier: string) => boolean) => (): Fault => {
  const earlier = new Set<string>()
  return {
    request(request) {
      if (!request.path.startsWith('/v1/webhook-events')) return
      const url = new URL(request.path, 'http://x')
      const id = url.searchParams.get('session_id')
      if (id === null) return
      const near = [...earlier].find((one) => isNear(id, one))
      if (near === undefined) return void earlier.add(id)
      url.searchParams.set('session_id', near)
      request.path = url.pathname + url.search
    },
  }
}

export const FOREIGN_CURSOR_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['the beginning of an id', (id, one) => one !== id && one.startsWith(id)],
      ['an id and more', (id, one) => one !== id && id.startsWith(one)],
    ] as [string, (id: string, earlier: string) => boolean][]
  ).map(([what, isNear]): Mutant => ({
    name: `finds the rows of a session by ${what}`,
    killedBy: 'deliveries.filters',
    breaks: 'DLV-010',
    fault: findsNear(isNear),
  })),
  ...(
    [
      ['another organization', 'ERR-006', (owner, asker) => isLive(owner) === isLive(asker)],
      ['live mode', 'PLN-007', (owner, asker) => isLive(owner) && !isLive(asker)],
      ['test mode', 'AUT-004', (owner, asker) => !isLive(owner) && isLive(asker)],
    ] as [string, string, (owner: string, asker: string) => boolean][]
  ).map(([what, breaks, isOpen]): Mutant => ({
    name: `opens the log of ${what} to anyone with a cursor of it`,
    killedBy: 'deliveries.cursor-of-another-log',
    breaks,
    fault: carrying(isOpen),
  })),
]
