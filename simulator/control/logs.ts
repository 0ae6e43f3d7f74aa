import { iso } from '../time/clock.ts'
import { DELIVERY, eventHeaders, type DeliveryRow } from '../features/webhooks/deliveries.ts'
import { EMAIL, type EmailRecord } from '../features/privacy/emails.ts'
import { EVENT, type EventRecord } from '../features/webhooks/events.ts'
import { listAnswer, pageQuery } from '../features/paging.ts'
import type { Ports } from '../ports.ts'
import type { Call, Handler } from '../call/call.ts'
import type { PageQuery, StoredActivity } from '../store/records.ts'
import { MODES, type Mode, scopeOf } from '../world/world.ts'
import { organizationOf } from './access/organization.ts'

interface Filters {
  organization?: string
  mode?: Mode
  session_id?: string
  subscription_id?: string
}

/** An entry of a log, with its place in the order of its store. */
export interface LogEntry {
  seq: number
  /** Epoch ms. */
  at: number
  /** As the control API shows it. */
  text: string
}

/** Reads a page of a log, with the filters of a call, newest first. */
export type ReadLog = (ports: Ports, call: Call, page: PageQuery) => Promise<LogEntry[]>

export const LOGS: Readonly<
  Record<'listActivity' | 'listDeliveries' | 'listEvents' | 'listEmails', ReadLog>
> = {
  listActivity: readActivity,
  listDeliveries: documents(DELIVERY, deliveryView),
  listEvents: documents(EVENT, eventView),
  listEmails: documents(EMAIL, (scope, email: EmailRecord) => ({ ...owner(scope), ...email })),
}

/** Lists log entries of all organizations, or filtered, newest first. */
export function logHandlers(ports: Ports): Record<string, Handler> {
  const lists = Object.entries(LOGS).map(([name, read]): [string, Handler] => [
    name,
    { run: async (call) => listAnswer(await read(ports, call, pageQuery(call)), call, textOf) },
  ])
  return Object.fromEntries(lists)
}

export function textOf({ text }: LogEntry): string {
  return text
}

function documents<T extends { created_at: string }>(
  kind: string,
  view: (scope: string, body: T) => object,
): ReadLog {
  return async (ports, call, page) => {
    const { session_id, subscription_id } = call.query as Filters
    const query: PageQuery = {
      ...page,
      ...(session_id !== undefined && { key1: session_id }),
      ...(subscription_id !== undefined && { key2: subscription_id }),
    }
    const found = await merged(scopesOf(ports, call), page.limit, (scope) =>
      ports.records.page(scope, kind, query),
    )
    return found.map(({ seq, scope, body }) => ({
      seq,
      at: Date.parse((body as T).created_at),
      text: JSON.stringify(view(scope, body as T)),
    }))
  }
}

async function readActivity(ports: Ports, call: Call, page: PageQuery): Promise<LogEntry[]> {
  const { session_id } = call.query as Filters
  const query = { ...page, ...(session_id !== undefined && { session: session_id }) }
  const found = await merged(scopesOf(ports, call), page.limit, async (scope) =>
    (await ports.records.activity(scope, query)).map((entry) => ({ ...entry, scope })),
  )
  return found.map((entry) => ({
    seq: entry.seq,
    at: entry.at,
    text: JSON.stringify(activityView(entry)),
  }))
}

/** Returns the newest entries of several scopes, which number their records in one common order. */
async function merged<T extends { seq: number }>(
  scopes: string[],
  limit: number,
  page: (scope: string) => Promise<T[]>,
): Promise<T[]> {
  let newest: T[] = []
  for (const scope of scopes) {
    newest = [...newest, ...(await page(scope))].sort((a, b) => b.seq - a.seq).slice(0, limit)
  }
  return newest
}

/** Returns the scopes of the filters. @throws {ApiError} resource_not_found for a filter by an unknown organization */
function scopesOf(ports: Ports, call: Call): string[] {
  const { organization, mode } = call.query as Filters
  const { organizations: all } = ports.world.file
  const organizations = organization === undefined ? all : [organizationOf(ports, organization)]
  return organizations.flatMap((one) =>
    (mode === undefined ? MODES : [mode]).map((each) => scopeOf(one, each)),
  )
}

function owner(scope: string) {
  const [, mode, organization] = scope.split('/')
  return { organization, mode }
}

export function deliveryView(scope: string, row: DeliveryRow) {
  return { ...owner(scope), ...row }
}

/** A stored event as the console shows it. */
export function eventView(scope: string, event: EventRecord) {
  const { id, type, session_id, body, created_at } = event
  const session = session_id === '' ? null : session_id
  return {
    ...owner(scope),
    id,
    type,
    session_id: session,
    headers: eventHeaders(event),
    body,
    created_at,
  }
}

function activityView({
  scope,
  session,
  action,
  artifact,
  outcome,
  actor,
  at,
}: StoredActivity & { scope: string }) {
  return {
    ...owner(scope),
    session_id: session,
    action,
    artifact,
    outcome,
    actor,
    created_at: iso(at),
  }
}
