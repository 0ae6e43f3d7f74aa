import { type Answer, NO_STORE } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import type { Ports } from '../../ports.ts'
import type { Activity, View } from '../../store/records.ts'
import { ARTIFACTS, SESSION, SESSION_ID, type SessionRecord } from '../sessions/session-record.ts'

/** The hash under which each image of a session is stored; empty if there is none. */
export const SHA256 = ARTIFACTS.map((artifact): View => ({
  kind: SESSION,
  // Room for 120,000 sessions.
  kept: 32 * 1024 * 1024,
  of: ({ body }) => (body as SessionRecord).idv?.images[artifact] ?? '',
}))

export function imageHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveEvidenceImage: {
      run: (call) =>
        serveImage(
          ports,
          call.credential.scope,
          call.params.id!,
          call.params.artifact!,
          call.credential.key.id,
          call.now,
        ),
      reads: { kind: SESSION, param: 'id' },
    },
  }
}

/**
 * Returns the bytes of one image. A session outside the scope and an artifact that is not served get the same error, so
 * that the error reveals neither. Every other request leaves one activity entry, stored before the response.
 * @param actor id of the key or of the member who asks
 */
export function serveImage(
  ports: Ports,
  scope: string,
  session: string,
  artifact: string,
  actor: string,
  now: number,
): Promise<Answer> {
  const view = SHA256[(ARTIFACTS as readonly string[]).indexOf(artifact)]
  if (!view) throw new ApiError('resource_not_found')
  const { records } = ports
  const found = (sha256: string): Promise<Answer> => {
    const bytes = records.peekBlob(sha256)
    return bytes || sha256 === '' ? served(bytes) : records.blob(sha256).then(served)
  }
  const served = (bytes: Buffer | undefined): Promise<Answer> => {
    const { action, outcome } = bytes ? SUCCESS : FAILURE
    const entry: Activity = {
      type: 'activity',
      scope,
      at: now,
      session,
      action,
      artifact,
      outcome,
      actor,
    }
    return records.write([entry]).then(() => {
      if (!bytes) throw new ApiError('artifact_not_available')
      return { status: 200, bytes, contentType: 'image/jpeg', headers: NO_STORE }
    })
  }
  // Returns cached bytes synchronously, which avoids a microtask per look-up.
  const known = records.peekView(scope, view, session)
  if (known) return found(known.text)
  return (
    SESSION_ID.test(session) ? records.view(scope, view, session) : Promise.resolve(undefined)
  ).then((kept) => {
    if (!kept) throw new ApiError('resource_not_found')
    return found(kept.text)
  })
}

const SUCCESS = { action: 'kyc.idv.evidence_exported', outcome: 'success' }
const FAILURE = { action: 'kyc.idv.evidence_export_failed', outcome: 'artifact_not_available' }
