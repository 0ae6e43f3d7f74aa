import type { Clients } from '../clients.ts'

interface Row {
  subscription_id: string
  session_id: string | null
  event_type: string
  attempt: number
  status: string
}

/**
 * Returns duplicates in the delivery log of an organization: an attempt that has two rows, or an event
 * that is delivered twice by the log.
 */
export async function duplicateRows(clients: Clients, organization: string): Promise<string[]> {
  const rows = await rowsOf(clients, organization)
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

async function rowsOf(clients: Clients, organization: string): Promise<Row[]> {
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
