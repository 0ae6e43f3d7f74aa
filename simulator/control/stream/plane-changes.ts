import type { WatchedChange } from '../../store/record-watch.ts'

/** A change in a plane; pages that show it read it again. */
export interface PlaneChange {
  kind: ChangeKind
  /** Null when many have changed at once. */
  id: string | null
  /** The session that it belongs to, if any. */
  session_id: string | null
}

/** Record kinds by the name under which the stream reports them. */
const KINDS = {
  session: 'session',
  note: 'session',
  applicant: 'applicant',
  event: 'event',
  delivery: 'delivery',
  email: 'email',
  envelope: 'envelope',
  signed_document: 'envelope',
  charge: 'charge',
  'workflow-template': 'workflow_template',
  document_template: 'document_template',
  document_template_version: 'document_template',
  data_subject_request: 'data_subject_request',
} as const

export type ChangeKind =
  | (typeof KINDS)[keyof typeof KINDS]
  | 'activity'
  | 'request'
  | 'world'
  | 'everything'

/** Returns the report of a write; undefined for records that no page shows. */
export function changeOf(change: WatchedChange): PlaneChange | undefined {
  if (change.type === 'activity') return { kind: 'activity', id: null, session_id: change.session }
  if (change.type !== 'put' && change.type !== 'remove') return undefined
  if (!Object.hasOwn(KINDS, change.kind)) return undefined
  const { kind: record, id } = change
  const kind = KINDS[record as keyof typeof KINDS]
  if (record === 'session') return { kind, id, session_id: id }
  const { session_id: of } = ((change.type === 'put' ? change.body : undefined) ?? {}) as {
    session_id?: unknown
  }
  return { kind, id, session_id: typeof of === 'string' ? of : null }
}
