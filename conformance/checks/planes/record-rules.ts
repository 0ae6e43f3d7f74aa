import { randomInt } from 'node:crypto'
import type { Context, StepRequest } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import {
  createdId,
  expectRefusal,
  resourceIn,
  sessionIdIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { unknownIdLike } from '../../check/indistinguishable.ts'
import { showsRecord } from '../../check/lists.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { type Plane, describePlane } from './plane.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
const METADATA = { orderId: 'A-1', Crm_Ref: 'B-2' }

/** Judges the main rules of sessions in one plane. */
export async function expectSessionRules(ctx: Context, plane: Plane): Promise<void> {
  const [where, as] = [describePlane(plane), { key: plane.key, region: plane.region }]
  const fields = ctx.sessionFields(plane.mode === 'live' ? 'home.live' : 'home.test')
  const post = (json: object): StepRequest => ({ method: 'POST', path: '/v1/sessions', as, json })
  const created = await ctx.setUp(
    `create a session ${where}`,
    post({ ...fields, applicant: NAME, metadata: METADATA }),
  )
  const id = sessionIdIn(created)
  const session = await ctx.setUp(`retrieve it ${where}`, {
    method: 'GET',
    path: sessionPath(id),
    as,
  })
  const kept = at(session.json, 'data', 'metadata')
  ctx.expect(
    'SES-010',
    `the metadata keys ${Object.keys(METADATA).join(' and ')} ${where}`,
    Object.keys(METADATA).every((name) => at(kept, name) !== undefined),
    kept,
  )
  const refused = async (label: string, json: object, requirement: string): Promise<void> => {
    const answer = await ctx.step(`${label} ${where}`, post({ ...fields, ...json }))
    expectRefusal(ctx, answer, {
      status: 422,
      code: 'validation_error',
      requirements: [requirement],
    })
  }
  await refused('create one with an unknown field', { vskit_zebra: 1 }, 'VAL-009')
  const applicant = { ...NAME, full_name: 'Una Testperson' }
  await refused('create one with the full_name of its applicant', { applicant }, 'APP-035')
  if (plane.mode === 'test')
    await refused('create one with an unknown outcome', { expected_outcome: 'approved' }, 'OUT-001')
  else {
    const answer = await ctx.step(
      `create one that should fail ${where}`,
      post({ ...fields, expected_outcome: 'fail' }),
    )
    ctx.expect('OUT-024', `2xx ${where}`, answer.status < 300, statusAndCode(answer))
  }
  const nobodys = await ctx.step(`retrieve an unknown id ${where}`, {
    method: 'GET',
    path: sessionPath(unknownIdLike(id, randomInt)),
    as,
  })
  expectRefusal(ctx, nobodys, {
    status: 404,
    code: 'resource_not_found',
    requirements: ['ERR-005', 'ERR-006'],
  })
  await expectListed(ctx, plane, '/v1/sessions', id, 'END-010')
}

/** Judges the main rules of applicants in one plane. */
export async function expectApplicantRules(ctx: Context, plane: Plane): Promise<void> {
  const [where, as] = [describePlane(plane), { key: plane.key, region: plane.region }]
  const create: StepRequest = { method: 'POST', path: '/v1/applicants', as, json: NAME }
  const made = await ctx.setUp(`create an applicant ${where}`, create)
  const id = createdId(made, 'END-020')
  const change = {
    ...create,
    method: 'PATCH',
    path: `/v1/applicants/${encodeURIComponent(id)}`,
  } as const
  const refused = async (
    label: string,
    request: StepRequest,
    json: object,
    requirement: string,
  ): Promise<Answer> => {
    const answer = await ctx.step(`${label} ${where}`, { ...request, json })
    expectRefusal(ctx, answer, {
      status: 422,
      code: 'validation_error',
      requirements: [requirement],
    })
    return answer
  }
  const stranger = { vskit_zebra: 1 }
  await refused('create one with an unknown field', create, { ...NAME, ...stranger }, 'VAL-007')
  await refused('change it by an unknown field', change, stranger, 'VAL-008')
  await refused('change it to an empty surname', change, { family_name: '' }, 'APP-004')
  const national = { ...NAME, phone: '020 7946 0018' }
  await refused('create one with a national phone', create, national, 'APP-018')
  const old = { first_name: 'Una' }
  const answer = await refused('create one with first_name', create, { ...NAME, ...old }, 'APP-031')
  ctx.expect(
    'VAL-016',
    `a message that names given_names ${where}`,
    answer.searchable.includes('given_names'),
    at(answer.json, 'error'),
  )
  const phoned = await ctx.step(`give it a phone ${where}`, {
    ...change,
    json: { phone: '+44 20 7946 0018' },
  })
  const phone = at(resourceIn(phoned), 'phone')
  ctx.expect(
    'APP-020',
    `the phone +442079460018 ${where}`,
    phone === '+442079460018',
    phone ?? statusAndCode(phoned),
  )
  await expectListed(ctx, plane, '/v1/applicants', id, 'END-023')
}

/**
 * Checks that a list has a record. Lists may lag (GAP-LISTS). The organization has few records,
 * which fit on one page.
 */
async function expectListed(
  ctx: Context,
  plane: Plane,
  path: string,
  id: string,
  requirement: string,
): Promise<void> {
  const list = await pollUntil(
    () =>
      ctx.step(`list ${path} ${describePlane(plane)}`, {
        method: 'GET',
        path,
        as: { key: plane.key, region: plane.region },
      }),
    (list) => showsRecord(list, id),
  )
  ctx.expect(
    requirement,
    `the new record in the list ${describePlane(plane)}, within three seconds`,
    showsRecord(list, id),
    statusAndCode(list),
  )
}
