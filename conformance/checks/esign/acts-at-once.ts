import { createHash } from 'node:crypto'
import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { Blocked } from '../../check/outcome.ts'
import {
  about,
  CANCELLED,
  COMPLETED,
  SECONDS_OF_SILENCE,
  subscribe,
  type Subscribed,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { documentsOf, post, signingSession, statusOf } from '../../check/resources/signing.ts'
import { verdictRepeats } from '../../check/verdict.ts'
import { at } from '../../http/json.ts'
import { type Bindings, StateError, StateUnavailable } from '../../target/states.ts'
import { verify } from '../verify/verify-request.ts'
import { download } from './downloads.ts'
import { bodyOf, listOf, NEEDS } from './event-expectations.ts'

const EXPIRED = 'kyc.session.expired'

/** Requests for one envelope that are sent at the same time. */
type Act = 'sign' | 'decline' | 'withdraw' | 'cancel' | 'expire'

type Session = Bindings & Record<'key' | 'organization' | 'session_id' | 'browser_token', string>

/** Each act comes first sometimes. The responses to the others are left open. */
const BY_SIGNER: readonly (readonly Act[])[] = [
  ['sign', 'decline', 'withdraw'],
  ['decline', 'withdraw', 'sign'],
  ['withdraw', 'sign', 'decline'],
]
const WITH_EXPIRY: readonly (readonly Act[])[] = [
  ['expire', 'decline', 'sign'],
  ['decline', 'sign', 'expire'],
]
const WITH_CANCELLATION: readonly (readonly Act[])[] = [
  ['cancel', 'decline', 'sign'],
  ['decline', 'cancel', 'sign'],
  ['sign', 'cancel', 'decline'],
]

const ENDS: readonly string[] = [COMPLETED, CANCELLED, EXPIRED]

const NAMED: readonly string[] = ['completed', 'expired']

const REQUIREMENTS = ['EVT-003', 'EVT-012', 'EVT-014', 'SES-005', 'STA-017', 'STA-018']

/** An envelope is signed or declined, and a session ends once, whatever comes at the same time. */
export const actsAtOnceChecks: readonly Check[] = [
  {
    id: 'esign.signed-while-declined',
    area: 'esign',
    long: true,
    requirements: REQUIREMENTS,
    level: 'must',
    needs: { ...NEEDS, optionalStates: ['session'] },
    why: 'Two open pages of one signer may both be used; a document that is signed and declined is disputed.',
    async run(ctx) {
      const attempts = ctx.offers('session') ? [...BY_SIGNER, ...WITH_EXPIRY] : BY_SIGNER
      await expectOneEndEach(ctx, attempts)
    },
  },
  {
    id: 'esign.cancelled-while-declined',
    area: 'esign',
    long: true,
    requirements: REQUIREMENTS,
    level: 'must',
    needs: { ...NEEDS, features: [...NEEDS.features, 'sessions'], routes: ['cancel_session'] },
    why: 'A cancellation that crosses a signer must not leave a verification with two results.',
    run: (ctx) => expectOneEndEach(ctx, WITH_CANCELLATION),
  },
]

/** Sends the acts of each attempt to an envelope of its own, and judges all of them after their events. */
async function expectOneEndEach(
  ctx: Context,
  attempts: readonly (readonly Act[])[],
): Promise<void> {
  const subscribed = await subscribe(ctx, {})
  const { hook, organization } = subscribed
  const sessions: [acts: readonly Act[], session: Session][] = []
  for (const acts of attempts) {
    const session = await signingSession(ctx, 'consented', { organization })
    const [first, ...others] = acts as [Act, ...Act[]]
    const begun = isDone(ctx, session, first)
    // A signature takes longer than the other acts, which would win always.
    if (first === 'sign') await begun
    const done = await Promise.all([begun, ...others.map((act) => isDone(ctx, session, act))])
    if (!done.includes(true)) throw new Blocked(`all of ${acts.join(', ')} were refused`)
    sessions.push([acts, session])
  }
  await Promise.all(sessions.map(([, session]) => verdictDelivery(hook, about(session.session_id))))
  await hook.wait(() => false, SECONDS_OF_SILENCE)
  for (const [acts, session] of sessions) await expectOneEnd(ctx, subscribed, acts, session)
}

/** Whether the act was accepted. */
async function isDone(ctx: Context, session: Session, act: Act): Promise<boolean> {
  const { key, organization, session_id: id } = session
  const label = `${act} at the same time`
  if (act === 'cancel')
    return isAccepted(await ctx.step(label, { ...ctx.route('cancel_session', id), as: { key } }))
  if (act !== 'expire') return isAccepted(await post(ctx, label, session, act))
  try {
    await ctx.state('session', { organization, session_id: id, status: 'expired', from: 'open' })
    return true
  } catch (error) {
    // The provider may refuse it once another act has ended the session.
    if (error instanceof StateUnavailable || error instanceof StateError) return false
    throw error
  }
}

async function expectOneEnd(
  ctx: Context,
  { hook }: Subscribed,
  acts: readonly Act[],
  session: Session,
): Promise<void> {
  const { key, session_id: id } = session
  const what = `after ${acts.join(', ')} at the same time`
  const events = hook.deliveries.filter(about(id)).map((one) => bodyOf(one) ?? {})
  const [signed, declined] = ['signedAt', 'declinedAt'].map((time) =>
    events.find((event) => event[time] !== undefined),
  )
  for (const requirement of ['EVT-012', 'EVT-014'])
    ctx.expect(
      requirement,
      `an event of the signature or of the refusal, not both, ${what}`,
      signed === undefined || declined === undefined,
      events,
    )
  const ends = new Set(
    events.filter(({ type }) => ENDS.includes(String(type))).map(({ status }) => status),
  )
  ctx.expect('EVT-003', `one end of the session, ${what}`, ends.size <= 1, [...ends])
  // A withdrawal may be announced as a refusal, and ends the session otherwise (GAP-WITHDRAW-EFFECT).
  if (declined !== undefined && !acts.includes('withdraw'))
    ctx.expect('STA-018', `a completed event of the refusal, ${what}`, ends.has('completed'), [
      ...ends,
    ])
  const isSigned = await hasSignature(ctx, session, signed)
  if (signed !== undefined)
    ctx.expect('EVT-012', `a signed document, as its event says, ${what}`, isSigned, isSigned)
  const isRefused = ends.has('completed') && !acts.includes('withdraw')
  if (declined !== undefined || isRefused)
    ctx.expect('STA-017', `no signed document of a refusal, ${what}`, !isSigned, isSigned)
  const [end] = ends
  if (ends.size !== 1) return
  // The names of the other statuses are left open (GAP-STATUS-NAMES).
  const hasEnd = (status: unknown): boolean =>
    NAMED.includes(String(end)) ? status === end : !NAMED.includes(String(status))
  // The record may follow the event (GAP-VERDICT-TIME).
  const status = await pollUntil(() => statusOf(ctx, key, id), hasEnd, verdictRepeats(ctx))
  ctx.expect('SES-005', `the end ${String(end)}, as announced, ${what}`, hasEnd(status), status)
}

/**
 * Whether a document of the session verifies. Its signed file has another hash than the presented one
 * (GAP-VERIFY-HASHES), and a session that has ended may not serve it.
 */
async function hasSignature(ctx: Context, session: Session, signed: unknown): Promise<boolean> {
  const [document] = documentsOf(session)
  const file = await download(ctx, 'download the document', document!.path, session.browser_token)
  const hashes = [
    document!.sha256,
    ...listOf(signed).map((one) => String(at(one, 'finalHash'))),
    ...(isAccepted(file) ? [createHash('sha256').update(file.body).digest('hex')] : []),
  ]
  const statuses = await Promise.all(
    hashes.map(async (hash) => at((await verify(ctx, hash)).json, 'status')),
  )
  // The key of a test document may be unpublished (GAP-TEST-SEALS).
  return statuses.some((status) => status === 'verified' || status === 'unknown_key')
}
