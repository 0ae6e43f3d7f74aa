import type { Change } from '../records.ts'

/** Log of writes for followers, written in the same transaction. */
export interface WriteLog {
  /** Whether a follower is known to this process. */
  readonly watched: boolean
  /** Called after logged writes. */
  noted(): void
  /** Logs writes after their commit, if a follower was added since this process last checked. */
  late(entries: string): Promise<void>
}

/** A change in the log: enough to read the record again. */
export type LogEntry =
  | ['put', scope: string, kind: string, id: string, fresh: boolean, session: string | null]
  | ['remove', scope: string, kind: string, id: string]
  | ['activity', scope: string, session: string]
  | ['clear', scope: string | null]

/** Returns the log entries of changes; undefined if no change is reported to followers. */
export function entriesOf(changes: readonly Change[]): string | undefined {
  const entries = changes.flatMap((change): LogEntry[] => {
    switch (change.type) {
      case 'put': {
        const { scope, kind, id, ifVersion } = change
        return [['put', scope, kind, id, ifVersion === 0, sessionOf(change.body)]]
      }
      case 'remove':
        return [['remove', change.scope, change.kind, change.id]]
      case 'activity':
        return [['activity', change.scope, change.session]]
      default:
        return []
    }
  })
  return entries.length === 0 ? undefined : JSON.stringify(entries)
}

/** @param body the text of a document that is about to be stored */
function sessionOf(body: unknown): string | null {
  const { session_id } = JSON.parse(body as string) as { session_id?: unknown }
  return typeof session_id === 'string' ? session_id : null
}
