import type { Answer } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'
import type { Ports } from '../ports.ts'
import type { Activity } from '../store/records.ts'
import { ARTIFACTS, type Artifact, SESSION, SESSION_ID, type SessionDocument } from './session-record.ts'

/** Images are for the customer's backend alone: no cache may keep one (IMG). */
const NO_STORE = ['Cache-Control', 'no-store, private']

export function imageHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveEvidenceImage: {
      run: (call) => {
        const { scope, key } = call.credential
        const id = call.params.id!
        const serve = (session: SessionDocument | undefined) => serveImage(ports, session, call.params.artifact!, key.id, call.now)
        const known = ports.records.peek(scope, SESSION, id)
        // What is in memory is answered without a turn of the queue for each look-up.
        return known ? serve(known as SessionDocument) : findSession(ports, scope, id).then(serve)
      },
    },
  }
}

/**
 * The bytes of one image. One refusal for a session that the caller can't see (undefined) and for an artifact that is not
 * served, so that neither tells of the other. All else leaves one activity entry, stored before it is answered.
 * @param actor id of the key or the member who asks
 */
export function serveImage(ports: Ports, session: SessionDocument | undefined, name: string, actor: string, now: number):
Promise<Answer> {
  const artifact = name as Artifact
  if (!session || !ARTIFACTS.includes(artifact)) throw new ApiError('resource_not_found')
  const sha256 = session.body.idv?.images[artifact]
  const known = sha256 === undefined ? undefined : ports.records.peekBlob(sha256)
  const served = (bytes: Buffer | undefined): Promise<Answer> => {
    const outcome = bytes ? SUCCESS : FAILURE
    const entry: Activity = { type: 'activity', scope: session.scope, at: now, session: session.id, artifact, actor, ...outcome }
    return ports.records.write([entry]).then(() => {
      if (!bytes) throw new ApiError('artifact_not_available')
      return { status: 200, bytes, contentType: 'image/jpeg', headers: NO_STORE }
    })
  }
  return known || sha256 === undefined ? served(known) : ports.records.blob(sha256).then(served)
}

const SUCCESS = { action: 'kyc.idv.evidence_exported', outcome: 'success' }
const FAILURE = { action: 'kyc.idv.evidence_export_failed', outcome: 'artifact_not_available' }

async function findSession(ports: Ports, scope: string, id: string): Promise<SessionDocument | undefined> {
  return SESSION_ID.test(id) ? await ports.records.read(scope, SESSION, id) as SessionDocument | undefined : undefined
}
