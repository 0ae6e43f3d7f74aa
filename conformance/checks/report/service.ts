import type { Check } from '../../check/check.ts'
import { isRefused, resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { missingPdfPart } from '../../check/pdf.ts'
import { reach } from '../../check/states.ts'

export const serviceChecks: readonly Check[] = [
  {
    id: 'report.served',
    area: 'report',
    requirements: ['GEN-011', 'REP-001'],
    level: 'must',
    needs: { features: ['sessions', 'reports'], credentials: [], states: ['session'] },
    why: 'Customers archive the report and show it to auditors.',
    async run(ctx) {
      let organization: string | undefined
      // The last one is a further session of the organization that the first one has.
      for (const outcome of ['approved', 'declined', 'approved']) {
        const isFurther = organization !== undefined && outcome === 'approved'
        const {
          key,
          session_id: id,
          organization: owner,
        } = await reach(
          ctx,
          'session',
          {
            status: 'completed',
            outcome,
            decided_by: 'rules',
            ...(isFurther && { organization }),
          },
          'session_id',
        )
        organization ??= owner
        const answer = await ctx.step(`request the report of a session that was ${outcome}`, {
          method: 'GET',
          path: `${sessionPath(id)}/report.pdf`,
          as: { key },
        })
        for (const requirement of ['GEN-011', 'REP-001']) {
          ctx.expect(requirement, `200, ${outcome}`, answer.status === 200, statusAndCode(answer))
          const type = answer.header('Content-Type')
          ctx.expect(requirement, 'application/pdf', /^application\/pdf\b/i.test(type ?? ''), type)
        }
        const lack = missingPdfPart(answer.body)
        ctx.expect('REP-001', 'a PDF document', lack === undefined, `a body without ${lack}`)
      }
    },
  },
  {
    id: 'report.before-an-outcome',
    area: 'report',
    requirements: ['REP-001'],
    level: 'must',
    needs: { features: ['sessions', 'reports'], credentials: [], states: ['session'] },
    why: 'A client that stores an empty report believes that it has one.',
    async run(ctx) {
      for (const status of ['open', 'awaiting_review', 'cancelled', 'expired']) {
        const { key, session_id: id } = await reach(ctx, 'session', { status }, 'session_id')
        const answer = await ctx.step(`request the report of a session that is ${status}`, {
          method: 'GET',
          path: `${sessionPath(id)}/report.pdf`,
          as: { key },
        })
        const isPdf =
          answer.status === 200 &&
          /^application\/pdf\b/i.test(answer.header('Content-Type') ?? '') &&
          missingPdfPart(answer.body) === undefined
        // The contract leaves open whether there is a report before a session has an outcome (GAP-REPORT).
        ctx.expect(
          'REP-001',
          `a PDF document of a session that is ${status}, or a refusal, 4xx`,
          isPdf || isRefused(answer),
          `${statusAndCode(answer)}, ${answer.body.byteLength} bytes`,
        )
      }
    },
  },
  {
    id: 'report.after-changes-of-images',
    area: 'report',
    requirements: ['GEN-011', 'REP-001'],
    level: 'must',
    needs: {
      features: ['sessions', 'reports', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'deleted_images', 'reverified_session'],
    },
    why: 'Auditors ask for reports long after retention has deleted the images.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front', 'selfie'] },
        'session_id',
      )
      for (const [label, state, params] of [
        ['after its images were deleted', 'deleted_images', { by: 'retention' }],
        ['after a re-verification', 'reverified_session', {}],
      ] as const) {
        await reach(ctx, state, { session_id: id, ...params })
        const answer = await ctx.step(`request the report ${label}`, {
          method: 'GET',
          path: `${sessionPath(id)}/report.pdf`,
          as: { key },
        })
        const lack = missingPdfPart(answer.body)
        for (const requirement of ['GEN-011', 'REP-001'])
          ctx.expect(
            requirement,
            `200 with a PDF document ${label}`,
            answer.status === 200 && lack === undefined,
            `${statusAndCode(answer)}${lack === undefined ? '' : `, a body without ${lack}`}`,
          )
      }
    },
  },
  {
    id: 'history.names-that-are-only-read',
    area: 'history',
    requirements: ['VER-015'],
    level: 'must',
    needs: {
      features: ['applicants'],
      credentials: [],
      routes: ['retrieve_applicant'],
      states: ['applicant'],
    },
    why: 'A captured name is evidence, so callers must not be able to set it.',
    async run(ctx) {
      const { key, applicant_id: id } = await reach(
        ctx,
        'applicant',
        { legal_name: 'Ana María Okafor-Lindqvist' },
        'applicant_id',
      )
      const answer = await ctx.setUp('retrieve an applicant whose name was captured', {
        ...ctx.route('retrieve_applicant', id),
        as: { key },
      })
      const shown = resourceIn(answer)?.['legal_name']
      ctx.expect(
        'VER-015',
        'legal_name in the response',
        typeof shown === 'string' && shown !== '',
        shown,
      )
      for (const name of ['legal_name', 'localized_name']) {
        const change = await ctx.step(`change its ${name}`, {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: { key },
          json: { [name]: 'Somebody Else' },
        })
        ctx.expect(
          'VER-015',
          `422 for ${name} in a request`,
          change.status === 422,
          statusAndCode(change),
        )
      }
    },
  },
]
