import type { Context, StepRequest } from '../../check/check.ts'
import {
  createdId,
  expectRefusal,
  imageOf,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { comparing, rule, TEMPLATES, templatePath } from '../../check/resources/templates.ts'
import { at, isObject } from '../../http/json.ts'
import { verify } from '../verify/verify-request.ts'
import { type Plane, describePlane } from './plane.ts'

const UNKNOWN = 'applicant.shoeSize'
const HASH = 'e7'.repeat(32)

/** Judges the main rules of workflow templates in one plane. */
export async function expectTemplateRules(ctx: Context, plane: Plane): Promise<void> {
  const [where, as] = [describePlane(plane), { key: plane.key, region: plane.region }]
  const create: StepRequest = { method: 'POST', path: TEMPLATES, as, json: ctx.open.templateFields }
  const made = await ctx.setUp(`create a template ${where}`, create)
  const path = templatePath(createdId(made, 'TPL-001'))
  const sensitive = comparing({ field: 'applicant.age', operator: 'lt', value: 18 })
  const unknown = comparing({ field: UNKNOWN, operator: 'exists' })
  for (const [label, rules, requirement] of [
    [
      'credit_history that declines',
      [rule({ ruleType: 'credit_history', action: 'decline' })],
      'RTY-019',
    ],
    ['a decline by the age', [rule({ condition: sensitive, action: 'decline' })], 'SEN-001'],
    ['a valid rule and an unknown field', [rule(), rule({ condition: unknown })], 'RFS-015'],
    ['101 rules', Array.from({ length: 101 }, () => rule()), 'TPL-005'],
  ] as const) {
    for (const [verb, request, requirements] of [
      [
        'create',
        { ...create, json: { ...ctx.open.templateFields, screening_rules: rules } },
        [requirement],
      ],
      [
        'change',
        { ...create, method: 'PATCH', path, json: { screening_rules: rules } },
        [requirement, 'TPL-008'],
      ],
    ] as [string, StepRequest, string[]][]) {
      const answer = await ctx.step(`${verb} a template with ${label} ${where}`, request)
      expectRefusal(ctx, answer, { status: 422, code: 'validation_error', requirements })
      if (requirement !== 'RFS-015') continue
      const field = at(answer.json, 'error', 'details', 'field')
      ctx.expect('RFS-018', `details.field ${UNKNOWN} ${where}`, field === UNKNOWN, field)
    }
  }
}

/** Judges the refusals of images and of the report in one plane. */
export async function expectEvidenceRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization, key } = plane
  const where = describePlane(plane)
  const { session_id: id } = await reach(
    ctx,
    'session',
    { region, mode, organization, status: 'open', checks: ['id_verification'] },
    'session_id',
  )
  const limited = await reach(ctx, 'key', { region, mode, organization, scopes: ['sessions:read'] })
  const image = (artifact: string, as: string): StepRequest => ({
    ...imageOf(id, artifact, as),
    as: { key: as, region },
  })
  const report: StepRequest = {
    method: 'GET',
    path: `${sessionPath(id)}/report.pdf`,
    as: { key: limited.key, region },
  }
  for (const [label, request, status, code, requirement] of [
    ['the back', image('back', key), 404, 'resource_not_found', 'IMG-005'],
    ['a front that is not stored', image('front', key), 404, 'artifact_not_available', 'IMG-026'],
    [
      'an image without the scope',
      image('front', limited.key),
      403,
      'insufficient_scope',
      'IMG-009',
    ],
    ['the report without the scope', report, 403, 'insufficient_scope', 'REP-002'],
  ] as const) {
    const answer = await ctx.step(`request ${label} ${where}`, request)
    expectRefusal(ctx, answer, { status, code, requirements: [requirement] })
  }
}

/** Judges the routes that belong to no organization, once in each region. */
export async function expectPublicRules(ctx: Context, { region, mode, key }: Plane): Promise<void> {
  if (mode === 'live') return
  const unknown = await verify(ctx, HASH, region)
  for (const requirement of ['VFY-004', 'VFY-014'])
    ctx.expect(requirement, `200 in ${region}`, unknown.status === 200, statusAndCode(unknown))
  ctx.expect(
    'VFR-008',
    `no seal for an unknown hash in ${region}`,
    !isObject(unknown.json) || !Object.hasOwn(unknown.json, 'seal'),
    at(unknown.json, 'seal'),
  )
  for (const [hash, requirement] of [
    [HASH.toUpperCase(), 'VFY-008'],
    [HASH.slice(1), 'VFY-009'],
  ] as const) {
    const { status } = await verify(ctx, hash, region)
    ctx.expect(requirement, `422 for ${hash} in ${region}`, status === 422, status)
  }
  const keys = await ctx.step(`read the keys of ${region}`, {
    method: 'GET',
    path: '/.well-known/esign-keys',
    region,
  })
  ctx.expect(
    'JWK-001',
    `keys in ${region}`,
    keys.status === 200 && Array.isArray(at(keys.json, 'keys')),
    statusAndCode(keys),
  )
  // The contract leaves open whether a key is needed (GAP-OPENAPI-ROUTE), so one is sent.
  const document = await ctx.step(`read the description of ${region}`, {
    method: 'GET',
    path: '/openapi.json',
    as: { key, region },
  })
  ctx.expect(
    'END-025',
    `a description in ${region}`,
    document.status === 200 && isObject(document.json),
    statusAndCode(document),
  )
}
