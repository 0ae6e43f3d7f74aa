import type { Context, StepRequest } from '../../check/check.ts'
import { expectRefusal, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { goodScan, scanParts, scanRequest } from '../../check/resources/scan.ts'
import { reach } from '../../check/states.ts'
import { at, isObject } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { claimsOf } from '../seals/sealed-document.ts'
import { verify } from '../verify/verify-request.ts'
import { type Plane, describePlane } from './plane.ts'

/** Ends of a session, each with its status if the contract names one. */
const ENDS = [
  ['STA-002', { status: 'completed', outcome: 'approved', decided_by: 'rules' }, 'completed'],
  ['STA-003', { status: 'completed', outcome: 'declined', decided_by: 'reviewer' }, 'completed'],
  ['STA-010', { status: 'expired', from: 'open' }, 'expired'],
  ['STA-006', { status: 'cancelled' }, undefined],
  ['STA-008', { status: 'awaiting_review' }, undefined],
] as const

/** Judges the statuses of sessions in one plane. */
export async function expectStatusRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization } = plane
  for (const [requirement, params, wanted] of ENDS) {
    const { key, session_id: id } = await reach(
      ctx,
      'session',
      { region, mode, organization, ...params },
      'session_id',
    )
    const label = `retrieve a session that is ${params.status} ${describePlane(plane)}`
    const request: StepRequest = { method: 'GET', path: sessionPath(id), as: { key, region } }
    const status = at((await ctx.setUp(label, request)).json, 'data', 'status')
    ctx.expect(
      requirement,
      wanted
        ? `the status ${wanted} ${describePlane(plane)}`
        : `neither completed nor expired ${describePlane(plane)}`,
      wanted ? status === wanted : status !== 'completed' && status !== 'expired',
      status,
    )
  }
}

/** Checks that requests are refused for an empty wallet in live mode only. */
export async function expectWalletRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization, key } = plane
  await reach(ctx, 'account', { region, mode, organization, wallet: 'empty' })
  const as = { key, region }
  for (const [label, request] of [
    ['list sessions', { method: 'GET', path: '/v1/sessions', as }],
    [
      'create an applicant',
      {
        method: 'POST',
        path: '/v1/applicants',
        as,
        json: { family_name: 'Okafor', given_names: [] },
      },
    ],
  ] as [string, StepRequest][]) {
    const answer = await ctx.step(`${label} with an empty wallet ${describePlane(plane)}`, request)
    if (mode === 'live')
      expectRefusal(ctx, answer, {
        status: 402,
        code: 'payment_required',
        requirements: ['ERR-015', 'ERR-016'],
      })
    else
      ctx.expect(
        'PLN-018',
        `2xx ${describePlane(plane)}`,
        answer.status < 300,
        statusAndCode(answer),
      )
  }
}

/** Judges the mode of scans, and the expected outcomes that live mode refuses. */
export async function expectScanRules(ctx: Context, plane: Plane): Promise<void> {
  const [where, as] = [describePlane(plane), { key: plane.key, region: plane.region }]
  if (plane.mode === 'test') await goodScan(ctx, as)
  const scan = (outcome: string) =>
    ctx.step(`scan with ${outcome} ${where}`, scanRequest(as, scanParts(ctx, outcome)))
  for (const outcome of ['pass', 'review', 'fail', 'doc_quality']) {
    const isCleared = outcome === 'pass' || outcome === 'review'
    const { status, json } = await scan(outcome)
    if (plane.mode === 'live') {
      ctx.expect(
        'SCN-014',
        `422 for the expected outcome ${outcome} ${where}, and not for the document`,
        status === 422 && at(json, 'error', 'code') !== 'document_unreadable',
        status,
      )
      continue
    }
    const [requirement, mode] = isCleared
      ? ['SCN-015', at(json, 'data', 'mode')]
      : ['SCN-016', at(json, 'error', 'details', 'mode')]
    ctx.expect(
      String(requirement),
      `the mode test ${where} with ${outcome}`,
      mode === 'test' && status === (isCleared ? 200 : 422),
      { status, mode },
    )
  }
}

/** Checks that retired keys of a region keep verifying. Test mode may publish no keys (GAP-TEST-SEALS). */
export async function expectRetiredKeyRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode } = plane
  if (mode === 'test') return
  const bindings = await reach(
    ctx,
    'signed_document',
    { region, mode, status: 'verified', retired_key: true },
    'sha256',
  )
  const answer = await verify(ctx, bindings.sha256, region)
  const kid = bindings['kid'] ?? claimsOf(at(answer.json, 'seal', 'payload_json'))?.['kid']
  const status = at(answer.json, 'status')
  ctx.expect('JWK-010', `verified in ${region}`, status === 'verified', status)
  const keys = await ctx.step(`read the keys of ${region}`, {
    method: 'GET',
    path: '/.well-known/esign-keys',
    region,
  })
  const list = at(keys.json, 'keys')
  const key = Array.isArray(list)
    ? list.find((one) => isObject(one) && one['kid'] === kid)
    : undefined
  ctx.expect(
    'JWK-011',
    `the key ${shown(kid)} in ${region}, retired`,
    at(key, 'status') === 'retired',
    at(key, 'status') ?? 'no such key',
  )
}
