import { createHmac } from 'node:crypto'
import { newSecret } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { retryInTurn } from '../../store/conflict.ts'
import type { Change, Document } from '../../store/records.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { TOKEN_LANE, deletionJob, deletionJobId, findValidToken, newToken } from './token-record.ts'

/**
 * Owner of a client token: an applicant, or a session whose applicant is unknown. The token is not stored, but derived
 * from the nonce and the world's secret.
 */
interface HolderRecord {
  nonce: string
  expires_at: string
}

const HOLDER = 'client_token_holder'
const NONCE_BYTES = 16
const SECRET_BYTES = 32

/**
 * Returns the client token of a session's applicant (GAP-CLIENT-TOKEN): the existing one while it lives. It resumes the
 * session for which it was last requested.
 */
export function clientTokenFor(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  now: number,
): Promise<string> {
  const id = session.applicant_id ?? session.id
  return retryInTurn(ports.turns, `client_token:${id}`, async () => {
    const secret = await tokenSecret(ports)
    const holder = (await ports.records.read(scope, HOLDER, id)) as
      | Document<HolderRecord>
      | undefined
    return (
      (holder && (await tokenAgain(ports, secret, holder, session.id, now))) ||
      (await newClientToken(ports, secret, scope, id, holder?.version ?? 0, session.id, now))
    )
  })
}

/** Returns the changes that move a session's client token to its applicant, once known. */
export async function transferClientToken(
  ports: Ports,
  scope: string,
  sessionId: string,
  applicantId: string,
): Promise<Change[]> {
  const holder = (await ports.records.read(scope, HOLDER, sessionId)) as
    | Document<HolderRecord>
    | undefined
  if (!holder) return []
  return [
    { type: 'put', scope, kind: HOLDER, id: applicantId, body: holder.body, ifVersion: 0 },
    deletionJob(scope, HOLDER, applicantId, holder.body.expires_at),
    { type: 'remove', scope, kind: HOLDER, id: sessionId },
    { type: 'unschedule', id: deletionJobId(sessionId) },
  ]
}

async function tokenAgain(
  ports: Ports,
  secret: string,
  holder: Document<HolderRecord>,
  sessionId: string,
  now: number,
): Promise<string | undefined> {
  const token = tokenOf(secret, holder.body.nonce)
  const stored = await findValidToken(ports, 'client_token', token, now)
  if (!stored) return undefined
  const { scope, kind, id, version, body } = stored
  if (body.session_id !== sessionId) {
    const pointed = { ...body, session_id: sessionId }
    await ports.records.write([{ type: 'put', scope, kind, id, body: pointed, ifVersion: version }])
  }
  return token
}

async function newClientToken(
  ports: Ports,
  secret: string,
  scope: string,
  holder: string,
  ifVersion: number,
  sessionId: string,
  now: number,
): Promise<string> {
  const nonce = newSecret(ports.random, NONCE_BYTES)
  const token = tokenOf(secret, nonce)
  const { changes, expiresAt } = newToken('client_token', token, scope, sessionId, now)
  const body: HolderRecord = { nonce, expires_at: expiresAt }
  await ports.records.write([
    { type: 'put', scope, kind: HOLDER, id: holder, body, ifVersion },
    deletionJob(scope, HOLDER, holder, expiresAt),
    ...changes,
  ])
  ports.wake(TOKEN_LANE)
  return token
}

/** Hexadecimal, so that it never looks like another type of credential (TOK-006). */
function tokenOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('hex')
}

/** Form of a client token: looked up if a credential is not a key. */
export const CLIENT_TOKEN_FORM = /^[0-9a-f]{64}$/

/** Returns the secret of client tokens; another request may be storing it at this moment. */
export async function tokenSecret({ world, random }: Ports): Promise<string> {
  return (
    (await world.whenStored(() => world.file.token_secret)) ??
    world.update((file) => (file.token_secret ??= newSecret(random, SECRET_BYTES)))
  )
}
