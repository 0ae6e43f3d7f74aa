import type { Context } from '../../check/check.ts'
import { bodyOf, expectSignature } from '../../check/resources/events.ts'
import { sessionPath } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { isUtcTime } from '../../utc-time.ts'
import { at, type JsonObject, reveals } from '../../http/json.ts'
import { type Delivery, headerOf } from '../../receiver/receiver.ts'
import type { SignatureVerdict } from '../../receiver/signature.ts'

/** Method, signature and version. */
export function expectTransport(
  ctx: Context,
  delivery: Delivery,
  signature: SignatureVerdict | undefined,
): void {
  ctx.expect(
    'EVT-001',
    'a POST of JSON',
    delivery.method === 'POST' && Object.keys(bodyOf(delivery)).length > 0,
    delivery.method,
  )
  expectSignature(ctx, ['EVT-002'], signature)
  const version = headerOf(delivery, 'X-Webhook-Event-Version')
  ctx.expect('HDR-001', 'X-Webhook-Event-Version', version !== undefined, version)
  for (const requirement of ['HDR-002', 'VER-003'])
    ctx.expect(requirement, 'version 1', version === '1', version)
}

export function expectStandardBody(
  ctx: Context,
  body: JsonObject,
  id: string,
  wanted: string,
): void {
  const { sessionId, status, outcome, occurredAt, mode, type, decisionSource } = body
  const absent = ['sessionId', 'status', 'outcome', 'occurredAt'].filter(
    (name) => !Object.hasOwn(body, name),
  )
  ctx.expect(
    'EVB-001',
    'sessionId, status, outcome and occurredAt',
    absent.length === 0,
    absent.length ? `without ${absent.join(', ')}` : 'all',
  )
  ctx.expect('EVB-002', 'the id of the verification as a string', sessionId === id, sessionId)
  ctx.expect('EVB-003', 'a status as a string', typeof status === 'string' && status !== '', status)
  ctx.expect(
    'EVB-005',
    'an outcome as a string or null',
    typeof outcome === 'string' || outcome === null,
    outcome,
  )
  ctx.expect('EVB-007', 'a time in UTC (ISO-8601)', isUtcTime(occurredAt), occurredAt)
  // All three are optional; their values are not.
  ctx.expect(
    'EVB-008',
    `the mode ${ctx.mode}, or none`,
    mode === undefined || mode === ctx.mode,
    mode,
  )
  ctx.expect('EVB-009', `the type ${wanted}, or none`, type === undefined || type === wanted, type)
  ctx.expect(
    'EVT-020',
    'kyc, a domain and a state, separated by dots',
    type === undefined || /^kyc(\.[a-z_]+){2}$/.test(String(type)),
    type,
  )
  ctx.expect(
    'HDR-007',
    'a type wherever there is a mode',
    mode === undefined || type !== undefined,
    type,
  )
  for (const requirement of ['EVB-010', 'EVB-026', 'EVB-027']) {
    ctx.expect(
      requirement,
      'automatic, reviewer or no decisionSource',
      decisionSource === undefined ||
        decisionSource === 'automatic' ||
        decisionSource === 'reviewer',
      decisionSource,
    )
  }
}

export function expectNothingPersonal(
  ctx: Context,
  { body }: Delivery,
  particulars: string[],
): void {
  const found = particulars.filter((text) => reveals(body.toString(), text))
  ctx.expect(
    'EVB-011',
    'nothing about the applicant, and no metadata',
    found.length === 0,
    found.length === 0 ? 'nothing' : found,
  )
}

/**
 * Checks that the status of an ended session is not that of one in progress. An event may have
 * separate names for the statuses (GAP-EVENT-STATUS), so it is not compared with the ended session.
 */
export async function expectNoStatusInProgress(ctx: Context, status: unknown): Promise<void> {
  const params = { status: 'in_progress' }
  const { key, session_id: id } = await reach(ctx, 'session', params, 'session_id')
  const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
  const { json } = await ctx.setUp('retrieve a session in progress', request)
  const inProgress = at(json, 'data', 'status')
  ctx.expect(
    'EVB-003',
    `a status other than that of a session in progress, ${String(inProgress)}`,
    status !== inProgress,
    status,
  )
}
