import type { Answer } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'
import type { Ports } from '../ports.ts'
import { ARTIFACTS, type Artifact, SESSION, SESSION_ID, type SessionDocument } from './session-record.ts'

/** Images are for the customer's backend alone: no cache may keep one (IMG). */
const NO_STORE = ['Cache-Control', 'no-store, private']

export function imageHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveEvidenceImage: {
      run: async (call) => {
        const { scope, key } = call.credential
        const session = await findSession(ports, scope, call.params.id!)
        return serveImage(ports, session, call.params.artifact!, key.id, call.now)
      },
    },
  }
}

/**
 * The bytes of one image. One refusal for a session that the caller can't see (undefined) and for an artifact that is not
 * served, so that neither tells of the other. All else leaves one activity entry, stored before it is answered.
 * @param actor id of the key or the member who asks
 */
export async function serveImage(ports: Ports, session: SessionDocument | undefined, name: string, actor: string,
  now: number): Promise<Answer> {
  const artifact = name as Artifact
  if (!session || !ARTIFACTS.includes(artifact)) throw new ApiError('resource_not_found')
  const sha256 = session.body.idv?.images[artifact]
  const bytes = sha256 === undefined ? undefined : await ports.records.blob(sha256)
  const entry = { type: 'activity' as const, scope: session.scope, at: now, session: session.id, artifact, actor }
  if (!bytes) {
    await ports.records.write([{ ...entry, action: 'kyc.idv.evidence_export_failed', outcome: 'artifact_not_available' }])
    throw new ApiError('artifact_not_available')
  }
  await ports.records.write([{ ...entry, action: 'kyc.idv.evidence_exported', outcome: 'success' }])
  return { status: 200, bytes, contentType: 'image/jpeg', headers: NO_STORE }
}

async function findSession(ports: Ports, scope: string, id: string): Promise<SessionDocument | undefined> {
  const known = ports.records.peek(scope, SESSION, id) ??
    (SESSION_ID.test(id) ? await ports.records.read(scope, SESSION, id) : undefined)
  return known as SessionDocument | undefined
}
