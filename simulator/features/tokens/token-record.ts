import { limits } from '../../../spec/generated/limits.ts'
import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import type { SessionCredential } from '../../call/session-credential.ts'
import type { Change, Document, Job } from '../../store/records.ts'
import type { Mode, Region } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import { SESSION } from '../sessions/session-record.ts'

/** The credentials of the SDK data plane. */
export type TokenKind = 'browser_token' | 'client_token'

/** A token as stored: under the SHA-256 of its text, which is not stored. */
export interface TokenRecord {
  session_id: string
  expires_at: string
}

/** From minting (GAP-TOKEN-LIFETIMES). */
const LIFETIME_MS: Record<TokenKind, number> = {
  browser_token: limits.browser_token_seconds.value * 1000,
  client_token: limits.client_token_seconds.value * 1000,
}

/** Returns the changes that store a new token. */
export function newToken(
  kind: TokenKind,
  token: string,
  scope: string,
  sessionId: string,
  now: number,
): { changes: Change[]; expiresAt: string } {
  const expiresAt = iso(now + LIFETIME_MS[kind])
  const body: TokenRecord = { session_id: sessionId, expires_at: expiresAt }
  const id = sha256(token)
  const put: Change = { type: 'put', scope, kind, id, body, ifVersion: 0 }
  return { expiresAt, changes: [put, deletionJob(scope, kind, id, expiresAt)] }
}

/** Deletion jobs have their own lane. */
export const TOKEN_LANE = 'token-expiry'

/** Returns the job that deletes an expired token record, so that the store does not grow with each token. */
export function deletionJob(scope: string, kind: string, id: string, at: string): Change {
  const due = Date.parse(at)
  return {
    type: 'schedule',
    job: {
      id: deletionJobId(id),
      lane: TOKEN_LANE,
      due,
      kind: 'forget',
      scope,
      ref: `${kind}:${id}`,
    },
  }
}

export function deletionJobId(id: string): string {
  return `forget:${id}`
}

export async function deleteToken(ports: Ports, job: Job): Promise<void> {
  const [kind, id] = job.ref.split(':') as [string, string]
  await ports.records.write([
    { type: 'remove', scope: job.scope, kind, id },
    { type: 'unschedule', id: job.id },
  ])
}

/** The stored token with this text, while it lives. */
export async function findValidToken(
  ports: Pick<Ports, 'records'>,
  kind: TokenKind,
  token: string,
  now: number,
): Promise<Document<TokenRecord> | undefined> {
  const document = (await ports.records.find(kind, sha256(token))) as
    | Document<TokenRecord>
    | undefined
  // The job that deletes it may be late.
  return document && Date.parse(document.body.expires_at) > now ? document : undefined
}

/**
 * Returns the session that a token opens in this region, or undefined. No region knows the tokens of the other (PLN),
 * and a token whose session or organization is gone opens nothing.
 */
export async function recognizeToken(
  ports: Pick<Ports, 'records' | 'world'>,
  kind: TokenKind,
  token: string,
  region: Region,
  now: number,
): Promise<SessionCredential | undefined> {
  const document = await findValidToken(ports, kind, token, now)
  if (!document) return undefined
  const {
    scope,
    body: { session_id: sessionId },
  } = document
  const [ofRegion, mode, organizationId] = scope.split('/') as [Region, Mode, string]
  const organization = ports.world.organization(organizationId)
  if (
    ofRegion !== region ||
    !organization ||
    !(await ports.records.read(scope, SESSION, sessionId))
  )
    return undefined
  return { organization, mode, scope, sessionId }
}
