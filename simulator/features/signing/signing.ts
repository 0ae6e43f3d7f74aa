import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import { isAtMost } from '../forms/rules/text-length.ts'
import { type HeldName, LONGEST_TYPED_NAME, isNameOf } from './rules/typed-name.ts'
import { ApiError, type Issue, validationError } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import { type Act, type Entered, effectOf, enter, refuseClosed } from './ceremony-entry.ts'
import { ceremonyChanges, withEnvelope, withEvent } from './ceremony-state.ts'
import { consented } from './ceremony.ts'
import { chargeFor } from '../billing/charges.ts'
import { disclosureInForce } from './disclosures.ts'
import type { Signer } from './envelope-opening.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { RETENTION_LANE, retention } from './envelope-retention.ts'
import type { EventDraft } from '../webhooks/events.ts'
import { conclude } from '../screening/screening.ts'
import { sealCeremony } from './sealing.ts'
import { nameOf } from '../sessions/session-applicant.ts'
import type { StepRecord } from '../sessions/session-record.ts'
import { documentSigned } from './signing-events.ts'
import { mailSignedRecord } from './signing-mails.ts'
import { type Progress, checked, withStep } from '../sessions/steps.ts'

/** Data of a signature besides the ceremony. */
interface Signed {
  entered: Entered
  changes: Change[]
  announcements: EventDraft[]
  lanes: string[]
}

/** Signs every document by a typed name and submits the step (CHK-012). */
export function sign(typedName: string): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    if (!entered.ceremony.envelope.consent) {
      throw new ApiError('consent_required', {
        disclosure_version: disclosureInForce(ports).version,
      })
    }
    const held = signerName(entered.ceremony.envelope, signer.applicant)
    const issues = typedNameIssues(typedName, held)
    if (issues.length > 0) throw validationError(issues)
    const signed = await signedBy(ports, signer, entered, typedName.trim())
    const next = await conclude(ports, signer.scope, signed.entered.session, signer.now)
    return effectOf(signer, { ...signed.entered, session: next.session }, next.trigger, signed)
  }
}

/** Signer's name of an unknown applicant in simulated submissions. */
const STAND_IN = 'Specimen Signer'

/** Performs the whole ceremony at once, as an applicant would: read, consent, sign with the own name. */
export async function signForApplicant(
  ports: Ports,
  signer: Signer,
  progress: Progress,
  step: StepRecord,
): Promise<Progress> {
  const entered = consented(ports, signer, await enter(ports, signer, progress.session, step.id))
  const typed = nameOf(signerName(entered.ceremony.envelope, signer.applicant)) ?? STAND_IN
  const signed = await signedBy(ports, signer, entered, typed, progress.changes)
  const { session, ceremony, changes } = signed.entered
  return {
    session,
    changes: [
      ...progress.changes,
      ...changes,
      ...ceremonyChanges(signer.scope, ceremony),
      ...signed.changes,
    ],
    announcements: [...progress.announcements, ...signed.announcements],
    lanes: [...(progress.lanes ?? []), RETENTION_LANE, ...signed.lanes],
  }
}

/** Writes signature and seal together; if sealing fails, the signature alone, without an event (STA-021). */
async function signedBy(
  ports: Ports,
  signer: Signer,
  entered: Entered,
  typed_name: string,
  pending: readonly Change[] = [],
): Promise<Signed> {
  const { organization, scope, now, applicant } = signer
  const { consent, documents } = entered.ceremony.envelope
  const at = iso(now)
  const named = withEnvelope(entered.ceremony, { status: 'signed', typed_name, signed_at: at })
  const methods = named.documents.map((document) => ({
    ...document,
    signature_methods: ['typed_name'],
  }))
  const signed = withEvent({ ...named, documents: methods }, 'signed', at, {
    method: 'typed_name',
    document_count: documents.length,
    consent_version: consent!.version,
    consent_hash: consent!.hash,
  })
  const { ceremony, changes, sealed } = await sealCeremony(
    ports,
    organization,
    scope,
    signed,
    now,
    applicant?.email,
    pending,
  )
  const { envelope } = ceremony
  const mail = sealed
    ? mailSignedRecord(ports, organization, scope, envelope, applicant?.email, now)
    : { changes: [], lanes: [] }
  return {
    entered: {
      ...entered,
      session: withStep(entered.session, checked(entered.session, entered.step, now)),
      ceremony,
    },
    changes: [
      ...changes,
      retention(scope, envelope),
      ...chargeFor(ports, signer, envelope),
      ...mail.changes,
    ],
    announcements: sealed ? [documentSigned(envelope)] : [],
    lanes: mail.lanes,
  }
}

/** Returns the name in the documents, which stays valid after a rename; without one, the name on record. */
export function signerName(
  { signer_name: shown = {} }: Pick<EnvelopeRecord, 'signer_name'>,
  applicant: HeldName | undefined,
): HeldName {
  return nameOf(shown) === undefined ? (applicant ?? {}) : shown
}

/**
 * Returns the problem of a typed name that is not the signer's. Also called on bodies that the schema rejected, so it
 * assumes no type.
 */
export function typedNameIssues(typed: unknown, held: HeldName): Issue[] {
  if (!isAcceptable(typed) || isNameOf(typed, held)) return []
  // Does not contain the name on record, because an SDK token must not read applicant data
  // (TOK-011).
  const message =
    'The name of the person who is asked to sign is different: type your own name as shown in the document'
  return [{ code: 'custom', path: ['typedName'], message, param: 'typedName' }]
}

/** Whether the schema accepts a value as a typed name; it reports other values. */
function isAcceptable(typed: unknown): typed is string {
  return (
    typeof typed === 'string' &&
    /[^ ]/.test(typed) &&
    !typed.includes('\0') &&
    typed.isWellFormed() &&
    isAtMost(typed, LONGEST_TYPED_NAME)
  )
}
