import type { Context } from '../../check/check.ts'
import { idText } from '../../check/idioms.ts'
import { subscribe, type Subscribed } from '../../check/resources/events.ts'
import { documentsOf } from '../../check/resources/signing.ts'
import { withheldIn } from '../../check/states.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import type { Bindings } from '../../target/states.ts'

export const SIGNED = 'kyc.session.document_signed'
export const DECLINED = 'kyc.session.document_declined'
const COMPLETED = 'kyc.session.completed'
const STATES = ['webhook_subscription', 'signing_session']
export const NEEDS = {
  features: ['document_signing', 'document_verification', 'webhooks'],
  credentials: [],
  states: STATES,
  webhooks: true,
} as const
export const COMMON = [
  'EVE-001',
  'EVE-002',
  'EVE-003',
  'EVE-004',
  'EVE-005',
  'EVE-006',
  'EVE-012',
  'EVE-013',
  'EVE-014',
  'EVE-015',
  'EVE-016',
  'EVE-017',
]

/** Requirements on personal data that events must not contain; the binding `withheld` has the values. */
const PRIVATE = ['EVE-014', 'EVE-015', 'EVE-016', 'EVE-017']

export function subscribeToSigning(ctx: Context): Promise<Subscribed> {
  return subscribe(ctx, { events: [SIGNED, DECLINED, COMPLETED] })
}

export function expectBody(
  ctx: Context,
  event: unknown,
  sessionId: string,
  type: string,
  session: Bindings,
): void {
  const documents = listOf(event)
  const { length } = documentsOf(session)
  ctx.expect('EVE-001', 'sessionId', at(event, 'sessionId') === sessionId, at(event, 'sessionId'))
  const envelope = at(event, 'envelopeId')
  ctx.expect(
    'EVE-002',
    'envelopeId, a text',
    typeof envelope === 'string' && envelope !== '',
    envelope,
  )
  ctx.expect(
    'EVE-003',
    `documents, a list of ${length}`,
    documents.length === length,
    at(event, 'documents'),
  )
  ctx.expect(
    'EVE-004',
    'in their order from 0',
    documents.length === length && documents.every((one, i) => at(one, 'documentOrder') === i),
    documents,
  )
  // The event has texts, whatever the type of the ids elsewhere (GAP-RECORD-IDS).
  const ids = documentsOf(session).map(({ document_id }) => idText(document_id))
  ctx.expect(
    'EVE-005',
    'documentId, as the state names them',
    JSON.stringify(documents.map((one) => at(one, 'documentId'))) === JSON.stringify(ids),
    documents,
  )
  ctx.expect(
    'EVE-006',
    'documentOrder, whole numbers',
    documents.length > 0 && documents.every((one) => Number.isInteger(at(one, 'documentOrder'))),
    documents,
  )
  ctx.expect('EVE-012', `the mode ${ctx.mode}`, at(event, 'mode') === ctx.mode, at(event, 'mode'))
  ctx.expect('EVE-013', `the type ${type}`, at(event, 'type') === type, at(event, 'type'))
  const leaked = withheldIn(session).find((text) => JSON.stringify(event ?? {}).includes(text))
  for (const requirement of PRIVATE)
    ctx.expect(
      requirement,
      'none of the withheld data',
      isObject(event) && leaked === undefined,
      leaked ?? typeof event,
    )
}

export function listOf(event: unknown): unknown[] {
  const documents = at(event, 'documents')
  return Array.isArray(documents) ? documents : []
}

export function isOf(delivery: Delivery, sessionId: string): boolean {
  return at(bodyOf(delivery), 'sessionId') === sessionId
}

export function bodyOf(delivery: Delivery | undefined): JsonObject | undefined {
  try {
    const body: unknown = delivery && JSON.parse(delivery.body.toString())
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}
