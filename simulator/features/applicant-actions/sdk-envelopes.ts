import { createHash } from 'node:crypto'
import type { Ports } from '../../ports.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import type { Signals } from '../screening/rules/signals.ts'
import { type Answer, NO_STORE, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import type { Document } from '../../store/records.ts'
import { type Act, isRenewed, signingStep } from '../signing/ceremony-entry.ts'
import { accept, decline, open, requestPaper, withdraw } from '../signing/ceremony.ts'
import type { Signer } from '../signing/envelope-opening.ts'
import { ENVELOPE, type EnvelopeRecord } from '../signing/envelope-record.ts'
import { envelopeView } from '../signing/envelope-view.ts'
import { consentIssues, signatureIssues } from './sdk-envelope-issues.ts'
import { givenSignalIssues, givenSignals, withSignals } from './given-signals.ts'
import { applicantOf } from '../sessions/session-applicant.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { sign } from '../signing/signing.ts'
import { move } from '../sessions/transitions.ts'

/** The signing ceremony of the token's session, one envelope for each `esign` step. */
export function sdkEnvelopeHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveSdkEnvelope: { run: (call) => retrieveEnvelope(ports, call) },
    downloadSdkDocument: { run: (call) => download(ports, call) },
    acceptSdkConsent: {
      check: (call) => consentIssues(ports, call),
      run: (call) => act(ports, call, accept(call.body as { version: number; hash: string })),
    },
    withdrawSdkConsent: { run: (call) => act(ports, call, withdraw) },
    requestSdkPaperCopy: { run: (call) => act(ports, call, requestPaper) },
    signSdkEnvelope: {
      check: async (call) => [...givenSignalIssues(call), ...(await signatureIssues(ports, call))],
      run: (call) =>
        act(ports, call, sign((call.body as { typedName: string }).typedName), givenSignals(call)),
    },
    declineSdkEnvelope: {
      run: (call) =>
        act(ports, call, decline((call.body as { reason?: string } | undefined)?.reason)),
    },
  }
}

/**
 * Returns the envelope of a step. The first call creates it, and so does one after its documents were deleted; other
 * calls, and calls after the end, change nothing.
 */
async function retrieveEnvelope(ports: Ports, call: Call): Promise<Answer> {
  const { scope, sessionId } = call.session
  const { body: session } = await visibleSession(ports, scope, sessionId)
  const step = signingStep(session, call.params.step_id!)
  if (step.envelope_id !== undefined) {
    const envelope = await envelopeOf(ports, scope, step.envelope_id)
    if (!isRenewed(session, step, envelope)) return answer(ports, call, envelope)
  }
  if (step.status !== 'pending' || isTerminal(session.status))
    throw new ApiError('resource_not_found')
  try {
    return await act(ports, call, open)
  } catch (error) {
    // The session or the step changed after it was read: the response shows the new state.
    if (!(error instanceof ApiError) || !MOVED_ON.has(error.code)) throw error
    const { body: now } = await visibleSession(ports, scope, sessionId)
    const { envelope_id } = signingStep(now, step.id)
    if (envelope_id === undefined) throw new ApiError('resource_not_found')
    return answer(ports, call, await envelopeOf(ports, scope, envelope_id))
  }
}

/** Codes that this operation does not declare: reading cannot fail because the session is over. */
const MOVED_ON: ReadonlySet<string> = new Set([
  'session_already_completed',
  'step_already_submitted',
  'illegal_transition',
])

async function act(ports: Ports, call: Call, what: Act, signals?: Signals): Promise<Answer> {
  const { scope, sessionId, organization } = call.session
  const stepId = call.params.step_id!
  const session = await move(ports, scope, sessionId, call.now, async (found) => {
    const applicant = await applicantOf(ports, scope, found)
    const { now, acceptLanguage } = call
    const signer: Signer = { organization, scope, now, acceptLanguage, applicant }
    return what(ports, signer, withSignals(found, signals), stepId)
  })
  return answer(
    ports,
    call,
    await envelopeOf(ports, scope, signingStep(session, stepId).envelope_id!),
  )
}

/** Shows the document as presented until it is sealed, and the sealed one afterwards (GAP-SIGNED-DOWNLOAD). */
async function download(ports: Ports, call: Call): Promise<Answer> {
  const { scope, sessionId } = call.session
  const { body: session } = await visibleSession(ports, scope, sessionId)
  const { envelope_id: id } = signingStep(session, call.params.step_id!)
  if (id === undefined) throw new ApiError('resource_not_found')
  return fileAnswer(ports, await envelopeOf(ports, scope, id), call.params.document_id!)
}

/**
 * Returns a document in its current form, with the digest of exactly these bytes (VFY-019 to
 * VFY-021).
 * @throws {ApiError}
 */
export async function fileAnswer(
  ports: Ports,
  envelope: EnvelopeRecord,
  documentId: string,
): Promise<Answer> {
  // Another envelope may have shown the same file and so still hold its bytes.
  const kept = envelope.retention_ended_at === null
  const document = kept ? envelope.documents.find(({ id }) => id === documentId) : undefined
  const bytes =
    document && (await ports.records.blob(document.final_hash ?? document.presented_hash))
  if (!bytes) throw new ApiError('resource_not_found')
  const digest = createHash('sha256').update(bytes).digest('base64')
  return {
    status: 200,
    bytes,
    contentType: 'application/pdf',
    headers: ['Repr-Digest', `sha-256=:${digest}:`, ...NO_STORE],
  }
}

/** @throws {ApiError} resource_not_found */
export async function envelopeOf(ports: Ports, scope: string, id: string): Promise<EnvelopeRecord> {
  const found = (await ports.records.read(scope, ENVELOPE, id)) as
    | Document<EnvelopeRecord>
    | undefined
  if (!found) throw new ApiError('resource_not_found')
  return found.body
}

function answer(
  ports: Ports,
  { session: { organization } }: Call,
  envelope: EnvelopeRecord,
): Answer {
  return json(200, { data: envelopeView(ports, organization, envelope) })
}
