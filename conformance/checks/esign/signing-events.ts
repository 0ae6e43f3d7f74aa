import type { Check, Context } from '../../check/check.ts'
import { idText } from '../../check/idioms.ts'
import { deliveryOf, SECONDS_OF_SILENCE } from '../../check/resources/events.ts'
import { documentsOf, statusOf } from '../../check/resources/signing.ts'
import { reach } from '../../check/states.ts'
import { isUtcTime } from '../../utc-time.ts'
import { at, walk } from '../../http/json.ts'
import type { Bindings } from '../../target/states.ts'
import { isNumberedNext, numbersIn } from '../verify/document-numbers.ts'
import { claimsOf } from '../seals/sealed-document.ts'
import { holdsHash } from '../verify/hash-text.ts'
import { expectWithheld, WITHHELD } from '../verify/statuses.ts'
import { chainPosition } from '../verify/verify.ts'
import { verify } from '../verify/verify-request.ts'
import { DIGEST, download, expectDigest } from './downloads.ts'
import {
  SIGNED,
  NEEDS,
  COMMON,
  subscribeToSigning,
  expectBody,
  listOf,
  isOf,
  bodyOf,
} from './event-expectations.ts'

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
      'VFR-016',
      'VFR-017',
      'VFR-018',
      'VFR-021',
      ...DIGEST,
      'VFY-022',
      'SEA-011',
      'SEA-012',
      ...WITHHELD,
    ],
    level: 'must',
    needs: NEEDS,
    why: 'Customers store the hash of the event as evidence; it must match the downloaded copy.',
    async run(ctx) {
      const { hook, organization } = await subscribeToSigning(ctx)
      const open = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'opened', documents: 2 },
        'session_id',
      )
      const session = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'signed', documents: 3 },
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
        'signedAt, a time in UTC (ISO-8601), and no declinedAt',
        isUtcTime(at(event, 'signedAt')) && at(event, 'declinedAt') === undefined,
        { signedAt: at(event, 'signedAt'), declinedAt: at(event, 'declinedAt') },
      )
      ctx.expect(
        'EVT-013',
        'no outcome in the event',
        (at(event, 'outcome') ?? null) === null &&
          !['completed', 'expired'].includes(String(at(event, 'status'))),
        event,
      )
      const verified: unknown[] = []
      const hashes = listOf(event).map((one) => at(one, 'finalHash'))
      for (const [i, { sha256, path }] of documentsOf(session).entries()) {
        ctx.expect(
          'EVE-007',
          'a finalHash for each document',
          typeof hashes[i] === 'string' && /^[0-9a-f]{64}$/.test(String(hashes[i])),
          hashes[i],
        )
        const file = await download(ctx, 'download a signed document', path, browser_token)
        const hex = expectDigest(ctx, file)
        ctx.expect('EVE-008', 'the SHA-256 of the file', hashes[i] === hex, hashes[i])
        ctx.expect(
          'CHK-013',
          'a PDF',
          file.body.subarray(0, 5).toString() === '%PDF-',
          file.body.subarray(0, 5).toString('latin1'),
        )
        const answer = await verify(ctx, hex)
        const { json } = answer
        const status = at(json, 'status')
        expectWithheld(ctx, answer, session)
        // Its claims may be in any form (GAP-VERIFY-IDENTIFIERS), and only a sealed file has them.
        const claims = claimsOf(at(json, 'seal', 'payload_json'))
        if (claims)
          ctx.expect(
            'SEA-012',
            'its final hash among the claims of its seal',
            walk(claims).some(({ value }) => holdsHash(value, hex)),
            claims,
          )
        if (status === 'verified') {
          verified.push(json)
          ctx.expect(
            'VFR-017',
            `that there are ${hashes.length} documents`,
            numbersIn(json).includes(hashes.length),
            numbersIn(json),
          )
          const values = [...walk(json, (key) => key !== 'seal')].map(({ value }) => value)
          ctx.expect(
            'VFR-018',
            'its hash beside the seal',
            values.some((one) => holdsHash(one, hex)),
            values.filter((one) => typeof one === 'string'),
          )
        }
        // The key of a test document may be unpublished (GAP-TEST-SEALS).
        for (const requirement of ['VFY-022', 'ESG-001']) {
          ctx.expect(
            requirement,
            'found by its hash',
            hex === sha256 && (status === 'verified' || status === 'unknown_key'),
            status,
          )
        }
      }
      if (verified.length === hashes.length)
        for (const [i, one] of verified.slice(1).entries())
          ctx.expect(
            'VFR-017',
            'the next position for each further document',
            isNumberedNext(verified[i], one),
            verified,
          )
      if (verified.length === hashes.length) expectOwnIds(ctx, verified, session)
      // The name of the position is open, so it is judged where a response has it (GAP-VERIFY-IDENTIFIERS).
      const positions = verified.map(chainPosition)
      if (positions.some((one) => one !== undefined))
        ctx.expect(
          'VFR-021',
          'the position in the event chain for each document',
          positions.every((one) => one !== undefined),
          positions,
        )
      const [before, after] = await Promise.all([
        statusOf(ctx, open.key, open.session_id),
        statusOf(ctx, session.key, id),
      ])
      ctx.expect(
        'STA-020',
        'a session that continues',
        after !== 'completed' && after !== 'expired',
        `${before as string}, then ${after as string}`,
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
    why: 'An event without a sealed copy would be stored as proof of one.',
    async run(ctx) {
      const { hook, organization } = await subscribeToSigning(ctx)
      const unsealed = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'unsealed' },
        'session_id',
      )
      // The event of a later document shows that an event of the first would have arrived.
      const signed = await reach(
        ctx,
        'signing_session',
        { organization, stage: 'signed' },
        'session_id',
      )
      await deliveryOf(hook, SIGNED, (one) => isOf(one, signed.session_id))
      // Deliveries may arrive out of order.
      const unexpected = await hook.wait(
        (one) => isOf(one, unsealed.session_id),
        SECONDS_OF_SILENCE,
      )
      ctx.expect(
        'STA-021',
        'no event about the unsealed document',
        unexpected === undefined,
        unexpected ? 'an event' : 'none',
      )
    },
  },
]

/**
 * Expects the id of each document in the response about it, and among the claims of its seal. The contract does not say
 * that it is the id of the event, so it is judged where one of them has that id.
 */
function expectOwnIds(ctx: Context, verified: readonly unknown[], session: Bindings): void {
  const ids = documentsOf(session).map((one) => idText(one.document_id))
  const claims = verified.map((json) => claimsOf(at(json, 'seal', 'payload_json')) ?? {})
  for (const [requirement, where, documents] of [
    ['VFR-016', 'in the response about it', verified],
    ['SEA-011', 'among the claims of its seal', claims],
  ] as const) {
    const found = documents.map((json) =>
      [...walk(json, (key) => key !== 'seal')].map(({ value }) => idText(value)),
    )
    const isOwn = ids.map((id, i) => id !== undefined && found[i]!.includes(id))
    if (isOwn.includes(true))
      ctx.expect(requirement, `the id of each document ${where}`, !isOwn.includes(false), found)
  }
}
