import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import { ApiError, validationError } from '../../call/errors.ts'
import {
  type Act,
  type Entered,
  effectOf,
  enter,
  refuseClosed,
  refuseEnded,
} from './ceremony-entry.ts'
import { type Ceremony, withEnvelope, withEvent } from './ceremony-state.ts'
import { chargeFor } from '../billing/charges.ts'
import { acceptanceIssues, disclosureInForce } from './disclosures.ts'
import type { Signer } from './envelope-opening.ts'
import { isPaperCopyPending } from './envelope-record.ts'
import type { StepRecord } from '../sessions/session-record.ts'
import { documentDeclined } from './signing-events.ts'
import { mailToBusiness } from './signing-mails.ts'
import { withStep } from '../sessions/steps.ts'

/** Opens the envelope of a step, once (GAP-AGREEMENT-STATES). Never charged (BIL-005). */
export const open: Act = async (ports, signer, session, stepId) => {
  const entered = await enter(ports, signer, session, stepId)
  if (entered.ceremony.ended) throw new ApiError('resource_not_found')
  return effectOf(signer, entered, { type: 'envelope_opened' })
}

/** Accepts the disclosure that was shown; a repetition changes nothing (CER-004, CER-005). */
export function accept(named: { version: number; hash: string }): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    const issues = acceptanceIssues(ports, entered.ceremony.envelope.consent, named)
    if (issues.length > 0) throw validationError(issues)
    return effectOf(signer, consented(ports, signer, entered), { type: 'ceremony_recorded' })
  }
}

/** Returns the ceremony with the current disclosure accepted, unless one was accepted before. */
export function consented(ports: Ports, { now }: Signer, entered: Entered): Entered {
  if (entered.ceremony.envelope.consent) return entered
  const { version, hash } = disclosureInForce(ports)
  const accepted = withEnvelope(entered.ceremony, {
    consent: { version, hash, accepted_at: iso(now) },
  })
  return {
    ...entered,
    ceremony: withEvent(accepted, 'consent_accepted', iso(now), { version, hash }),
  }
}

/**
 * Withdraws consent. Before signing this ends the session; afterwards the signature stays valid (CER-019 to CER-025).
 */
export const withdraw: Act = async (ports, signer, session, stepId) => {
  const entered = await enter(ports, signer, session, stepId)
  refuseEnded(session)
  const { envelope } = entered.ceremony
  if (envelope.consent_withdrawn_at !== null)
    return effectOf(signer, entered, { type: 'ceremony_recorded' })
  const at = iso(signer.now)
  const notifyBusiness = (
    ceremony: Ceremony,
    kind: 'consent_withdrawn_before_signing' | 'consent_withdrawn_after_signing',
  ) => mailToBusiness(ports, signer.organization, signer.scope, ceremony.envelope, signer.now, kind)
  if (envelope.status === 'sent') {
    const withdrawn = withEnvelope(entered.ceremony, {
      status: 'withdrawn',
      consent_withdrawn_at: at,
    })
    const ceremony = withEvent(withdrawn, 'consent_withdrawn', at)
    return effectOf(
      signer,
      { ...entered, ceremony },
      { type: 'consent_withdrawn' },
      notifyBusiness(ceremony, 'consent_withdrawn_before_signing'),
    )
  }
  const recorded = withEvent(
    withEnvelope(entered.ceremony, { consent_withdrawn_at: at }),
    'consent_withdrawn',
    at,
  )
  const ceremony = attested(recorded, 'consent_withdrawn', at)
  return effectOf(
    signer,
    { ...entered, ceremony },
    { type: 'ceremony_recorded' },
    notifyBusiness(ceremony, 'consent_withdrawn_after_signing'),
  )
}

/** Requests a paper copy: forwarded once, however often it is requested while outstanding (CER-028 to CER-030). */
export const requestPaper: Act = async (ports, signer, session, stepId) => {
  const entered = await enter(ports, signer, session, stepId)
  refuseEnded(session)
  if (isPaperCopyPending(entered.ceremony.envelope))
    return effectOf(signer, entered, { type: 'ceremony_recorded' })
  const at = iso(signer.now)
  const asked = withEnvelope(entered.ceremony, {
    paper_copy_requested_at: at,
    paper_copy_sent_at: null,
  })
  const ceremony = withEvent(asked, 'paper_copy_requested', at)
  return effectOf(
    signer,
    { ...entered, ceremony },
    { type: 'ceremony_recorded' },
    mailToBusiness(
      ports,
      signer.organization,
      signer.scope,
      ceremony.envelope,
      signer.now,
      'paper_copy_requested',
    ),
  )
}

/**
 * Declines to sign: a normal outcome. It submits the step, costs as much as a signature, and ends the session (STA-017,
 * BIL-004).
 */
export function decline(reason: string | undefined): Act {
  return async (ports, signer, session, stepId) => {
    const entered = await enter(ports, signer, session, stepId)
    refuseClosed(entered)
    const at = iso(signer.now)
    const declined = withEnvelope(entered.ceremony, {
      status: 'declined',
      declined_at: at,
      ...(reason !== undefined && { decline_reason: reason }),
    })
    const ceremony = withEvent(declined, 'declined', at)
    const done: StepRecord = { ...entered.step, status: 'submitted', outcome: 'fail', done_at: at }
    const left: Entered = { ...entered, session: withStep(entered.session, done), ceremony }
    return effectOf(
      signer,
      left,
      { type: 'declined_to_sign' },
      {
        changes: chargeFor(ports, signer, ceremony.envelope),
        announcements: [documentDeclined(ceremony.envelope)],
      },
    )
  }
}

/** Public data of a sealed document besides its seal. */
function attested(ceremony: Ceremony, type: string, recorded_at: string): Ceremony {
  if (ceremony.envelope.status !== 'sealed') return ceremony
  return {
    ...ceremony,
    documents: ceremony.documents.map((document) => ({
      ...document,
      attestations: [...document.attestations, { type, recorded_at }],
    })),
  }
}
