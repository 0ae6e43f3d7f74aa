import type { Check } from '../check/check.ts'
import { resourceIn, sessionPath, statusAndCode } from '../check/idioms.ts'
import { reach } from '../check/states.ts'
import { isObject } from '../http/json.ts'

const ISSUED = new Set([200, 201])

export const serviceChecks: readonly Check[] = [
  {
    id: 'sessions.with-and-without-applicant',
    area: 'sessions',
    requirements: ['GEN-002', 'GEN-003', 'END-005', 'VER-001'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'Some backends know the person beforehand and some do not; both begin with this call.',
    async run(ctx) {
      const create = (label: string, fields: object) => ctx.step(label, { method: 'POST', path: '/v1/sessions', as: 'home.test',
        json: { ...ctx.sessionFields('home.test'), ...fields } })
      const bare = await create('create a session', {})
      const isIssued = ISSUED.has(bare.status)
      for (const requirement of ['GEN-003', 'VER-001']) ctx.expect(requirement, '200 or 201', isIssued, statusAndCode(bare))
      const id = resourceIn(bare)?.['id']
      ctx.expect('GEN-002', 'a session whose id begins vs_', isIssued && String(id).startsWith('vs_'), id)
      const whole = await create('create one with an applicant', { applicant: { family_name: 'Testperson', given_names: ['Una', 'Maria'],
        name_suffix: 'Jr.', email: 'una@applicant.example', phone: '+442079460018', date_of_birth: '1987-06-05' } })
      for (const requirement of ['GEN-003', 'END-005']) {
        ctx.expect(requirement, '200 or 201 with an applicant', ISSUED.has(whole.status), statusAndCode(whole))
      }
    },
  },
  {
    id: 'report.served',
    area: 'report',
    requirements: ['GEN-011', 'REP-001'],
    level: 'must',
    needs: { features: ['sessions', 'reports'], credentials: [], states: ['session'] },
    why: 'The report is what a customer files and shows to an auditor.',
    async run(ctx) {
      const { key, session_id: id } = await reach(ctx, 'session', { status: 'completed', decided_by: 'rules' }, 'session_id')
      const answer = await ctx.step('ask for the report', { method: 'GET', path: `${sessionPath(id)}/report.pdf`, as: { key } })
      for (const requirement of ['GEN-011', 'REP-001']) {
        ctx.expect(requirement, '200', answer.status === 200, statusAndCode(answer))
        const type = answer.header('Content-Type')
        ctx.expect(requirement, 'application/pdf', /^application\/pdf\b/i.test(type ?? ''), type)
      }
      const begin = answer.body.subarray(0, 5).toString('latin1')
      ctx.expect('REP-001', 'a body that begins %PDF-', begin === '%PDF-', begin)
    },
  },
  {
    id: 'history.names-that-are-only-read',
    area: 'history',
    requirements: ['VER-015'],
    level: 'must',
    needs: { features: ['applicants'], credentials: [], routes: ['retrieve_applicant'], states: ['applicant'] },
    why: 'A name that was captured is evidence; a caller who could write it could make some.',
    async run(ctx) {
      const { key, applicant_id: id } = await reach(ctx, 'applicant', { legal_name: 'Ana María Okafor-Lindqvist' }, 'applicant_id')
      const answer = await ctx.setUp('retrieve an applicant whose name was captured', { ...ctx.route('retrieve_applicant', id), as: { key } })
      const shown = resourceIn(answer)?.['legal_name']
      ctx.expect('VER-015', 'legal_name in the answer', typeof shown === 'string' && shown !== '', shown)
      for (const name of ['legal_name', 'localized_name']) {
        const change = await ctx.step(`change its ${name}`,
          { method: 'PATCH', path: `/v1/applicants/${encodeURIComponent(id)}`, as: { key }, json: { [name]: 'Somebody Else' } })
        ctx.expect('VER-015', `422 for ${name} in a request`, change.status === 422, statusAndCode(change))
      }
    },
  },
  {
    id: 'billing.wallet',
    area: 'billing',
    requirements: ['WAL-001'],
    level: 'must',
    needs: { features: ['billing'], credentials: ['home.live'] },
    why: 'A backend that can\'t see its balance learns of it by the first refusal.',
    async run(ctx) {
      const answer = await ctx.step('read the wallet', { method: 'GET', path: '/v1/wallet', as: 'home.live' })
      const wallet = resourceIn(answer)
      // What it holds is left open (GAP-WALLET).
      ctx.expect('WAL-001', '200 with an object that holds something',
        answer.status === 200 && isObject(wallet) && Object.keys(wallet).length > 0, statusAndCode(answer))
    },
  },
]
