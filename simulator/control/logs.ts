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

/** Lists log entries of all organizations, or filtered, newest first. */
export function logHandlers(ports: Ports): Record<string, Handler> {
  return {
    listActivity: { run: (call) => listActivity(ports, call) },
    listDeliveries: {
      run: (call) =>
        listDocuments(ports, call, DELIVERY, (scope, body) =>
          deliveryView(scope, body as DeliveryRow),
        ),
    },
    listEvents: {
      run: (call) =>
        listDocuments(ports, call, EVENT, (scope, body) => eventView(scope, body as EventRecord)),
    },
    listEmails: {
      run: (call) =>
        listDocuments(ports, call, EMAIL, (scope, body) => ({
          ...owner(scope),
          ...(body as EmailRecord),
        })),
    },
  }
}

async function listDocuments(
  ports: Ports,
  call: Call,
  kind: string,
  view: (scope: string, body: unknown) => object,
) {
  const { session_id, subscription_id } = call.query as Filters
  const query: PageQuery = {
    ...pageQuery(call),
    ...(session_id !== undefined && { key1: session_id }),
    ...(subscription_id !== undefined && { key2: subscription_id }),
  }
  const found = await merged(scopesOf(ports, call), query.limit, (scope) =>
    ports.records.page(scope, kind, query),
  )
  return listAnswer(found, call, ({ scope, body }) => JSON.stringify(view(scope, body)))
}

async function listActivity(ports: Ports, call: Call) {
  const { session_id } = call.query as Filters
  const query = { ...pageQuery(call), ...(session_id !== undefined && { session: session_id }) }
  const found = await merged(scopesOf(ports, call), query.limit, async (scope) =>
    (await ports.records.activity(scope, query)).map((entry) => ({ ...entry, scope })),
  )
  return listAnswer(found, call, (entry) => JSON.stringify(activityView(entry)))
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
