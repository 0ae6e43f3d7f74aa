import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { documentsOf, post, statusOf, signingSession } from '../../check/resources/signing.ts'
import { verdictRepeats } from '../../check/verdict.ts'
import { at } from '../../http/json.ts'
import type { Bindings } from '../../target/states.ts'
import { verify } from '../verify/verify-request.ts'
import { DIGEST, download, expectDigest } from './downloads.ts'

/** Expects that no signature without a consent is taken, and that none is stored. */
async function expectNoSignature(ctx: Context, session: Bindings, when: string): Promise<void> {
  const early = await post(ctx, `sign ${when}`, session, 'sign')
  ctx.expect('CER-001', `a refusal ${when}, 4xx`, isRefused(early), statusAndCode(early))
  for (const { sha256 } of documentsOf(session)) {
    const status = at((await verify(ctx, sha256)).json, 'status')
    ctx.expect('CER-001', `an unsigned document ${when}`, status === 'not_signed', status)
  }
}

/** Actions of a signer, and their rejections. */
export const signingChecks: readonly Check[] = [
  {
    id: 'esign.consent-first',
    area: 'esign',
    requirements: ['CER-001', 'CHK-011', 'CHK-012', ...DIGEST],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signature before the consent to electronic signing has no legal value.',
    async run(ctx) {
      const session = await signingSession(ctx, 'opened', { documents: 2 })
      const [document] = documentsOf(session)
      const { browser_token: token } = session
      const file = await download(ctx, 'read the document', document!.path, token)
      ctx.expect(
        'CHK-011',
        '200 with a document',
        file.status === 200 && file.body.byteLength > 0,
        statusAndCode(file),
      )
      await expectNoSignature(ctx, session, 'without consent')
      await expectNoSignature(ctx, session, 'without consent again')
      await post(ctx, 'consent', session, 'consent')
      const signed = await post(ctx, 'sign with the typed name', session, 'sign')
      ctx.expect(
        'CHK-012',
        '2xx',
        signed.status >= 200 && signed.status < 300,
        statusAndCode(signed),
      )
      // The digest is that of the signed file, at each download.
      for (const label of ['download the signed document', 'download it again'])
        expectDigest(ctx, await download(ctx, label, document!.path, token))
      const { organization } = session
      const next = await signingSession(ctx, 'opened', { organization })
      await expectNoSignature(ctx, next, 'after a consent to another transaction')
      await post(ctx, 'request a paper copy', next, 'paper_copy')
      await expectNoSignature(ctx, next, 'after a request for paper')
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
        verdictRepeats(ctx),
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
    requirements: ['CER-018', 'CER-023', 'CER-028', ...DIGEST],
    level: 'must',
    needs: {
      features: ['document_signing', 'document_verification'],
      credentials: [],
      states: ['signing_session'],
    },
    why: 'A signed document stays binding; a later withdrawal of consent does not undo it.',
    async run(ctx) {
      const session = await signingSession(ctx, 'signed', { documents: 2 })
      const { browser_token } = session
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
      for (const { sha256, path } of documentsOf(session)) {
        const status = at((await verify(ctx, sha256)).json, 'status')
        ctx.expect(
          'CER-023',
          'a document that still verifies',
          status === 'verified' || status === 'unknown_key',
          status,
        )
        // How long the signer can download it is left open.
        const file = await download(ctx, 'download it after the withdrawal', path, browser_token)
        if (!isAccepted(file)) continue
        const hash = expectDigest(ctx, file)
        ctx.expect('CER-023', 'the signed document, not another one', hash === sha256, hash)
      }
      const unsealed = await signingSession(ctx, 'unsealed')
      const late = await post(ctx, 'withdraw after an unsealed signature', unsealed, 'withdraw')
      ctx.expect(
        'CER-018',
        '2xx after an unsealed signature',
        isAccepted(late),
        statusAndCode(late),
      )
      // It may have been sealed meanwhile.
      const kept = at((await verify(ctx, documentsOf(unsealed)[0]!.sha256)).json, 'status')
      ctx.expect('CER-023', 'a document that stays signed', kept !== 'not_signed', kept)
      const withdrawnBefore = await signingSession(ctx, 'withdrawn_later')
      const again = await post(ctx, 'request paper after it', withdrawnBefore, 'paper_copy')
      ctx.expect(
        'CER-028',
        '2xx after a withdrawal that ended nothing',
        isAccepted(again),
        statusAndCode(again),
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
