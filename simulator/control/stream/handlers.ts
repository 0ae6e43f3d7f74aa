import type { Ports } from '../../ports.ts'
import type { Handler } from '../../call/call.ts'
import { type Mode, scopeOf } from '../../world/world.ts'
import { organizationOf } from '../access/organization.ts'
import type { ControlHost } from '../host.ts'

/** Changes of a plane as server-sent events. */
export function streamHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  return {
    followPlane: {
      run: async (call) => {
        const { mode, include } = call.query as { mode: Mode; include?: 'requests' }
        const scope = scopeOf(organizationOf(ports, call.params.id!), mode)
        const lastId = call.headers['last-event-id'] as string | undefined
        await host.shared?.follow(include === 'requests')
        return host.streams.events((write) =>
          host.pages.follow(scope, lastId, include === 'requests', (event, id, changes) =>
            write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify({ changes })}\n\n`),
          ),
        )
      },
    },
  }
}
