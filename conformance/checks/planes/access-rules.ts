import type { Context, StepRequest } from '../../check/check.ts'
import { isRefused, sessionIdIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { readSettled, statusIn } from '../../check/verdict.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { at, isObject } from '../../http/json.ts'
import { expectSecretLength } from '../webhooks/secret-length.ts'
import { type Plane, describePlane } from './plane.ts'

const ME = { method: 'GET', path: '/sdk/v1/sessions/me' } as const
const LISTED = 'https://app.example.com'
const STRANGE = 'https://evil.example.com'

/** Checks that a browser token begins bt_, is fresh on each mint, and opens its session. */
export async function expectTokenRules(ctx: Context, plane: Plane): Promise<void> {
  const [where, as] = [describePlane(plane), { key: plane.key, region: plane.region }]
  const made = await ctx.setUp(`create a session ${where}`, {
    method: 'POST',
    path: '/v1/sessions',
    as,
    json: ctx.sessionFields(plane.mode === 'live' ? 'home.live' : 'home.test'),
  })
  const path = `${sessionPath(sessionIdIn(made))}/browser_token`
  const tokens: unknown[] = []
  for (const label of ['mint a token', 'mint another']) {
    const answer = await ctx.step(`${label} ${where}`, { method: 'POST', path, as })
    const token = at(answer.json, 'browserToken')
    for (const requirement of ['END-013', 'TOK-001'])
      ctx.expect(
        requirement,
        `a browserToken that begins bt_ ${where}`,
        typeof token === 'string' && /^bt_./.test(token),
        typeof token === 'string' ? `${token.slice(0, 3)}…` : statusAndCode(answer),
      )
    tokens.push(token)
  }
  ctx.expect('MNT-003', `another token ${where}`, tokens[0] !== tokens[1], 'the same')
  if (typeof tokens[1] !== 'string') return
  const me = await ctx.step(`resolve the session ${where}`, {
    ...ME,
    as: { key: tokens[1], region: plane.region },
  })
  ctx.expect('END-014', `200 ${where}`, me.status === 200, statusAndCode(me))
}

/** Checks that a key stops working once it is revoked, or rotated and any overlap is over. */
export async function expectRevokedKeyRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode } = plane
  // Shows that the key causes the refusals below.
  await ctx.setUp(`list sessions ${describePlane(plane)}`, {
    method: 'GET',
    path: '/v1/sessions',
    as: { key: plane.key, region },
  })
  const revoked = await reach(ctx, 'revoked_key', { region, mode }, 'revoked_key')
  const rotated = await reach(ctx, 'rotated_key', { region, mode }, 'old_key')
  for (const [label, requirement, key] of [
    ['a revoked key', 'AUT-007', revoked.revoked_key],
    ['a key that was rotated, after any overlap,', 'AUT-006', rotated.old_key],
  ] as const) {
    const answer = await ctx.step(`list sessions with ${label} ${describePlane(plane)}`, {
      method: 'GET',
      path: '/v1/sessions',
      as: { key, region },
    })
    ctx.expect(
      requirement,
      `a refusal, 4xx, with ${label} ${describePlane(plane)}`,
      isRefused(answer),
      statusAndCode(answer),
    )
  }
}

/** Judges the list of origins of a publishable key. */
export async function expectOriginRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization } = plane
  const place = { region, mode, organization }
  const open = await reach(
    ctx,
    'open_session',
    { ...place, checks: ['id_verification'] },
    'browser_token',
  )
  const { headers } = await reach(ctx, 'publishable_key', { ...place, origins: [LISTED] })
  if (!isObject(headers)) throw new Blocked('publishable_key: expected the binding headers')
  const { as: _as, ...submission } = submissionOf(ctx, open['submission'], open.browser_token)
  const from = (origin: string, request: Pick<StepRequest, 'method' | 'path' | 'json'>) =>
    ctx.step(`${request.method} ${request.path} from ${origin} ${describePlane(plane)}`, {
      ...request,
      as: { key: open.browser_token, region },
      headers: { ...(headers as Record<string, string>), Origin: origin },
    })
  for (const request of [ME, submission]) {
    const answer = await from(STRANGE, request)
    // The contract leaves the status open (GAP-ERROR-STATUSES).
    for (const requirement of ['AUT-010', 'ERR-031'])
      ctx.expect(
        requirement,
        `the code origin_not_allowed from ${STRANGE} ${describePlane(plane)}`,
        answer.status >= 400 && at(answer.json, 'error', 'code') === 'origin_not_allowed',
        statusAndCode(answer),
      )
  }
  const listed = await from(LISTED, ME)
  ctx.expect(
    'AUT-009',
    `200 from ${LISTED} ${describePlane(plane)}`,
    listed.status === 200,
    statusAndCode(listed),
  )
}

/** Checks that a rule that declines sends the verification to a person. */
export async function expectDeclineRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization } = plane
  const screened = await reach(
    ctx,
    'screened_session',
    {
      region,
      mode,
      organization,
      applicant: {
        family_name: 'Testperson',
        given_names: ['Una'],
        email: 'una.{unique}@applicant.example',
      },
      screening_rules: [rule({ action: 'decline', condition: comparing({ operator: 'exists' }) })],
    },
    'session_id',
  )
  const status = statusIn(
    await readSettled(ctx, `retrieve a session that a rule declines ${describePlane(plane)}`, {
      id: screened.session_id,
      key: screened.key,
      region,
    }),
  )
  // The status of a parked session has no stated name (GAP-STATUS-NAMES).
  for (const requirement of ['ATN-008', 'ATN-009'])
    ctx.expect(
      requirement,
      `not completed ${describePlane(plane)}, as a person has to look`,
      status !== undefined && status !== 'completed',
      status,
    )
}

/** Judges the length of signing secrets, and that each subscription has its own. */
export async function expectSecretRules(ctx: Context, plane: Plane): Promise<void> {
  const { region, mode, organization } = plane
  const hook = ctx.receiver()
  const secretOf = async (): Promise<string> => {
    const params = { region, mode, organization, url: hook.url }
    return (await reach(ctx, 'webhook_subscription', params, 'secret')).secret
  }
  const [one, other] = [await secretOf(), await secretOf()]
  expectSecretLength(ctx, one, hook.scheme, describePlane(plane))
  ctx.expect('SUB-005', `a secret of its own ${describePlane(plane)}`, one !== other, 'the same')
}
