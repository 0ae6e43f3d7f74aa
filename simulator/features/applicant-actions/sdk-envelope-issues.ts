import type { Ports } from '../../ports.ts'
import type { Call } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'
import { acceptanceIssues } from '../signing/disclosures.ts'
import { isRenewed } from '../signing/ceremony-entry.ts'
import { ENVELOPE, type EnvelopeRecord } from '../signing/envelope-record.ts'
import { signerName, typedNameIssues } from '../signing/signing.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { applicantOf } from '../sessions/session-applicant.ts'
import { SESSION, type SessionRecord } from '../sessions/session-record.ts'
import { isOverdue } from '../sessions/transitions.ts'

// The problems of a signer's requests that the schema cannot express. Also checked on bodies that the schema rejected,
// so nothing here assumes types.

/** Returns the problems of an acceptance of the disclosure. */
export async function consentIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const found = await openEnvelope(ports, call)
  return found ? acceptanceIssues(ports, found.envelope?.consent ?? null, call.body ?? {}) : []
}

/** Returns the problems of a signature. Before consent, `run` rejects it for another reason. */
export async function signatureIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const { session, envelope } = (await openEnvelope(ports, call)) ?? {}
  if (!session || !envelope?.consent) return []
  const applicant = await applicantOf(ports, call.session.scope, session)
  const { typedName } = (call.body ?? {}) as { typedName?: unknown }
  return typedNameIssues(typedName, signerName(envelope, applicant))
}

/**
 * Returns the session of a signer whose step is open, and its envelope; without an envelope if the next call creates
 * one. Undefined for other states, which `run` rejects.
 */
async function openEnvelope(
  { records }: Ports,
  { session: { scope, sessionId }, params, now }: Call,
): Promise<{ session: SessionRecord; envelope?: EnvelopeRecord } | undefined> {
  const session = (await records.read(scope, SESSION, sessionId))?.body as SessionRecord | undefined
  if (!session || isTerminal(session.status) || isOverdue(session, now)) return undefined
  const step = session.steps.find(({ id, type }) => id === params.step_id && type === 'esign')
  if (step?.status !== 'pending') return undefined
  if (step.envelope_id === undefined) return { session }
  const envelope = (await records.read(scope, ENVELOPE, step.envelope_id))?.body as
    | EnvelopeRecord
    | undefined
  if (!envelope) return undefined
  return isRenewed(session, step, envelope) ? { session } : { session, envelope }
}
