import type { Clients } from '../clients.ts'

/** A row of the delivery log. */
export interface Row {
  subscription_id: string
  session_id: string | null
  event_type: string
  attempt: number
  status: string
  error_code: string | null
  created_at: string
}

/** Returns the attempts that have two rows, and the events that are delivered twice by the log. */
export function duplicates(rows: readonly Row[]): string[] {
  const attempts = new Map<string, number>()
  const count = (name: string): void => void attempts.set(name, (attempts.get(name) ?? 0) + 1)
  for (const { subscription_id, session_id, event_type, attempt, status } of rows) {
    const event = `${event_type} of ${session_id} to ${subscription_id}`
    count(`attempt ${attempt} of ${event}`)
    if (status === 'delivered') count(`delivery of ${event}`)
  }
  return [...attempts].flatMap(([name, times]) =>
    times > 1 ? [`the log has ${times} rows for ${name}`] : [],
  )
}

/** Counts the failed attempts by error: `2 connection_failed`. */
export function failures(rows: readonly Row[]): string {
  const failed = rows.filter(({ status }) => status === 'failed')
  const counts = [...Map.groupBy(failed, ({ error_code }) => error_code)]
  return counts.map(([code, { length }]) => `${length} ${code}`).join(', ') || '0'
}

/** Returns the delivery log of an organization. */
export async function deliveryLog(clients: Clients, organization: string): Promise<Row[]> {
  const all: Row[] = []
  let cursor = ''
  for (;;) {
    const path = `/control/v1/deliveries?organization=${organization}&limit=100${cursor}`
    const { status, text } = await clients.control.ask('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
    const page = JSON.parse(text) as { data: Row[]; next_cursor: string | null }
    all.push(...page.data)
    if (page.next_cursor === null) return all
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
