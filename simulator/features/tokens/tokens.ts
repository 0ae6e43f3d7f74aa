import { newSecret } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import { clientTokenFor } from './client-tokens.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { TOKEN_LANE, newToken } from './token-record.ts'

const SECRET_BYTES = 32

/** Minting for a backend (MNT), and the exchange for a page that holds a client token (AUT-020). */
export function tokenHandlers(ports: Ports): Record<string, Handler> {
  return {
    createBrowserToken: {
      run: async (call) => {
        const { scope } = call.credential
        // Ended or not: the mint rule has no exception (MNT-003, GAP-MINT-ENDED-SESSION).
        const { body: session } = await visibleSession(ports, scope, call.params.id!)
        const { token } = await newBrowserToken(ports, scope, session.id, call.now)
        return unstored({ browserToken: token })
      },
    },
    createClientToken: {
      run: async (call) => {
        const { scope } = call.credential
        const session = await openSession(ports, scope, call.params.id!)
        return unstored({ clientToken: await clientTokenFor(ports, scope, session, call.now) })
      },
    },
    exchangeClientToken: {
      run: async (call) => {
        const { scope, sessionId } = call.session
        await openSession(ports, scope, sessionId)
        const { token, expiresAt } = await newBrowserToken(ports, scope, sessionId, call.now)
        return unstored({ browserToken: token, expiresAt })
      },
    },
  }
}

/** A session that is open or in review. @throws {ApiError} */
async function openSession(ports: Ports, scope: string, id: string): Promise<SessionRecord> {
  const { body: session } = await visibleSession(ports, scope, id)
  if (isTerminal(session.status))
    throw new ApiError('session_already_completed', { status: session.status })
  return session
}

/** A browser token minted at `now`. */
export async function newBrowserToken(
  ports: Ports,
  scope: string,
  sessionId: string,
  now: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = `bt_${newSecret(ports.random, SECRET_BYTES)}`
  const { changes, expiresAt } = newToken('browser_token', token, scope, sessionId, now)
  await ports.records.write(changes)
  ports.wake(TOKEN_LANE, Date.parse(expiresAt))
  return { token, expiresAt }
}

/** Forbids all caches, including that of the browser, to store a credential. */
function unstored(body: object): Answer {
  return { ...json(200, body), headers: ['Cache-Control', 'no-store'] }
}
