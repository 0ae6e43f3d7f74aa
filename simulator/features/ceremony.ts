import { iso } from '../clock/clock.ts'
import type { Ports } from '../ports.ts'
import { isTerminal } from '../rules/lifecycle.ts'
import { isNameOf } from '../rules/typed-name.ts'
import { ApiError, validationError } from '../service/errors.ts'
import type { Change } from '../store/records.ts'
import type { Organization } from '../store/world.ts'
import { APPLICANT, type ApplicantRecord } from './applicants.ts'
import { type Ceremony, ceremonyChanges, heldCeremony, withEnvelope, withEvent } from './ceremony-state.ts'
import { acceptanceIssues, disclosureInForce } from './disclosures.ts'
import { newEnvelope } from './envelope-opening.ts'
import { retention, RETENTION_LANE } from './envelope-retention.ts'
import { conclude } from './screening.ts'
import { sealCeremony } from './sealing.ts'
import type { SessionRecord, StepRecord } from './session-record.ts'
import { documentDeclined, documentSigned } from './signing-events.ts'
import { mailSignedRecord, mailToBusiness } from './signing-mails.ts'
import { checked, openStep, withStep } from './steps.ts'
import type { Effect } from './transitions.ts'

/** One signer at work: whose session, when, and what the browser says. */
export interface Signer {
  organization: Organization
  scope: string
  now: number
  acceptLanguage: string | undefined
}

/** A signer who has stepped before the documents of one step. */
interface Entered {
  session: SessionRecord
  step: StepRecord
  ceremony: Ceremony
  /** Of an envelope that was made just now. */
  changes: Change[]
}

/** What a signer does: an effect on the session, each. The session's version guards the envelope too. */
export type Act = (ports: Ports, signer: Signer, session: SessionRecord, stepId: string) => Promise<Effect>

/** Opens the envelope of a step, once (GAP-AGREEMENT-STATES). Never charged (BIL-005). */
export const open: Act = async (ports, signer, session, stepId) =>
  effect(signer, await enter(ports, signer, session, stepId), { type: 'envelope_opened' })

/** Accepts the disclosure that was shown; a repeat changes nothing (CER-004, CER-005). */
export function accept(named: { version: number, hash: string }): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    const { consent } = entered.ceremony.envelope
    const asked = consent ?? disclosureInForce(ports)
    const issues = acceptanceIssues(asked, named)
    if (issues.length > 0) throw validationError(issues)
    if (consent) return effect(signer, entered, { type: 'ceremony_recorded' })
    const at = iso(signer.now)
    const { version, hash } = asked
    const accepted = withEnvelope(entered.ceremony, { consent: { version, hash, accepted_at: at } })
    const ceremony = withEvent(accepted, 'consent_accepted', at, { version, hash })
    return effect(signer, { ...entered, ceremony }, { type: 'ceremony_recorded' })
  }
}

/** Takes consent back. Before the signature that ends the session; after it, what was signed stands (CER-019 to CER-025). */
export const withdraw: Act = async (ports, signer, session, stepId) => {
  const entered = await enter(ports, signer, session, stepId)
  refuseEnded(session)
  const { envelope } = entered.ceremony
  if (envelope.consent_withdrawn_at !== null) return effect(signer, entered, { type: 'ceremony_recorded' })
  const at = iso(signer.now)
  const tell = (ceremony: Ceremony, kind: 'consent_withdrawn_before_signing' | 'consent_withdrawn_after_signing') =>
    mailToBusiness(ports, signer.organization, signer.scope, ceremony.envelope, signer.now, kind)
  if (envelope.status === 'sent') {
    const withdrawn = withEnvelope(entered.ceremony, { status: 'withdrawn', consent_withdrawn_at: at })
    const ceremony = withEvent(withdrawn, 'consent_withdrawn', at)
    return effect(signer, { ...entered, ceremony }, { type: 'consent_withdrawn' },
      tell(ceremony, 'consent_withdrawn_before_signing'))
  }
  const recorded = withEvent(withEnvelope(entered.ceremony, { consent_withdrawn_at: at }), 'consent_withdrawn', at)
  const ceremony = attested(recorded, 'consent_withdrawn', at)
  return effect(signer, { ...entered, ceremony }, { type: 'ceremony_recorded' }, tell(ceremony, 'consent_withdrawn_after_signing'))
}

/** Asks for paper: passed on once, however often (CER-028 to CER-030). */
export const requestPaper: Act = async (ports, signer, session, stepId) => {
  const entered = await enter(ports, signer, session, stepId)
  refuseEnded(session)
  if (entered.ceremony.envelope.paper_copy_requested_at !== null) {
    return effect(signer, entered, { type: 'ceremony_recorded' })
  }
  const at = iso(signer.now)
  const ceremony = withEvent(withEnvelope(entered.ceremony, { paper_copy_requested_at: at }), 'paper_copy_requested', at)
  const mail = mailToBusiness(ports, signer.organization, signer.scope, ceremony.envelope, signer.now, 'paper_copy_requested')
  return effect(signer, { ...entered, ceremony }, { type: 'ceremony_recorded' }, mail)
}

/**
 * Signs every document and submits the step. Signature and seal are written together; where there is no seal the signature
 * is written alone, and announces nothing (STA-021).
 */
export function sign(typedName: string): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    const { organization, scope, now } = signer
    const { consent, documents } = entered.ceremony.envelope
    if (!consent) throw new ApiError('consent_required', { disclosure_version: disclosureInForce(ports).version })
    const applicant = await applicantOf(ports, scope, session)
    refuseOtherName(typedName, applicant)
    const at = iso(now)
    const named = withEnvelope(entered.ceremony, { status: 'signed', typed_name: typedName.trim(), signed_at: at })
    const signed = withEvent({
      ...named, documents: named.documents.map((document) => ({ ...document, signature_methods: ['typed_name'] })),
    }, 'signed', at, { method: 'typed_name', document_count: documents.length, consent_version: consent.version, consent_hash: consent.hash })
    const sealing = await sealCeremony(ports, organization, scope, signed, now, applicant?.email)
    const { ceremony } = sealing
    const submitted = withStep(entered.session, checked(session, entered.step, now))
    const next = await conclude(ports, scope, submitted, now)
    const mail = sealing.sealed
      ? mailSignedRecord(ports, organization, scope, ceremony.envelope, applicant?.email, now) : { changes: [], lanes: [] }
    return effect(signer, { ...entered, session: next.session, ceremony }, next.trigger, {
      changes: [...sealing.changes, retention(scope, ceremony.envelope), ...mail.changes],
      announcements: sealing.sealed ? [documentSigned(ceremony.envelope)] : [],
      lanes: mail.lanes,
    })
  }
}

/** Declines to sign: a normal outcome, which submits the step and ends the session (STA-017, STA-018). */
export function decline(reason: string | undefined): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    const at = iso(signer.now)
    const declined = withEnvelope(entered.ceremony,
      { status: 'declined', declined_at: at, ...(reason !== undefined && { decline_reason: reason }) })
    const ceremony = withEvent(declined, 'declined', at)
    const done: StepRecord = { ...entered.step, status: 'submitted', outcome: 'fail', done_at: at }
    return effect(signer, { ...entered, session: withStep(entered.session, done), ceremony }, { type: 'declined_to_sign' },
      { announcements: [documentDeclined(ceremony.envelope)] })
  }
}

/** The envelope of a step, made if nobody has opened it before. @throws {ApiError} */
async function enter(ports: Ports, { organization, scope, now, acceptLanguage }: Signer, session: SessionRecord,
  stepId: string): Promise<Entered> {
  const step = signingStep(session, stepId)
  if (step.envelope_id !== undefined) {
    const ceremony = await heldCeremony(ports, scope, step.envelope_id)
    if (!ceremony) throw new ApiError('resource_not_found')
    return { session, step, ceremony, changes: [] }
  }
  refuseEnded(session)
  openStep(step)
  const opening = await newEnvelope(ports, organization, scope, session, step, now, acceptLanguage)
  const opened: StepRecord = { ...step, envelope_id: opening.ceremony.envelope.id }
  return {
    session: withStep(session, opened), step: opened, ceremony: opening.ceremony,
    changes: [...opening.changes, retention(scope, opening.ceremony.envelope)],
  }
}

/** @throws {ApiError} resource_not_found for a step of another type too: it has no envelope */
export function signingStep(session: SessionRecord, stepId: string): StepRecord {
  const step = session.steps.find(({ id, type }) => id === stepId && type === 'esign')
  if (!step) throw new ApiError('resource_not_found')
  return step
}

function effect({ scope }: Signer, { session, ceremony, changes }: Entered, trigger: Effect['trigger'],
  more: Pick<Effect, 'changes' | 'announcements' | 'lanes'> = {}): Effect {
  return {
    session, trigger,
    changes: [...changes, ...ceremonyChanges(scope, ceremony), ...more.changes ?? []],
    ...(more.announcements && { announcements: more.announcements }),
    lanes: [RETENTION_LANE, ...more.lanes ?? []],
  }
}

/** What the public verification tells of a sealed document beside its seal. */
function attested(ceremony: Ceremony, type: string, recorded_at: string): Ceremony {
  if (ceremony.envelope.status !== 'sealed') return ceremony
  return {
    ...ceremony,
    documents: ceremony.documents.map((document) => (
      { ...document, attestations: [...document.attestations, { type, recorded_at }] })),
  }
}

/** Once it has ended, only the business can be asked (CER-027, CER-031). */
function refuseEnded({ status }: SessionRecord): void {
  if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
}

function refuseClosed({ session, step }: Entered): void {
  refuseEnded(session)
  openStep(step)
}

function refuseOtherName(typedName: string, applicant: ApplicantRecord | undefined): void {
  if (isNameOf(typedName, applicant ?? {})) return
  // Without the name on record: whoever holds a token of the SDK reads no data of the applicant (TOK-011).
  const message = 'Not the name of the person who is asked to sign: type the own name as it was given'
  throw validationError([{ code: 'custom', path: ['typedName'], message, param: 'typedName' }])
}

async function applicantOf(ports: Ports, scope: string, { applicant_id }: SessionRecord): Promise<ApplicantRecord | undefined> {
  const found = applicant_id === null ? undefined : await ports.records.read(scope, APPLICANT, applicant_id)
  return found?.body as ApplicantRecord | undefined
}
