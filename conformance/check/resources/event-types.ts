/** Accepted on a subscription, and not delivered yet (EVT-018). */
export const RESERVED = 'kyc.session.skipped_by_applicant'

/** Types that a subscription may list. */
export const EVENT_TYPES = [
  'kyc.session.completed',
  'kyc.session.cancelled',
  'kyc.session.manual_review_requested',
  'kyc.session.form_flagged',
  'kyc.session.expired',
  'kyc.session.document_signed',
  'kyc.session.document_declined',
  RESERVED,
]

/** Events in the course of a session, without a change of its status. */
export const OCCURRENCES = [
  'kyc.session.form_flagged',
  'kyc.session.document_signed',
  'kyc.session.document_declined',
]
