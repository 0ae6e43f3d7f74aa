import { isAccepted } from '../../check/cases.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import { withIdUnknownTo } from '../../check/counted-ids.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { createdId, resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { readCompleted } from '../../check/verdict.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { CredentialNeed } from '../../target/target.ts'

/** Each kind of check, and the requirement that it exists. */
const KINDS: readonly [kind: string, requirement: string][] = [
  ['id_verification', 'CHK-001'],
  ['credit_history', 'CHK-008'],
  ['custom_form', 'CHK-016'],
  ['background_check', 'CHK-017'],
  ['sanctions_screening', 'CHK-018'],
]

export const journeyChecks: readonly Check[] = [
  {
    id: 'sessions.each-kind-of-check',
    area: 'sessions',
    requirements: ['GEN-004', 'SES-008', ...KINDS.map(([, requirement]) => requirement)],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['session'] },
    why: 'Customers pay for the checks of the template: exactly these must run.',
    async run(ctx) {
      for (const [kind, requirement] of KINDS) {
        const { key, session_id } = await reach(
          ctx,
          'session',
          { status: 'completed', outcome: 'approved', decided_by: 'rules', checks: [kind] },
          'session_id',
        )
        const answer = await ctx.step(`retrieve a session with only ${kind}`, {
          method: 'GET',
          path: sessionPath(session_id),
          as: { key },
        })
        const data = at(answer.json, 'data')
        ctx.expect(
          requirement,
          'a completed session',
          at(data, 'status') === 'completed',
          at(data, 'status') ?? statusAndCode(answer),
        )
        const hasIdv = isObject(data) && Object.hasOwn(data, 'idv')
        for (const one of ['GEN-004', 'SES-008']) {
          ctx.expect(
            one,
            kind === 'id_verification' ? 'an idv' : 'no idv',
            hasIdv === (kind === 'id_verification'),
            at(data, 'idv') ?? 'none',
          )
        }
      }
    },
  },
  {
    id: 'images.face-check-by-template',
    area: 'images',
    requirements: ['CHK-002', 'CHK-006', 'IMG-006', 'VER-023'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
    },
    why: 'A selfie that was not requested must not be stored.',
    async run(ctx) {
      for (const [face_check, wanted, requirements] of [
        [undefined, false, ['CHK-006', 'IMG-006']],
        ['none', false, ['IMG-006']],
        ['selfie', true, ['CHK-002', 'VER-023']],
        ['liveness', true, ['CHK-002', 'VER-023']],
      ] as const) {
        let listed = await imagesOf(ctx, { ...(face_check && { face_check }) })
        // Test mode captures nothing, so it need not store images; live mode does.
        if (wanted && Array.isArray(listed) && listed.length === 0 && ctx.mode === 'test')
          listed = await imagesOf(ctx, { face_check, mode: 'live' })
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            wanted ? 'a selfie' : 'no selfie',
            Array.isArray(listed) && listed.includes('selfie') === wanted,
            listed,
          )
        }
      }
    },
  },
  {
    id: 'sessions.with-and-without-applicant',
    area: 'sessions',
    requirements: ['END-005', 'GEN-002', 'GEN-003'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'Sessions start with or without a known applicant.',
    async run(ctx) {
      const applicant = {
        family_name: 'Okafor',
        given_names: ['Ana'],
        name_suffix: 'Jr.',
        email: 'ana.{unique}@applicant.example',
        phone: '+442079460018',
        date_of_birth: '1990-02-28',
      }
      const address = {
        postal_code: '94043',
        place_id: 'ChIJj61dQgK6j4AR4GeTYWZsKWw',
        [ctx.open.countryField]: 'US',
      }
      for (const [label, fields, requirements] of [
        ['without an applicant', {}, ['GEN-002', 'GEN-003']],
        ['with an applicant', { applicant }, ['END-005', 'GEN-003', 'GEN-002']],
        [
          'with an applicant and an address',
          { applicant: { ...applicant, address } },
          ['END-005', 'GEN-003'],
        ],
      ] as const) {
        const answer = await ctx.step(`create a session ${label}`, {
          method: 'POST',
          path: '/v1/sessions',
          as: 'home.test',
          json: { ...ctx.sessionFields('home.test'), ...fields },
        })
        if (label.includes('address')) blockIfAssumed(ctx, 'country_field', label, answer)
        const id = resourceIn(answer)?.['id']
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            '2xx with an id that begins with vs_',
            isAccepted(answer) && typeof id === 'string' && id.startsWith('vs_'),
            statusAndCode(answer),
          )
        }
      }
    },
  },
  {
    id: 'planes.applicant-elsewhere',
    area: 'planes',
    requirements: ['PLN-002', 'PLN-013'],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test', 'other.test'] },
    alone: 'shared key',
    why: 'The region guarantees where personal data is stored; a copy elsewhere breaks it.',
    async run(ctx) {
      const create = async (as: CredentialNeed): Promise<string> => {
        const json = { family_name: 'Okafor', given_names: ['Ana'] }
        const request: StepRequest = { method: 'POST', path: '/v1/applicants', as, json }
        return createdId(await ctx.setUp('create an applicant', request), 'END-020')
      }
      const { id } = await withIdUnknownTo(
        () => create('other.test'),
        async () => ({ id: await create('home.test') }),
      )
      const path = `/v1/applicants/${encodeURIComponent(id)}`
      const change = { method: 'PATCH' as const, path, json: { name_suffix: 'Jr.' } }
      await ctx.setUp('change it at home', { ...change, as: 'home.test' })
      const answer = await ctx.step('change it in the other region', {
        ...change,
        as: 'other.test',
      })
      for (const requirement of ['PLN-002', 'PLN-013']) {
        ctx.expect(
          requirement,
          '404 resource_not_found',
          answer.status === 404 && at(answer.json, 'error', 'code') === 'resource_not_found',
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'billing.wallet',
    area: 'billing',
    requirements: ['WAL-001'],
    level: 'must',
    needs: { features: ['billing'], credentials: [], states: ['account'] },
    why: 'Integrators must be able to monitor the balance.',
    async run(ctx) {
      const wallet = { method: 'GET' as const, path: '/v1/wallet' }
      const rich = await reach(ctx, 'account', { mode: 'live', wallet: 'ok' })
      const answer = await ctx.step('read the wallet', { ...wallet, as: { key: rich.key } })
      ctx.expect(
        'WAL-001',
        '200 and JSON',
        answer.status === 200 && answer.json !== undefined,
        statusAndCode(answer),
      )
      const { key } = await reach(ctx, 'account', { mode: 'live', wallet: 'empty' })
      const empty = await ctx.step('read an empty one', { ...wallet, as: { key } })
      ctx.observe(
        'GAP-ACCOUNT-STATE-READS',
        `the wallet of an account that cannot spend returned ${statusAndCode(empty)}`,
      )
    },
  },
]

/** Returns `available_images` of a session with one identity check, once it is completed. */
async function imagesOf(ctx: Context, params: JsonObject): Promise<unknown> {
  const { key, session_id, organization } = await reach(
    ctx,
    'open_session',
    { checks: ['id_verification'], ...params },
    'session_id',
  )
  const mode = params['mode'] ?? ctx.mode
  await reach(ctx, 'submitted_session', { session_id, organization, mode })
  const session = await readCompleted(ctx, 'retrieve the session', { id: session_id, key })
  return at(session.json, 'data', 'idv', 'available_images')
}
