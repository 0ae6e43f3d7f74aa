import type { ForwardOutcome, Forwarder } from '../features/webhooks/forwarders.ts'
import { forwarderSecret } from '../features/webhooks/forwarders.ts'
import { ATTEMPT_MS } from '../features/webhooks/sending/retry.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError } from '../call/errors.ts'
import type { Mode } from '../world/world.ts'
import type { ControlHost } from './host.ts'
import { organizationOf } from './access/organization.ts'

/**
 * Sends webhooks to a program without an address, over the connection that it opened.
 * @param attemptMs time after which an attempt without a report has failed
 */
export function forwarderHandlers(
  ports: Ports,
  host: ControlHost,
  attemptMs = ATTEMPT_MS,
): Record<string, Handler> {
  /** Attempts sent to a program, by forwarder and attempt. */
  const waiting = new Map<string, Map<string, (outcome: ForwardOutcome) => void>>()
  return {
    retrieveForwarderSecret: {
      run: (call) => {
        const organization = organizationOf(ports, call.params.id!)
        return json(200, {
          data: { secret: forwarderSecret(organization.id, call.query.mode as Mode) },
        })
      },
    },
    openForwarder: {
      run: async (call) => {
        const { mode, events } = call.body as { mode: Mode; events?: string[] }
        const organization = organizationOf(ports, call.params.id!)
        const attempts = new Map<string, (outcome: ForwardOutcome) => void>()
        // Deliveries may arrive before the response has begun.
        const early: object[] = []
        let write = (line: object): void => void early.push(line)
        const forwarder: Forwarder = await host.forwarders.open(
          organization,
          mode,
          events,
          (delivery) => {
            const { promise, resolve } = Promise.withResolvers<ForwardOutcome>()
            const timer = setTimeout(() => resolve({ error: 'timeout' }), attemptMs).unref()
            attempts.set(delivery.id, resolve)
            write({ kind: 'delivery', ...delivery })
            return promise.finally(() => {
              clearTimeout(timer)
              attempts.delete(delivery.id)
            })
          },
        )
        waiting.set(forwarder.id, attempts)
        const { id, subscription_id, secret } = forwarder
        return host.streams.answer((writeLine, end) => {
          write = writeLine
          writeLine({ kind: 'ready', id, subscription_id, secret })
          for (const line of early) writeLine(line)
          void forwarder.ended.then(end)
          return () => {
            waiting.delete(id)
            for (const settle of attempts.values()) settle({ error: 'connection_failed' })
            forwarder.close().catch(ports.report)
          }
        })
      },
    },
    reportForwardOutcome: {
      run: (call) => {
        const { delivery_id, ...outcome } = call.body as { delivery_id: string } & ForwardOutcome
        attemptOf(call, waiting, delivery_id)(outcome)
        return { status: 204 }
      },
    },
  }
}

/** Reports the outcome of an attempt. @throws {ApiError} resource_not_found, also for an attempt that took too long */
function attemptOf(
  call: Call,
  waiting: Map<string, Map<string, (outcome: ForwardOutcome) => void>>,
  id: string,
): (outcome: ForwardOutcome) => void {
  const settle = waiting.get(call.params.forwarder_id!)?.get(id)
  if (!settle) throw new ApiError('resource_not_found')
  return settle
}
