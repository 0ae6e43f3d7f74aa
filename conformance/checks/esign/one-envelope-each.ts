import { createHash } from 'node:crypto'
import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { documentsOf, post, signingSession, statusOf } from '../../check/resources/signing.ts'
import { reachIfPossible } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { verify } from '../verify/verify-request.ts'
import { actsAtOnceChecks } from './acts-at-once.ts'
import {
  bodyOf,
  COMMON,
  expectBody,
  isOf,
  listOf,
  NEEDS,
  SIGNED,
  subscribeToSigning,
} from './event-expectations.ts'

/** The last number has two digits. */
const DOCUMENTS = 11

/** Signers of one document each, who ask for paper and consent first, as most signers do. */
export const oneEnvelopeEachChecks: readonly Check[] = [
  ...actsAtOnceChecks,
  {
    id: 'esign.one-envelope-each',
    area: 'esign',
    requirements: ['EVE-002', 'EVE-003', 'EVE-008', 'EVT-012', 'EVT-014', 'CER-028'],
    level: 'must',
    needs: NEEDS,
    why: 'Backends find the agreement of an event by its envelope; a shared id mixes agreements.',
    async run(ctx) {
      const { hook, organization } = await subscribeToSigning(ctx)
      const envelopes: unknown[] = []
      for (const [act, requirement] of [
        ['sign', 'EVT-012'],
        ['decline', 'EVT-014'],
      ] as const) {
        const session = await signingSession(ctx, 'consented', { organization })
        const paper = await post(ctx, 'request a paper copy', session, 'paper_copy')
        ctx.expect('CER-028', `2xx before ${act}`, isAccepted(paper), statusAndCode(paper))
        const answer = await post(ctx, act, session, act)
        ctx.expect(
          requirement,
          `2xx for ${act} after a request for paper`,
          isAccepted(answer),
          statusAndCode(answer),
        )
        if (!isAccepted(answer)) continue
        const delivery = await hook.wait(
          (one) => isOf(one, session.session_id) && listOf(bodyOf(one)).length > 0,
        )
        const event = bodyOf(delivery)
        ctx.expect(requirement, `an event after ${act}`, event !== undefined, 'none came')
        if (!event) continue
        envelopes.push(event['envelopeId'])
        const documents = listOf(event)
        ctx.expect('EVE-003', 'documents, a list of one', documents.length === 1, documents)
        if (act === 'decline') continue
        const file = await ctx.setUp('download the signed document', {
          method: 'GET',
          path: documentsOf(session)[0]!.path,
          as: { key: session.browser_token },
        })
        const hash = createHash('sha256').update(file.body).digest('hex')
        const announced = at(documents[0], 'finalHash')
        ctx.expect('EVE-008', 'the SHA-256 of the file', announced === hash, announced)
      }
      ctx.expect(
        'EVE-002',
        'another envelopeId for another session',
        new Set(envelopes).size === envelopes.length,
        envelopes,
      )
    },
  },
  {
    id: 'esign.more-than-ten-documents',
    area: 'esign',
    long: true,
    requirements: [...COMMON, 'EVE-008'],
    level: 'must',
    needs: NEEDS,
    why: 'Numbers that are sorted as texts put document 10 before document 2.',
    async run(ctx) {
      const { hook, organization } = await subscribeToSigning(ctx)
      const session = await reachIfPossible(
        ctx,
        'signing_session',
        { organization, stage: 'signed', documents: DOCUMENTS },
        'session_id',
      )
      const wanted = documentsOf(session)
      const delivery = await hook.wait(
        (one) => isOf(one, session.session_id) && listOf(bodyOf(one)).length > 0,
      )
      const event = bodyOf(delivery)
      expectBody(ctx, event, session.session_id, SIGNED, session)
      const hashes = listOf(event).map((one) => at(one, 'finalHash'))
      ctx.expect(
        'EVE-008',
        'the hash of each document in its place',
        wanted.every(({ sha256 }, i) => hashes[i] === sha256),
        hashes,
      )
    },
  },
  {
    id: 'esign.cancelled-or-expired',
    area: 'esign',
    requirements: ['STA-006', 'SES-006', 'CER-027', 'CER-031'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification', 'sessions'],
      credentials: [],
      states: ['signing_session', 'session'],
    },
    why: 'A signature on a verification that the business cancelled looks like an agreement, and is none.',
    async run(ctx) {
      for (const [end, requirement, params] of ENDS) {
        const session = await signingSession(ctx, 'consented')
        const { key, organization, session_id: id } = session
        await reachIfPossible(ctx, 'session', { organization, session_id: id, ...params })
        const before = await statusOf(ctx, key, id)
        for (const [act, broken] of [
          ['sign', requirement],
          ['decline', requirement],
          ['withdraw', 'CER-027'],
          ['paper_copy', 'CER-031'],
        ] as const) {
          const late = await post(ctx, `post to ${act}, ${end}`, session, act)
          ctx.expect(
            broken,
            `a refusal of ${act}, ${end}, 4xx`,
            isRefused(late),
            statusAndCode(late),
          )
        }
        const after = await statusOf(ctx, key, id)
        const found = at((await verify(ctx, documentsOf(session)[0]!.sha256)).json, 'status')
        ctx.expect(
          requirement,
          `the status ${String(before)}, and an unsigned document, ${end}`,
          after === before && (found === 'not_signed' || found === 'not_found'),
          `${String(after)}, ${String(found)}`,
        )
      }
    },
  },
]

const ENDS = [
  ['cancelled', 'STA-006', { status: 'cancelled' }],
  ['expired', 'SES-006', { status: 'expired', from: 'open' }],
] as const
