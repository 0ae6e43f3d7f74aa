import { Blocked } from '../../conformance/check/outcome.ts'
import type { Check, Context } from '../check.ts'
import { type ServiceError, serviceError } from '../service/errors.ts'
import {
  COMPLETED,
  completed,
  deliverAccepted,
  expectNoDecision,
  expectNoEffects,
  withBody,
} from './idioms.ts'
import { parked } from './sessions.ts'
import { failure, NOT_FOUND, VERIFIED, verdictOn } from './verdicts.ts'

/** Checks of how a backend reads responses with fields and values that it does not know. */
export const UNKNOWN_VALUES: readonly Check[] = [
  {
    id: 'backend.unknown-values',
    area: 'backend',
    requirements: ['CLI-019', 'CLI-027'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'The contract names some fields and statuses of a session only. A client that fails on another one loses results.',
    async run(ctx) {
      const { sessionId, reference, webhook } = await parked(ctx)
      changeSessions(ctx, 'new', (data) => data)
      const begun = await ctx.tryBegin()
      const isBegun = !('failed' in begun)
      const created = 'a verification, although the new session has unknown fields'
      ctx.expect('CLI-019', created, isBegun, isBegun ? 'one' : begun.failed)
      changeSessions(ctx, sessionId, (data) => ({ ...data, status: 'in_second_review' }))
      const what = 'the event of a session with an unknown status and unknown fields'
      await deliverAccepted(ctx, 'CLI-019', what, webhook)
      await ctx.settle()
      await expectNoDecision(ctx, 'CLI-019', reference!, 'a session with an unknown status')
      ctx.rules.clear()
      await ctx.simulator.review(sessionId, 'approved')
      changeSessions(ctx, sessionId, (data) => data)
      const completion = await ctx.webhook(sessionId, COMPLETED)
      await deliverAccepted(
        ctx,
        'CLI-019',
        'a completion of a session with unknown fields',
        completion,
      )
      const { outcome } = await ctx.resultThat(reference!, (one) => one.outcome !== null)
      const expected = 'approved, for a session with unknown fields'
      ctx.expect('CLI-019', expected, outcome === 'approved', outcome ?? 'no outcome')
      for (const other of OTHER_OUTCOMES) await expectNoApproval(ctx, other)
      for (const refusal of REFUSALS) await expectNoApprovalUnread(ctx, refusal)
    },
  },
  {
    id: 'documents.unknown-fields',
    area: 'documents',
    requirements: ['CLI-026'],
    level: 'must',
    needs: { drive: ['verify'] },
    why: 'The contract names some fields of the response only. A closed parser accepts no file of the service.',
    async run(ctx) {
      for (const [name, value] of Object.entries(UNKNOWN_OF_DOCUMENTS)) {
        const { verdict, failed } = await verdictOn(ctx, {
          us: [{ ...VERIFIED, further: { [name]: value } }],
          eu: [NOT_FOUND],
        }).catch(failure)
        const expected = `accepted, although the response has ${name}`
        ctx.expect('CLI-026', expected, verdict === 'accepted', failed || verdict)
      }
    },
  },
]

const REFUSALS = [
  serviceError(403, 'insufficient_scope', 'The key lacks the scope.'),
  serviceError(404, 'resource_not_found', 'There is no such session.'),
]

/** Refuses the reads of a session that awaits its review: a response without an outcome approves nobody. */
async function expectNoApprovalUnread(ctx: Context, error: ServiceError): Promise<void> {
  const { sessionId, reference, webhook } = await parked(ctx)
  ctx.rules.add({
    when: ({ operation, path }) => operation === 'retrieveSession' && path.includes(sessionId),
    action: { error },
  })
  await ctx.deliver('deliver the event of a review whose session is refused', webhook, {
    mayBeLate: true,
  })
  // A backend may report an error, or stop at this event.
  await ctx.settle().catch(unlessBlocked)
  const during = await ctx.result(reference!).catch(unlessBlocked)
  ctx.rules.clear()
  // A backend that reads the session for each page reports its actions only now.
  const after = await ctx.result(reference!).catch(unlessBlocked)
  const source = `a session whose read returned ${error.status}`
  for (const result of [during, after]) {
    if (result === undefined) continue
    const { outcome, effects } = result
    ctx.expect('CLI-027', `no approval from ${source}`, outcome !== 'approved', outcome)
    expectNoEffects(ctx, 'CLI-027', effects, source)
  }
}

function unlessBlocked(error: unknown): undefined {
  if (!(error instanceof Blocked)) throw error
}

/** Completes a session with an outcome that the contract does not name: only approved means approved. */
async function expectNoApproval(ctx: Context, outcome: string): Promise<void> {
  const { sessionId, reference, webhook } = await completed(ctx)
  changeSessions(ctx, sessionId, (data) => ({ ...data, outcome }))
  await ctx.deliver(
    'deliver a completion with an unknown outcome',
    withBody(webhook, (event) => ({ ...event, outcome })),
  )
  await ctx.settle()
  const { outcome: kept, effects } = await ctx.result(reference!)
  const what = `a completion with the unknown outcome ${outcome}`
  ctx.expect('CLI-027', `no approval from ${what}`, kept !== 'approved', kept)
  expectNoEffects(ctx, 'CLI-027', effects, what)
}

/** Changes a session in responses, and adds fields to it. Others show whether the backend works. */
function changeSessions(
  ctx: Context,
  sessionId: string,
  change: (data: Record<string, unknown>) => Record<string, unknown>,
): void {
  ctx.rules.add({
    when: ({ operation, path }) =>
      sessionId === 'new'
        ? operation === 'createSession'
        : operation === 'retrieveSession' && path.includes(sessionId),
    action: {
      response: (json) => {
        const data = json['data'] as Record<string, unknown> | undefined
        if (data === undefined) return json
        const { idv } = data
        const checked = idv === undefined ? {} : { idv: { ...(idv as object), ...UNKNOWN } }
        return { ...json, data: { ...change(data), ...checked, ...UNKNOWN }, meta: UNKNOWN }
      },
    },
  })
}

/** The contract describes these members, but does not name them. */
const UNKNOWN_OF_DOCUMENTS = {
  signature_methods: ['typed_name', 'passkey_prf'],
  document_position: { index: 0, of: 2 },
  chain_position: 12,
  attestations: [{ kind: 'timestamp', recorded_at: '2026-11-02T09:14:02.777Z' }],
  archived_at: null,
}

/** A prefix does not make an approval. */
const OTHER_OUTCOMES = ['referred', 'approved_with_conditions']

const UNKNOWN = { risk_band: 'low', checks_summary: { passed: 2, codes: [1] }, archived_at: null }
