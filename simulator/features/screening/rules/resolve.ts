import { findingFields } from '../../../../spec/generated/screening.ts'
import type { Finding } from '../../sessions/rules/checks.ts'
import type { CheckOutcome } from '../../sessions/rules/synthetic.ts'
import { type PatternShape, fieldAt } from './fields.ts'

/** All facts of one verification that rules may read. */
export interface Facts {
  /** Values of the fixed fields by path, except findings; absent: not supplied or not collected. */
  fields: Readonly<Record<string, unknown>>
  /** Outcomes by check type, of the checks that ran. */
  checks: Readonly<Record<string, CheckOutcome>>
  /** In the order of creation. */
  findings: readonly Finding[]
  /** Of the workflow template, not of the session (PAT-014). */
  metadata: Readonly<Record<string, unknown>>
  deviceIntelligence: boolean
}

/**
 * Returns a reader of field paths that resolves each path once, however many rules read it; undefined means no value.
 */
export function resolver(facts: Facts): (path: string) => unknown {
  const known = new Map<string, unknown>()
  return (path) => {
    if (!known.has(path)) known.set(path, resolved(path, facts))
    return known.get(path)
  }
}

/** Whether a path reads nested template metadata, which fails the verification (PAT-021, PAT-022). */
export function isUnreadable(path: string, { metadata }: Facts): boolean {
  const field = fieldAt(path)
  if (field?.shape !== 'session.metadata.<key>') return false
  const value = own(metadata, field.parts.key!)
  return value !== undefined && value !== null && !isFlat(value)
}

function resolved(path: string, facts: Facts): unknown {
  const field = fieldAt(path)
  if (!field) return undefined
  if (field.shape !== 'fixed') return BY_PATTERN[field.shape](field.parts, facts)
  if (field.needsDeviceIntelligence && !facts.deviceIntelligence) return undefined
  if (path.startsWith('finding.')) return findingCount(path, facts.findings)
  const value = own(facts.fields, path)
  // Names that were not captured, and empty given names, have no value (GAP-EMPTY-NAMES).
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
    ? undefined
    : value
}

/** `finding.count`, `finding.severity.<severity>.count`. */
function findingCount(path: string, findings: readonly Finding[]): number {
  if (path === 'finding.count') return findings.length
  const severity = path.split('.')[2]
  return findings.filter((finding) => finding.severity === severity).length
}

const BY_PATTERN: Record<
  PatternShape,
  (parts: Readonly<Record<string, string>>, facts: Facts) => unknown
> = {
  'check.<checkType>.outcome': ({ checkType }, { checks }) => own(checks, checkType!),
  'any.finding.<subjectType>.<field>': (parts, { findings }) => valuesOf(parts, findings)[0],
  'all.finding.<subjectType>.<field>': (parts, { findings }) => {
    // An empty array would satisfy `exists`, `neq` and `not_in` for every applicant without findings (PAT-023).
    const values = valuesOf(parts, findings)
    return values.length === 0 ? undefined : values
  },
  'count_where.finding.<subjectType>.<field>': (parts, { findings }) =>
    valuesOf(parts, findings).filter(Boolean).length,
  'session.metadata.<key>': ({ key }, { metadata }) => {
    const value = own(metadata, key!)
    return isFlat(value) ? value : undefined
  },
}

/** The defined values of a field among the findings about one subject type. */
function valuesOf(
  { subjectType, field }: Readonly<Record<string, string>>,
  findings: readonly Finding[],
): unknown[] {
  const isOwnField = (findingFields as readonly string[]).includes(field!)
  return findings
    .filter((finding) => finding.subjectType === subjectType)
    .map((finding) => own(isOwnField ? finding : finding.evidence, field!))
    .filter((value) => value !== undefined && value !== null)
}

function isFlat(value: unknown): boolean {
  if (!Array.isArray(value)) return ['string', 'number', 'boolean'].includes(typeof value)
  return ['string', 'number'].some((type) => value.every((entry) => typeof entry === type))
}

/** A metadata key such as `constructor` is an ordinary key. */
function own(values: object, key: string): unknown {
  return Object.hasOwn(values, key) ? (values as Record<string, unknown>)[key] : undefined
}
