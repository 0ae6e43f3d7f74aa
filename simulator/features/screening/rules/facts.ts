import type { CheckResult, Finding } from '../../sessions/rules/checks.ts'
import type { CheckOutcome } from '../../sessions/rules/synthetic.ts'
import type { Facts } from './resolve.ts'
import { type Signals, withAbsence } from './signals.ts'

/** Facts about a person that rules may read. */
export interface ScreenedApplicant {
  legal_name?: string
  family_name?: string
  given_names?: string[]
  name_suffix?: string
  email?: string
  phone?: string
  date_of_birth?: string
  address?: Record<string, string>
}

export interface Screened {
  applicant: ScreenedApplicant | undefined
  /** Names on the document; they count if no family name was entered (GAP-FAMILY-NAME-SOURCE). */
  printed?: { family_name: string; given_names: readonly string[] } | undefined
  steps: readonly { type: string; outcome?: CheckOutcome; result?: CheckResult }[]
  /** Metadata of the workflow template. */
  metadata: Record<string, unknown>
  deviceIntelligence: boolean
  /** Device and network signals by field path; undefined: nothing was collected. */
  signals?: Signals | undefined
  /** Replaces the findings of the checks. */
  findings?: readonly Finding[]
  /** Epoch ms. */
  now: number
}

/** Facts about a finished verification that rules may read. */
export function factsOf({
  applicant,
  printed,
  steps,
  metadata,
  deviceIntelligence,
  signals,
  findings,
  now,
}: Screened): Facts {
  return {
    fields: {
      ...applicantFields(applicant ?? {}, now),
      ...(printed && applicant?.family_name === undefined && namesOn(printed)),
      ...withAbsence(signals ?? {}),
    },
    checks: outcomes(steps),
    findings: findings ?? steps.flatMap(({ result }) => result?.findings ?? []),
    metadata,
    deviceIntelligence,
  }
}

function applicantFields(applicant: ScreenedApplicant, now: number): Record<string, unknown> {
  const {
    legal_name,
    family_name,
    given_names = [],
    name_suffix,
    email,
    date_of_birth: born,
  } = applicant
  const parts = [...given_names, family_name, name_suffix].filter(Boolean).join(' ')
  return {
    'applicant.legalName': legal_name ?? '',
    'applicant.name': legal_name || parts,
    'applicant.familyName': family_name,
    'applicant.givenNames': given_names,
    'applicant.email': email,
    'applicant.email.domain': email?.slice(email.lastIndexOf('@') + 1).toLowerCase(),
    'applicant.dateOfBirth': born,
    'applicant.age': born && ageOn(born, new Date(now).toISOString()),
    'applicant.address.country': applicant.address?.country,
    'applicant.phone': applicant.phone,
  }
}

function namesOn({ family_name, given_names }: NonNullable<Screened['printed']>) {
  return { 'applicant.familyName': family_name, 'applicant.givenNames': given_names }
}

/** Whole years completed on the UTC day; a person born on 29 February has the birthday on 1 March (GAP-AGE-CLOCK). */
function ageOn(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return today.slice(5, 10) < born.slice(5, 10) ? years - 1 : years
}

const GRAVEST_FIRST: CheckOutcome[] = ['fail', 'error', 'review', 'pass']

/** Outcomes by check type. If several steps have one type, the worst outcome counts. */
function outcomes(steps: Screened['steps']): Record<string, CheckOutcome> {
  const found: Record<string, CheckOutcome> = {}
  for (const { type, outcome } of steps) {
    if (outcome === undefined) continue
    const known = found[type]
    if (known === undefined || GRAVEST_FIRST.indexOf(outcome) < GRAVEST_FIRST.indexOf(known))
      found[type] = outcome
  }
  return found
}
