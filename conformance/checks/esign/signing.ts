import type { Check } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { documentsOf, post, statusOf, signingSession } from '../../check/resources/signing.ts'
import { VERDICT_REPEATS } from '../../check/verdict.ts'
import { at } from '../../http/json.ts'
import { verify } from '../verify/verify-request.ts'

/** Actions of a signer, and their rejections. */
export const signingChecks: readonly Check[] = [
  {
    id: 'esign.consent-first',
    area: 'esign',
    requirements: ['CER-001', 'CHK-011', 'CHK-012'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signature before the consent to electronic signing has no legal value.',
    async run(ctx) {
      const session = await signingSession(ctx, 'opened')
      const [document] = documentsOf(session)
      const file = await ctx.step('read the document', {
        method: 'GET',
        path: document!.path,
        as: { key: session.browser_token },
      })
      ctx.expect(
        'CHK-011',
        '200 with a document',
        file.status === 200 && file.body.byteLength > 0,
        statusAndCode(file),
      )
      const early = await post(ctx, 'sign without consent', session, 'sign')
      ctx.expect(
        'CER-001',
        'a refusal, 4xx',
        early.status >= 400 && early.status < 500,
        statusAndCode(early),
      )
      const status = at((await verify(ctx, document!.sha256)).json, 'status')
      ctx.expect('CER-001', 'an unsigned document', status === 'not_signed', status)
      await post(ctx, 'consent', session, 'consent')
      const signed = await post(ctx, 'sign with the typed name', session, 'sign')
      ctx.expect(
        'CHK-012',
        '2xx',
        signed.status >= 200 && signed.status < 300,
        statusAndCode(signed),
      )
    },
  },
  {
    id: 'esign.withdrawn-before-signing',
    area: 'esign',
    requirements: ['CER-018', 'CER-019', 'CER-020', 'CER-022', 'CER-031'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'Consent must be revocable.',
    async run(ctx) {
      const session = await signingSession(ctx, 'consented')
      const { key, session_id: id } = session
      const before = await statusOf(ctx, key, id)
      const withdrawn = await post(ctx, 'withdraw the consent', session, 'withdraw')
      ctx.expect(
        'CER-018',
        '2xx while the session is live',
        withdrawn.status >= 200 && withdrawn.status < 300,
        statusAndCode(withdrawn),
      )
      for (const attempt of ['consent', 'sign', 'decline'] as const) {
        const later = await post(ctx, `${attempt} after the withdrawal`, session, attempt)
        ctx.expect(
          'CER-022',
          `${attempt}: a refusal, 4xx`,
          later.status >= 400 && later.status < 500,
          statusAndCode(later),
        )
      }
      // The contract leaves open when it ends, and its status (GAP-WITHDRAW-EFFECT).
      const after = await pollUntil(
        () => statusOf(ctx, key, id),
        (now) => now !== before,
        VERDICT_REPEATS,
      )
      ctx.expect(
        'CER-019',
        'a different status than before',
        typeof after === 'string' && after !== before,
        after,
      )
      const paper = await post(ctx, 'request a paper copy after the end', session, 'paper_copy')
      ctx.expect('CER-031', 'a refusal after the end, 4xx', isRefused(paper), statusAndCode(paper))
      const status = at((await verify(ctx, documentsOf(session)[0]!.sha256)).json, 'status')
      ctx.expect(
        'CER-020',
        'an unsigned document',
        status === 'not_signed' || status === 'not_found',
        status,
      )
    },
  },
  {
    id: 'esign.withdrawn-after-signing',
    area: 'esign',
    requirements: ['CER-018', 'CER-023', 'CER-028'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signed document stays binding; a later withdrawal of consent does not undo it.',
    async run(ctx) {
      const session = await signingSession(ctx, 'signed')
      const paper = await post(ctx, 'request a paper copy', session, 'paper_copy')
      ctx.expect(
        'CER-028',
        '2xx while the session is live',
        paper.status >= 200 && paper.status < 300,
        statusAndCode(paper),
      )
      const withdrawn = await post(ctx, 'withdraw the consent', session, 'withdraw')
      ctx.expect(
        'CER-018',
        '2xx while the session is live',
        withdrawn.status >= 200 && withdrawn.status < 300,
        statusAndCode(withdrawn),
      )
      const status = at((await verify(ctx, documentsOf(session)[0]!.sha256)).json, 'status')
      ctx.expect(
        'CER-023',
        'a document that still verifies',
        status === 'verified' || status === 'unknown_key',
        status,
      )
    },
  },
  {
    id: 'esign.over-is-over',
    area: 'esign',
    requirements: ['CER-027', 'CER-031', 'SES-005'],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'After the session, withdrawals go to the business; a page that accepted one would notify nobody.',
    async run(ctx) {
      const ended = await signingSession(ctx, 'ended')
      const declined = await signingSession(ctx, 'declined')
      for (const [session, end] of [
        [ended, 'the end'],
        [declined, 'declining'],
      ] as const) {
        for (const [requirement, request] of [
          ['CER-027', 'withdraw'],
          ['CER-031', 'paper_copy'],
        ] as const) {
          const answer = await post(ctx, `post to ${request} after ${end}`, session, request)
          ctx.expect(
            requirement,
            `a refusal after ${end}, 4xx`,
            answer.status >= 400 && answer.status < 500,
            statusAndCode(answer),
          )
        }
      }
      const late = await post(ctx, 'sign after declining', declined, 'sign')
      const status = at((await verify(ctx, documentsOf(declined)[0]!.sha256)).json, 'status')
      ctx.expect(
        'SES-005',
        'a refusal, 4xx, and a document that stays unsigned',
        late.status >= 400 &&
          late.status < 500 &&
          (status === 'not_signed' || status === 'not_found'),
        `${statusAndCode(late)}, ${String(status)}`,
      )
    },
  },
]
