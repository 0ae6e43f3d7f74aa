import { createHash } from 'node:crypto'
import type { Check, Context } from '../../check/check.ts'
import { deliveryOf } from '../../check/events.ts'
import { documentsOf, statusOf } from '../../check/signing.ts'
import { reach, withheldIn } from '../../check/states.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import type { Bindings } from '../../target/states.ts'
import { verify } from '../verify/verify.ts'

const SIGNED = 'kyc.session.document_signed'
const DECLINED = 'kyc.session.document_declined'
const COMPLETED = 'kyc.session.completed'
const STATES = ['webhook_subscription', 'signing_session']
const NEEDS = {
  features: ['document_signing', 'document_verification', 'webhooks'],
  credentials: [],
  states: STATES,
  webhooks: true,
} as const
const COMMON = [
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

/** What is not said of the people and the document, by what `withheld` holds. */
const PRIVATE = ['EVE-014', 'EVE-015', 'EVE-016', 'EVE-017']

export const signingEventChecks: readonly Check[] = [
  {
    id: 'esign.signed',
    area: 'esign',
    requirements: [
      ...COMMON,
      'CHK-009',
      'CHK-013',
      'ESG-001',
      'EVE-007',
      'EVE-008',
      'EVE-010',
      'EVT-012',
      'EVT-013',
      'STA-019',
      'STA-020',
      'VER-011',
      'VER-012',
      'VFY-019',
      'VFY-020',
      'VFY-021',
      'VFY-022',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'The hash in the event is what a customer files; if the copy has another one, nobody can prove anything later.',
    async run(ctx) {
      const { hook, organization } = await listen(ctx)
      const open = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'opened', documents: 2 },
        'session_id',
      )
      const session = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'signed', documents: 2 },
        'session_id',
      )
      const { session_id: id, browser_token } = session
      const delivery = await hook.wait((one) => isOf(one, id))
      const event = bodyOf(delivery)
      for (const requirement of ['EVT-012', 'STA-019', 'VER-011', 'VER-012', 'CHK-009']) {
        ctx.expect(
          requirement,
          `an event ${SIGNED}`,
          at(event, 'type') === SIGNED,
          at(event, 'type') ?? 'none',
        )
      }
      expectBody(ctx, event, id, SIGNED, session)
      ctx.expect(
        'EVE-010',
        'signedAt, and no declinedAt',
        isTime(at(event, 'signedAt')) && at(event, 'declinedAt') === undefined,
        event,
      )
      ctx.expect(
        'EVT-013',
        'no verdict in it',
        at(event, 'outcome') === undefined && at(event, 'status') === undefined,
        event,
      )
      const hashes = listOf(event).map((one) => at(one, 'finalHash'))
      for (const [i, { sha256, path }] of documentsOf(session).entries()) {
        ctx.expect(
          'EVE-007',
          'a finalHash for each document',
          typeof hashes[i] === 'string' && /^[0-9a-f]{64}$/.test(String(hashes[i])),
          hashes[i],
        )
        const file = await ctx.step('download a signed document', {
          method: 'GET',
          path,
          as: { key: String(browser_token) },
        })
        const digest = createHash('sha256').update(file.body)
        const [hex, header] = [digest.copy().digest('hex'), file.header('Repr-Digest')]
        ctx.expect('EVE-008', 'the SHA-256 of the file', hashes[i] === hex, hashes[i])
        for (const requirement of ['VFY-019', 'VFY-020', 'VFY-021']) {
          ctx.expect(
            requirement,
            'Repr-Digest with the SHA-256 of these bytes in base64',
            header
              ?.split(',')
              .map((one) => one.trim())
              .includes(`sha-256=:${digest.copy().digest('base64')}:`) ?? false,
            header,
          )
        }
        ctx.expect(
          'CHK-013',
          'a PDF',
          file.body.subarray(0, 5).toString() === '%PDF-',
          file.body.subarray(0, 5).toString('latin1'),
        )
        const status = at((await verify(ctx, hex)).json, 'status')
        // The key of a test document need not be known (GAP-TEST-SEALS).
        for (const requirement of ['VFY-022', 'ESG-001']) {
          ctx.expect(
            requirement,
            'found by its hash',
            hex === sha256 && (status === 'verified' || status === 'unknown_key'),
            status,
          )
        }
      }
      const [before, after] = await Promise.all([
        statusOf(ctx, open.key, open.session_id),
        statusOf(ctx, session.key, id),
      ])
      ctx.expect(
        'STA-020',
        'a session that goes on',
        after !== 'completed' && after !== 'expired',
        `${before as string}, then ${after as string}`,
      )
    },
  },
  {
    id: 'esign.declined',
    area: 'esign',
    requirements: [
      ...COMMON,
      'EVE-009',
      'EVE-011',
      'EVE-018',
      'EVT-014',
      'EVT-015',
      'EVT-016',
      'STA-017',
      'STA-018',
      'VER-012',
    ],
    level: 'must',
    needs: NEEDS,
    why: 'To decline is a right; what is told of it must be that, and not why.',
    async run(ctx) {
      const { hook, organization } = await listen(ctx)
      const session = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'declined', documents: 2 },
        'session_id',
      )
      const { session_id: id } = session
      const declined = bodyOf(
        await hook.wait((one) => isOf(one, id) && at(bodyOf(one), 'documents') !== undefined),
      )
      const completed = bodyOf(
        await hook.wait((one) => isOf(one, id) && at(bodyOf(one), 'outcome') !== undefined),
      )
      for (const requirement of ['EVT-014', 'STA-018', 'VER-012']) {
        ctx.expect(
          requirement,
          `an event ${DECLINED}`,
          at(declined, 'type') === DECLINED,
          at(declined, 'type') ?? 'none',
        )
      }
      for (const requirement of ['STA-017', 'STA-018']) {
        ctx.expect(
          requirement,
          'a completed event with the outcome declined',
          at(completed, 'status') === 'completed' && at(completed, 'outcome') === 'declined',
          completed ?? 'none',
        )
      }
      expectBody(ctx, declined, id, DECLINED, session)
      ctx.expect(
        'EVE-011',
        'declinedAt, and no signedAt',
        isTime(at(declined, 'declinedAt')) && at(declined, 'signedAt') === undefined,
        declined,
      )
      for (const requirement of ['EVE-009', 'EVT-015']) {
        ctx.expect(
          requirement,
          'no finalHash',
          isObject(declined) && !JSON.stringify(declined).includes('finalHash'),
          declined,
        )
      }
      const told = withheldIn(session).find((text) => JSON.stringify(declined ?? {}).includes(text))
      for (const requirement of ['EVE-018', 'EVT-016']) {
        ctx.expect(
          requirement,
          'no reason',
          isObject(declined) &&
            told === undefined &&
            !Object.keys(declined).some((name) => /reason/i.test(name)),
          told ?? declined,
        )
      }
      ctx.expect(
        'STA-017',
        'a completed session',
        (await statusOf(ctx, session.key, id)) === 'completed',
        'another status',
      )
    },
  },
  {
    id: 'esign.unsealed-says-nothing',
    area: 'esign',
    long: true,
    requirements: ['STA-021'],
    level: 'must',
    needs: NEEDS,
    why: 'An event without a sealed copy would be filed as proof that there is one.',
    async run(ctx) {
      const { hook, organization } = await listen(ctx)
      const unsealed = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'unsealed' },
        'session_id',
      )
      // A later one that is announced shows that the first would have been by now.
      const signed = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'signed' },
        'session_id',
      )
      await deliveryOf(hook, SIGNED, (one) => isOf(one, signed.session_id))
      const told = hook.deliveries.some((one) => isOf(one, unsealed.session_id))
      ctx.expect(
        'STA-021',
        'no event about the unsealed document',
        !told,
        told ? 'an event' : 'none',
      )
    },
  },
]

async function listen(ctx: Context) {
  const hook = ctx.receiver()
  const { organization } = await reach(ctx, 'webhook_subscription', {
    url: hook.url,
    events: [SIGNED, DECLINED, COMPLETED],
  })
  return { hook, organization }
}

function expectBody(
  ctx: Context,
  event: unknown,
  sessionId: string,
  type: string,
  session: Bindings,
): void {
  const documents = listOf(event)
  ctx.expect('EVE-001', 'sessionId', at(event, 'sessionId') === sessionId, at(event, 'sessionId'))
  const envelope = at(event, 'envelopeId')
  ctx.expect(
    'EVE-002',
    'envelopeId, a text',
    typeof envelope === 'string' && envelope !== '',
    envelope,
  )
  ctx.expect('EVE-003', 'documents, a list of two', documents.length === 2, at(event, 'documents'))
  ctx.expect(
    'EVE-004',
    'in their order from 0',
    documents.length === 2 && documents.every((one, i) => at(one, 'documentOrder') === i),
    documents,
  )
  const ids = documentsOf(session).map(({ document_id }) => document_id)
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
  ctx.expect('EVE-012', 'the mode test', at(event, 'mode') === 'test', at(event, 'mode'))
  ctx.expect('EVE-013', `the type ${type}`, at(event, 'type') === type, at(event, 'type'))
  const told = withheldIn(session).find((text) => JSON.stringify(event ?? {}).includes(text))
  for (const requirement of PRIVATE)
    ctx.expect(
      requirement,
      'nothing that is withheld',
      isObject(event) && told === undefined,
      told ?? typeof event,
    )
}

function listOf(event: unknown): unknown[] {
  const documents = at(event, 'documents')
  return Array.isArray(documents) ? documents : []
}

function isOf(delivery: Delivery, sessionId: string): boolean {
  return at(bodyOf(delivery), 'sessionId') === sessionId
}

function bodyOf(delivery: Delivery | undefined): JsonObject | undefined {
  try {
    const body: unknown = delivery && JSON.parse(delivery.body.toString())
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** ISO 8601 in UTC. */
function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
