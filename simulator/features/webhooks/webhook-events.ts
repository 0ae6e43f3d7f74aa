import type { Handler } from '../../call/call.ts'
import type { Ports } from '../../ports.ts'
import type { View } from '../../store/records.ts'
import { DELIVERY } from './deliveries.ts'
import { cursorIssues, listAnswer, pageQuery } from '../paging.ts'

/**
 * A row is shown as stored. 100,000 rows of 490 bytes are cached, so that polling for those of a session costs the
 * same in a large store.
 */
const ROW: View = { kind: DELIVERY, kept: 48 * 1024 * 1024, of: ({ text }) => text }

/** The delivery log: one row per attempt, found by verification or by endpoint (DLV). */
export function webhookEventHandlers(ports: Ports): Record<string, Handler> {
  return {
    listWebhookEvents: {
      check: cursorIssues,
      run: async (call) => {
        const { session_id, subscription_id } = call.query as {
          session_id?: string
          subscription_id?: string
        }
        const rows = await ports.records.pageViews(call.credential.scope, ROW, {
          ...pageQuery(call),
          ...(session_id !== undefined && { key1: session_id }),
          ...(subscription_id !== undefined && { key2: subscription_id }),
        })
        return listAnswer(rows, call, ({ text }) => text)
      },
    },
  }
}
