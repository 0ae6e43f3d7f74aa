import { RESERVED } from '../check/resources/event-types.ts'
import { bodyOf, isEvent } from '../check/resources/events.ts'
import {
  CONTACTS,
  membersIn,
  NAMES,
  PERSONAL,
  plainName,
  SIGNERS,
} from '../check/resources/personal.ts'
import { isUtcTime } from '../utc-time.ts'
import { isObject, type JsonObject, walk } from '../http/json.ts'
import { type Delivery, headerOf } from '../receiver/receiver.ts'
import type { Judge } from './exchange.ts'

/** Every requirement that a rule judges on deliveries. */
export const DELIVERY_REQUIREMENTS = [
  'EVT-008',
  'EVT-010',
  'EVT-019',
  'EVB-001',
  'EVB-005',
  'EVB-006',
  'EVB-007',
  'EVB-008',
  'EVB-010',
  'EVB-011',
  'EVB-018',
  'EVB-019',
  'EVB-020',
  'EVE-002',
  'EVE-004',
  'EVE-005',
  'EVE-008',
  'EVE-009',
  'EVE-010',
  'EVE-011',
  'EVE-012',
  'EVE-014',
  'EVE-015',
  'EVE-016',
  'EVE-017',
  'EVE-018',
  'HDR-002',
] as const

const SIGNED = 'kyc.session.document_signed'
const DECLINED = 'kyc.session.document_declined'
const EXPIRED = 'kyc.session.expired'

/** Events of transitions that carry no decision. */
const UNDECIDED: Readonly<Record<string, string>> = {
  'kyc.session.cancelled': 'EVB-018',
  [EXPIRED]: 'EVB-019',
  'kyc.session.manual_review_requested': 'EVB-020',
}

/** Judges a webhook delivery by the contract's rules for every event of its kind. */
export function judgeDelivery(judge: Judge, delivery: Delivery): void {
  const body = bodyOf(delivery)
  const type = body['type']
  // The contract leaves events of other domains open, and deliveries that are not events. Old
  // events have no type.
  const isKnown = typeof type === 'string' ? type.startsWith('kyc.session.') : 'sessionId' in body
  if (!isEvent(delivery) || !isKnown) return
  const version = headerOf(delivery, 'X-Webhook-Event-Version')
  judge.expect('HDR-002', 'X-Webhook-Event-Version 1', version === '1', version)
  judge.expect('EVT-019', 'no delivery of the reserved type', type !== RESERVED, type)
  const { mode } = body
  judge.expect(
    'EVB-008',
    'the mode live or test, or none',
    mode === undefined || mode === 'live' || mode === 'test',
    mode,
  )
  if (type === SIGNED || type === DECLINED) expectSigning(judge, body, type === SIGNED)
  else expectStandard(judge, body)
}

function expectStandard(judge: Judge, body: JsonObject): void {
  const { type, status, outcome, occurredAt, decisionSource } = body
  const absent = ['sessionId', 'status', 'outcome', 'occurredAt'].filter(
    (name) => !Object.hasOwn(body, name),
  )
  judge.expect('EVB-001', 'all four required members', absent.length === 0, absent)
  judge.expect(
    'EVB-005',
    'an outcome as a string or null',
    outcome === undefined || outcome === null || typeof outcome === 'string',
    outcome,
  )
  judge.expect('EVB-007', 'occurredAt, a time in UTC (ISO-8601)', isUtcTime(occurredAt), occurredAt)
  judge.expect(
    'EVB-010',
    'decisionSource automatic or reviewer, or none',
    [undefined, 'automatic', 'reviewer'].includes(decisionSource as string | undefined),
    decisionSource,
  )
  if (type === EXPIRED) judge.expect('EVT-010', 'status expired', status === 'expired', status)
  const undecided = UNDECIDED[String(type)]
  if (undecided !== undefined) {
    judge.expect(
      'EVB-006',
      `a null outcome in ${String(type)}`,
      (outcome ?? null) === null,
      outcome,
    )
    judge.expect(
      undecided,
      `no decisionSource in ${String(type)}`,
      (decisionSource ?? null) === null,
      decisionSource,
    )
  }
  const personal = [...membersIn(body, PERSONAL), ...reviewersIn(body)]
  judge.expect('EVB-011', 'reference fields only', personal.length === 0, personal)
  if (type === 'kyc.session.form_flagged') {
    const answers = membersIn(body, new Set(['answer', 'answers']))
    judge.expect('EVT-008', 'no answers', answers.length === 0, answers)
  }
}

function expectSigning(judge: Judge, body: JsonObject, isSigned: boolean): void {
  const { envelopeId, mode, signedAt, declinedAt, documents } = body
  judge.expect('EVE-002', 'envelopeId, a text', isText(envelopeId), envelopeId)
  judge.expect('EVE-012', 'a mode', mode !== undefined, mode)
  judge.expect(
    'EVE-010',
    isSigned ? 'signedAt, a time in UTC (ISO-8601)' : 'no signedAt',
    isSigned ? isUtcTime(signedAt) : signedAt === undefined,
    signedAt,
  )
  judge.expect(
    'EVE-011',
    isSigned ? 'no declinedAt' : 'declinedAt, a time in UTC (ISO-8601)',
    isSigned ? declinedAt === undefined : isUtcTime(declinedAt),
    declinedAt,
  )
  const list = Array.isArray(documents) ? documents.filter(isObject) : []
  judge.expect(
    'EVE-004',
    'documents by their documentOrder, from 0',
    list.length > 0 &&
      list.length === (documents as unknown[]).length &&
      list.every(({ documentOrder }, i) => documentOrder === i),
    documents,
  )
  judge.expect(
    'EVE-005',
    'documentId as a string in each document',
    list.every(({ documentId }) => isText(documentId)),
    documents,
  )
  const hashes = list.map(({ finalHash }) => finalHash)
  if (isSigned)
    judge.expect(
      'EVE-008',
      'finalHash as 64 lowercase hex digits in each document',
      hashes.every((hash) => /^[0-9a-f]{64}$/.test(String(hash))),
      hashes,
    )
  else
    judge.expect('EVE-009', 'no finalHash', !hashes.some((hash) => hash !== undefined), documents)
  for (const [requirement, what, names] of WITHHELD) {
    const found = membersIn(body, names)
    judge.expect(requirement, `no ${what}`, found.length === 0, found)
  }
}

/** Fields that the bodies of e-signature events never contain. */
const WITHHELD = [
  ['EVE-014', 'name of a signer', new Set([...NAMES, ...SIGNERS])],
  ['EVE-015', 'contact details', new Set([...CONTACTS, 'signeremail', 'signerphone'])],
  ['EVE-016', 'title of a document', new Set(['title', 'documenttitle'])],
  ['EVE-017', 'filled values', new Set(['values', 'filledvalues'])],
  ['EVE-018', 'reason for declining', new Set(['declinereason', 'declinedreason'])],
] as const

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
/** Returns the paths of a reviewer's name or e-mail address. An id alone is only a reference. */
function reviewersIn(body: JsonObject): string[] {
  return walk(body)
    .filter(
      ({ value, path }) =>
        path.some((name) => /^(reviewer|reviewedby|decidedby)/.test(plainName(name))) &&
        /[\s@]/.test(typeof value === 'string' ? value : ''),
    )
    .map(({ path }) => path.join('.'))
    .toArray()
}
