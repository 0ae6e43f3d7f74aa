import type { CreditReport } from '../../../../fixtures/credit-history.ts'
import { type CheckOutcome, type ExpectedOutcome, syntheticOutcome } from './synthetic.ts'

/** A finding of a check, as screening rules read it (GAP-FINDING-VOCABULARY). */
export interface Finding {
  id: string
  subjectType:
    | 'document'
    | 'face'
    | 'credit_file'
    | 'form'
    | 'court_record'
    | 'watchlist'
    | 'mailbox'
  severity: 'low' | 'medium' | 'high'
  sourceAuthority: string
  findingType: string
  evidence: Record<string, unknown>
}

/** Result of a check for reviewer and report: its facts, and its findings in the order of creation. */
export interface CheckResult {
  findings: Finding[]
  [fact: string]: unknown
}

/** Data of the step that a check needs. */
export interface CheckInput {
  stepId: string
  type: string
  config: Record<string, unknown>
  expected: ExpectedOutcome
  /** The recorded report that a credit check returns. */
  creditReport: CreditReport
  /** Whether a flag-for-review rule of this form step held. */
  flagged: boolean
  /** Whether the check fails to run: no facts, no findings, outcome `error` (GAP-CHECK-ERROR). */
  broken?: boolean
}

type Doubt = 'review' | 'fail'

const DOUBTS: Record<Exclude<Finding['subjectType'], 'credit_file'>, Record<Doubt, string>> = {
  document: { review: 'authenticity_borderline', fail: 'authenticity_failed' },
  face: { review: 'match_borderline', fail: 'match_failed' },
  form: { review: 'answers_borderline', fail: 'answers_not_accepted' },
  court_record: { review: 'possible_record', fail: 'record_found' },
  watchlist: { review: 'possible_match', fail: 'match' },
  mailbox: { review: 'forwarding_address', fail: 'not_reachable' },
}

/** Runs one simulated check. Typed values have no effect, except in the rules of a form (OUT-019 to OUT-022). */
export function runCheck(input: CheckInput): { outcome: CheckOutcome; result: CheckResult } {
  const { type, expected, flagged, broken = false } = input
  if (broken) return { outcome: 'error', result: { findings: [] } }
  if (type === 'credit_history') return replay(input)
  const synthetic = syntheticOutcome(type, expected)
  const findings = (SUBJECTS[type]?.(input) ?? []).flatMap((subject) =>
    findingOf(subject, synthetic, expected),
  )
  if (flagged)
    findings.push({
      subjectType: 'form',
      severity: 'medium',
      findingType: 'flag_for_review',
      evidence: {},
    })
  return {
    outcome: flagged && synthetic === 'pass' ? 'review' : synthetic,
    result: {
      ...FACTS[type]?.(input, synthetic),
      findings: findings.map((finding, i) => complete(input, finding, i)),
    },
  }
}

/** Subject of each check. */
const SUBJECTS: Record<string, (input: CheckInput) => (keyof typeof DOUBTS)[]> = {
  id_verification: ({ config }) =>
    faceCheckOf(config) === 'none' ? ['document'] : ['document', 'face'],
  custom_form: () => ['form'],
  background_check: () => ['court_record'],
  sanctions_screening: () => ['watchlist'],
  email_verification: () => ['mailbox'],
}

const FACTS: Record<string, (input: CheckInput, outcome: CheckOutcome) => Record<string, unknown>> =
  {
    id_verification: ({ config, expected }, outcome) => ({
      document: outcome,
      document_readable: expected !== 'doc_quality',
      face_check: faceCheckOf(config),
      face: faceCheckOf(config) === 'none' ? null : outcome,
    }),
    background_check: (_, outcome) => ({ records_found: outcome === 'pass' ? 0 : 1 }),
    sanctions_screening: (_, outcome) => ({
      lists: ['Utopian Sanctions List', 'Politically Exposed Persons of Utopia'],
      matches: outcome === 'pass' ? 0 : 1,
    }),
    email_verification: (_, outcome) => ({ confirmed: outcome !== 'fail' }),
  }

/** The face check of an identity step; one value, so that selfie and liveness exclude each other (CHK-005, CHK-006). */
export function faceCheckOf(config: Record<string, unknown>): 'none' | 'selfie' | 'liveness' {
  return config.faceCheck === 'selfie' || config.faceCheck === 'liveness'
    ? config.faceCheck
    : 'none'
}

function replay(input: CheckInput): { outcome: CheckOutcome; result: CheckResult } {
  const { outcome, findings, ...report } = input.creditReport
  const found = findings.map((finding, i) =>
    complete(input, { ...finding, subjectType: 'credit_file', sourceAuthority: report.bureau }, i),
  )
  return { outcome, result: { ...report, findings: found } }
}

type Draft = Omit<Finding, 'id' | 'sourceAuthority'> & { sourceAuthority?: string }

function findingOf(
  subjectType: keyof typeof DOUBTS,
  outcome: CheckOutcome,
  expected: ExpectedOutcome,
): Draft[] {
  if (expected === 'doc_quality') {
    return subjectType === 'document'
      ? [{ subjectType, severity: 'low', findingType: 'unreadable', evidence: {} }]
      : []
  }
  if (outcome !== 'review' && outcome !== 'fail') return []
  const severity = outcome === 'fail' ? 'high' : 'medium'
  return [{ subjectType, severity, findingType: DOUBTS[subjectType][outcome], evidence: {} }]
}

/** Names a finding by its step and position. */
function complete({ stepId }: CheckInput, draft: Draft, index: number): Finding {
  return { id: `${stepId}.${index + 1}`, sourceAuthority: 'vskit simulator', ...draft }
}
