import type { FeedItem, FeedKind } from '../feed.ts'
import { FEED_KINDS } from '../feed.ts'
import { organizationOf as ownerOf } from '../request-log/entry.ts'
import type { Organizations } from '../world/organizations.ts'
import type { Handler } from '../call/call.ts'
import { organizationOf } from './access/organization.ts'
import type { ControlHost } from './host.ts'
import { entryView } from './journal.ts'
import { deliveryView, eventView } from './logs.ts'

interface Filters {
  kinds?: string
  organization?: string
}

/** Streams events as they happen. */
export function feedHandlers(
  ports: { world: Organizations },
  host: Pick<ControlHost, 'feed' | 'streams'> & {
    shared: Pick<NonNullable<ControlHost['shared']>, 'follow'> | undefined
  },
): Record<string, Handler> {
  return {
    followFeed: {
      check: (call) => {
        const { kinds } = call.query as { kinds?: unknown }
        // The schema reports a parameter that was sent more than once.
        if (typeof kinds !== 'string') return []
        const unknown = kinds.split(',').find((kind) => !FEED_KINDS.includes(kind as FeedKind))
        if (unknown === undefined) return []
        const message = `Unknown kind '${unknown}'; expected ${FEED_KINDS.join(', ')}, separated by commas`
        return [{ code: 'custom', path: ['kinds'], message, param: 'kinds' }]
      },
      run: async (call) => {
        const { kinds, organization } = call.query as Filters
        if (organization !== undefined) organizationOf(ports, organization)
        const wanted = (kinds?.split(',') as FeedKind[] | undefined) ?? FEED_KINDS
        await host.shared?.follow(wanted.includes('request'))
        return host.streams.answer((write) => {
          const stop = host.feed.subscribe(wanted, (item) => {
            if (organization === undefined || ownerOf(scopeOf(item)) === organization)
              write(feedLine(item))
          })
          write({ kind: 'ready' })
          return stop
        })
      },
    },
  }
}

function scopeOf(item: FeedItem): string | null {
  return item.kind === 'request' ? item.entry.scope : item.scope
}

/** Returns an item in the form of an entry of the list of its kind. */
export function feedLine(item: FeedItem): { kind: FeedKind } & Record<string, unknown> {
  if (item.kind === 'request') return { kind: item.kind, ...entryView(item.entry) }
  if (item.kind === 'event') return { kind: item.kind, ...eventView(item.scope, item.event) }
  return { kind: item.kind, ...deliveryView(item.scope, item.row) }
}
