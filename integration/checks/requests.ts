import { Blocked } from '../../conformance/check/outcome.ts'
import { count } from '../../conformance/text.ts'
import type { Check, Context } from '../check.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { holdsKey, holdsSigningSecret } from './leaks.ts'
import { completed, isAccepted } from './idioms.ts'
import { driveImage, expectRequested, tryDrive } from './requests-of.ts'
import { expectOwnTokens } from './two-customers.ts'

/** Operations whose bodies the contract describes. */
const WITH_BODY = new Set(['createSession', 'createApplicant', 'updateApplicant'])
const NO_TOKEN = 'no "token" in the response of the driver to "browser_token"'
/** Statuses that say that a body is not valid. */
const INVALID = new Set([400, 413, 415, 422])

/** Checks of how a backend makes requests. */
export const REQUESTS: readonly Check[] = [
  {
    id: 'backend.region',
    area: 'backend',
    requirements: ['CLI-007'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'A key is valid in its own region only; the other region returns region_mismatch.',
    async run(ctx) {
      const begun = await ctx.tryBegin()
      expectRequested(ctx.exchanges(), begun)
      if (ctx.can('browser_token')) await tryDrive(ctx, 'browser_token', begun.reference)
      // A retry has no other endpoint.
      ctx.rules.next('createBrowserToken', { lose: 'response' })
      if (ctx.can('browser_token')) await tryDrive(ctx, 'browser_token', begun.reference)
      ctx.rules.next('createSession', { lose: 'response' })
      await ctx.tryBegin()
      const regions = ctx
        .exchanges()
        .filter(({ rawHeaders }) => hasKey(rawHeaders))
        .map(({ region }) => region)
      ctx.expect(
        'CLI-007',
        'requests with the us key at VSKIT_URL only',
        regions.length > 0 && regions.every((region) => region === 'us'),
        regions.join(', ') || 'no request with the key',
      )
    },
  },
  {
    id: 'backend.region-of-reads',
    area: 'backend',
    requirements: ['CLI-007'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A key is valid in its own region only; the other region returns region_mismatch.',
    async run(ctx) {
      const { sessionId, reference, webhook } = await completed(ctx)
      await ctx.deliver('deliver the completion of a verification', webhook)
      // A backend that reads from the wrong region has no outcome.
      await ctx.resultThat(reference!, ({ outcome }) => outcome !== null)
      await driveImage(ctx, sessionId, reference!)
      await readAfterLostResponse(ctx)
      const elsewhere = ctx
        .exchanges()
        .filter(({ region, rawHeaders }) => region !== 'us' && hasKey(rawHeaders))
        .map(({ operation = 'another request' }) => operation)
      ctx.expect(
        'CLI-007',
        'reads with the us key at VSKIT_URL only',
        elsewhere.length === 0,
        `at VSKIT_EU_URL: ${[...new Set(elsewhere)].join(', ') || 'none'}`,
      )
    },
  },
  {
    id: 'backend.valid-requests',
    area: 'backend',
    requirements: ['CLI-015'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'The service rejects a body with an unknown field or a wrong value, and no verification begins.',
    async run(ctx) {
      const begun = await ctx.tryBegin()
      const requests = ctx.exchanges()
      expectRequested(requests, begun)
      // The retry of a creation has to be valid too.
      ctx.rules.next('createSession', { lose: 'request' })
      await ctx.tryBegin()
      const rejected = ctx
        .exchanges()
        .filter(
          ({ operation = '', status }) => WITH_BODY.has(operation) && INVALID.has(status ?? 0),
        )
      const open = rejected.length > 0 ? rejected.map(openFieldsOf) : []
      if (open.length > 0 && open.every((fields) => fields.length > 0))
        throw new Blocked(
          `the simulator has no field ${[...new Set(open.flat())].join(', ')} of POST /v1/sessions; the contract leaves open which further fields the service has (GAP-CREATE-SESSION). Do not send it to VSKIT_URL`,
        )
      ctx.expect(
        'CLI-015',
        'no session or applicant that the service rejects as invalid',
        rejected.length === 0,
        rejected.map(describe).join('; ') || 'none',
      )
    },
  },
  {
    id: 'backend.lost-response',
    area: 'backend',
    requirements: ['CLI-006'],
    // The contract has no rule about repeated creations, so this is reported and not judged.
    level: 'may',
    needs: { drive: ['begin'] },
    why: 'The applicant gets two links and the integrator pays twice.',
    async run(ctx) {
      ctx.rules.next('createSession', { lose: 'response' })
      const first = await ctx.tryBegin()
      // A backend may give up. Then its reaction to the repeated request counts.
      if ('failed' in first) await tryDrive(ctx, 'begin', first.reference)
      const made = new Set(
        ctx
          .exchanges({ operation: 'createSession' })
          .map(({ sessionId }) => sessionId)
          .filter((id) => id !== undefined),
      )
      if (made.size === 0)
        throw new Blocked(
          `the backend created no session${'failed' in first ? `: ${first.failed}` : ''}`,
        )
      ctx.observe(
        'CLI-006',
        `${count(made.size, 'session')} for one reference, after the response to a creation was lost`,
      )
    },
  },
  {
    id: 'backend.secret-key',
    area: 'backend',
    requirements: ['AUT-002', 'KEY-006', 'CLI-016'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'Anyone who opens the page could read every verification of the organization, or sign webhooks.',
    async run(ctx) {
      const { reference, browser } = await ctx.begin()
      const keys = ctx.exchanges().map(keyOf)
      const token = ctx.can('browser_token') ? await ctx.drive('browser_token', { reference }) : {}
      // The code after a failure is another one, and may add its details to the page.
      ctx.rules.next('createSession', { lose: 'response' })
      const recovered = await ctx.tryBegin()
      const later = 'failed' in recovered ? null : recovered.browser
      const all = { page: browser, SDK: token, 'page of a creation without a response': later }
      for (const [what, given] of Object.entries(all)) {
        const isLeaked = holdsKey(JSON.stringify(given), keys)
        ctx.expect('AUT-002', `no secret key for the ${what}`, !isLeaked, isLeaked ? given : 'none')
        ctx.expect('KEY-006', `no secret key for the ${what}`, !isLeaked, isLeaked ? given : 'none')
        const holds = holdsSigningSecret(JSON.stringify(given), ctx.signingSecret)
        ctx.expect('CLI-016', `no signing secret for the ${what}`, !holds, holds ? given : 'none')
      }
    },
  },
  {
    id: 'backend.browser-token',
    area: 'backend',
    requirements: ['MNT-002', 'CLI-008'],
    level: 'must',
    needs: { drive: ['begin', 'browser_token'] },
    why: 'After a 401 the SDK requests another token; the previous one has expired.',
    async run(ctx) {
      // A backend may have kept a token of this one.
      const other = await ctx.begin()
      await tryDrive(ctx, 'browser_token', other.reference)
      const { reference, sessionId } = await ctx.begin()
      const before = ctx.exchanges().length
      const asked = (operation: string): Exchange[] =>
        ctx
          .exchanges()
          .slice(before)
          .filter((one) => one.operation === operation)
      const tokens: unknown[] = []
      try {
        for (let n = 0; n < 2; n++)
          tokens.push((await ctx.drive('browser_token', { reference }))['token'])
      } finally {
        // The service refuses another id, so the backend may have failed because of it.
        const ids = asked('createBrowserToken').map((one) => one.sessionId)
        ctx.expect(
          'MNT-002',
          `both for the session that was begun, ${sessionId}`,
          ids.every((id) => id === sessionId) && asked('createSession').length === 0,
          ids,
        )
      }
      const isGiven = tokens.every((token) => token !== undefined)
      ctx.expect(
        'MNT-002',
        'a browser token, which begins with bt_',
        tokens.every((token) => typeof token === 'string' && token.startsWith('bt_')),
        isGiven ? tokens : NO_TOKEN,
      )
      const minted = asked('createBrowserToken')
      const isMinted = (token: unknown): boolean =>
        typeof token === 'string' &&
        minted.some(({ responseBody }) => responseBody.includes(JSON.stringify(token)))
      ctx.expect('MNT-002', 'tokens from the mint route', tokens.every(isMinted), 'others')
      const got = isGiven ? 'the same one' : NO_TOKEN
      ctx.expect('CLI-008', 'a new token each time', tokens[0] !== tokens[1], got)
      // A backend may mint for the verification that it has begun last.
      const previous = minted.length
      await tryDrive(ctx, 'browser_token', other.reference)
      const later = asked('createBrowserToken').slice(previous)
      ctx.expect(
        'MNT-002',
        `one for the session that was begun before, ${other.sessionId}`,
        later.every((one) => one.sessionId === other.sessionId),
        later.map((one) => one.sessionId),
      )
      const own = { reference, sessionId }
      // Some requests in turn: the tasks of two of them have to meet in the backend.
      await expectOwnTokens(ctx, [other, own, other, own, other, own])
    },
  },
]

/** Has the backend read a session whose first response is lost: a retry has no other endpoint. */
async function readAfterLostResponse(ctx: Context): Promise<void> {
  const { sessionId, webhook } = await completed(ctx)
  ctx.rules.add({
    when: ({ operation, path }) => operation === 'retrieveSession' && path.includes(sessionId),
    action: { lose: 'response' },
    times: 1,
  })
  const options = { mayBeLate: true }
  const answer = await ctx.deliver('deliver a completion whose read fails once', webhook, options)
  if (!isAccepted(answer)) await ctx.deliver('deliver the event again', webhook, options)
  await ctx.settle()
}

/** Whether a request has a key. */
export function hasKey(rawHeaders: Exchange['rawHeaders']): boolean {
  return rawHeaders.some(([name]) => /^authorization$/i.test(name))
}

/** Returns the secret key of a request; empty if it has none. */
export function keyOf({ rawHeaders }: Exchange): string {
  const [, value = ''] = rawHeaders.find(([name]) => /^authorization$/i.test(name)) ?? []
  return value.replace(/^bearer +/i, '')
}

/**
 * Returns the rejected fields of a session that the service may have: the contract does not list all of them. Fields of
 * applicants are listed, and a name that is removed, not in snake_case, or similar to a known one gets advice in the message.
 */
function openFieldsOf({ operation, responseBody }: Exchange): string[] {
  if (operation !== 'createSession') return []
  const { details } = (JSON.parse(responseBody.toString()) as Rejection).error
  const issues = details?.issues ?? []
  const keys = issues.map(({ path, message }) =>
    path.length === 0 ? /^Unrecognized key '([a-z][a-z0-9_]*)'$/.exec(message)?.[1] : undefined,
  )
  return keys.every((key) => key !== undefined) ? keys : []
}

interface Rejection {
  error: {
    code: string
    message: string
    details?: { issues?: { path: unknown[]; message: string }[] }
  }
}

/** Describes a rejected request, with the problems that the response lists. */
function describe({ operation, status, responseBody }: Exchange): string {
  const { error } = JSON.parse(responseBody.toString()) as Rejection
  const problems = error.details?.issues?.map(({ message }) => message) ?? [error.message]
  return `${operation}: ${status} ${error.code}: ${problems.join(', ')}`
}
