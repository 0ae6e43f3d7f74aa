import type { Handler } from '../service/call.ts'
import type { Ports } from '../ports.ts'
import { DELIVERY } from './deliveries.ts'
import { listAnswer, pageQuery } from './paging.ts'

/** The delivery log: one row an attempt, traced by verification or by endpoint (DLV). */
export function webhookEventHandlers(ports: Ports): Record<string, Handler> {
  return {
    listWebhookEvents: {
      run: async (call) => {
        const { session_id, subscription_id } = call.query as { session_id?: string, subscription_id?: string }
        const rows = await ports.records.page(call.credential.scope, DELIVERY, {
          ...pageQuery(call),
          ...(session_id !== undefined && { key1: session_id }),
          ...(subscription_id !== undefined && { key2: subscription_id }),
        })
        return listAnswer(rows, call, (row) => row.text)
      },
    },
  }
}
