import { setTimeout as sleep } from 'node:timers/promises'
import type { Check, Context } from '../check.ts'
import { type ServiceError, serviceError } from '../service/errors.ts'
import { completed } from './idioms.ts'
import {
  driveImage,
  expectRequested,
  IMAGE,
  moreThan,
  pollsOf,
  RETRY_MS,
  tryDrive,
  usualRequests,
} from './requests-of.ts'

const INVALID = serviceError(422, 'validation_error', 'The request is not valid.', {
  issues: [
    {
      code: 'invalid_value',
      path: ['metadata'],
      message: 'This value is not allowed here.',
      param: 'metadata',
    },
  ],
})
const NO_SCOPE = serviceError(403, 'insufficient_scope', 'The key lacks a scope.')
const NOT_FOUND = serviceError(404, 'resource_not_found', 'There is no such resource.')
const NO_MONEY = serviceError(402, 'payment_required', 'The balance is too low.')
const NO_PLAN = serviceError(403, 'subscription_required', 'The plan has ended.')

/** Checks of how a backend handles refusals that a retry cannot change. */
export const REFUSALS: readonly Check[] = [
  {
    id: 'backend.final-refusals',
    area: 'backend',
    requirements: ['CLI-005', 'CLI-012'],
    level: 'must',
    needs: { drive: ['begin'] },
    why: 'The same input is rejected the same way each time; retries only use up the budget of the key.',
    async run(ctx) {
      for (const [requirement, error] of [
        ['CLI-005', INVALID],
        ['CLI-005', NO_SCOPE],
        ['CLI-005', NOT_FOUND],
        ['CLI-012', NO_MONEY],
        ['CLI-012', NO_PLAN],
      ] as const) {
        ctx.rules.clear()
        const since = ctx.exchanges().length
        ctx.rules.next('createSession', { error }, Infinity)
        const begun = await ctx.tryBegin()
        const requests = ctx
          .exchanges()
          .slice(since)
          .filter(({ operation }) => operation === 'createSession')
        expectRequested(requests, begun)
        // Another value can only help against a value that is not valid.
        const bodies = requests.map(({ body }) =>
          error === INVALID ? body : withoutMetadata(body),
        )
        const repeated = bodies.length - new Set(bodies).size
        ctx.expect(
          requirement,
          `no second request with the body that was rejected with ${nameOf(error)}`,
          bodies.length > 0 && repeated === 0,
          bodies.length === 0 ? 'no session creation' : `${repeated} repeated`,
        )
      }
      if (ctx.can('browser_token')) await refuseToken(ctx)
    },
  },
  {
    id: 'backend.refused-reads',
    area: 'backend',
    requirements: ['CLI-005', 'CLI-012'],
    level: 'must',
    needs: { webhook: true, drive: ['begin', 'result'] },
    why: 'A missing scope stays missing; retries only use up the budget of the key.',
    async run(ctx) {
      const cases = [
        ['CLI-005', 'retrieveSession', NO_SCOPE],
        ['CLI-005', 'retrieveSession', NOT_FOUND],
        ['CLI-005', IMAGE, NO_SCOPE],
        ['CLI-012', IMAGE, NO_MONEY],
        ['CLI-012', 'retrieveSession', NO_MONEY],
        ['CLI-012', 'retrieveSession', NO_PLAN],
      ] as const
      const open = (await ctx.begin()).sessionId
      const usual = await usualRequests(ctx)
      const refusals: (() => void)[] = []
      try {
        for (const [requirement, operation, error] of cases) {
          const { sessionId, reference, webhook } = await completed(ctx)
          refusals.push(() => {
            const refused = ctx
              .exchanges({ operation, sessionId })
              .filter(({ status }) => status === error.status)
            // A backend that polls its open sessions reads each of them as often.
            const polls = operation === IMAGE ? 0 : pollsOf(ctx, open)
            const repeated = Math.max(0, moreThan(usual, refused) - polls)
            ctx.expect(
              requirement,
              `no repeated ${operation} after ${nameOf(error)}`,
              repeated === 0,
              `${repeated} repeated`,
            )
          })
          await refuseRead(ctx, operation, error, { sessionId, reference, webhook })
        }
      } finally {
        // A backend that repeats a read without end may process no other event.
        await sleep(RETRY_MS)
        for (const judge of refusals) judge()
      }
    },
  },
]

/** Delivers a completion, and refuses what the backend reads then. */
async function refuseRead(
  ctx: Context,
  operation: string,
  error: ServiceError,
  { sessionId, reference, webhook }: Awaited<ReturnType<typeof completed>>,
): Promise<void> {
  ctx.rules.add({
    when: (asked) => asked.operation === operation && asked.path.includes(sessionId),
    action: { error },
  })
  // The receiver may fail as well, since the service does.
  await ctx.deliver('deliver a completion that the backend cannot read', webhook)
  await ctx.settle()
  if (operation === IMAGE) await driveImage(ctx, sessionId, reference!)
}

/** Refuses the token of a verification. */
async function refuseToken(ctx: Context): Promise<void> {
  ctx.rules.clear()
  const { reference } = await ctx.begin()
  await tryDrive(ctx, 'browser_token', reference)
  const usual = ctx.exchanges({ operation: 'createBrowserToken' }).length
  ctx.rules.next('createBrowserToken', { error: NO_SCOPE }, Infinity)
  await tryDrive(ctx, 'browser_token', reference)
  const refused = ctx
    .exchanges({ operation: 'createBrowserToken' })
    .filter(({ status }) => status === NO_SCOPE.status).length
  ctx.expect(
    'CLI-005',
    `no repeated createBrowserToken after ${nameOf(NO_SCOPE)}`,
    refused <= Math.max(1, usual),
    `${refused} requests`,
  )
}

/** Metadata is opaque to the service, so a request with other metadata is the same request. */
function withoutMetadata(body: string): string {
  try {
    const { metadata: _, ...others } = JSON.parse(body) as Record<string, unknown>
    return JSON.stringify(others)
  } catch {
    return body
  }
}

function nameOf({ status, body }: ServiceError): string {
  return `${status} ${String(body.error['code'])}`
}
