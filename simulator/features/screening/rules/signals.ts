import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { type ScreeningFieldEntry, screeningFields } from '../../../../spec/generated/screening.ts'
import type { Issue } from '../../../call/errors.ts'
import type { Region } from '../../../world/world.ts'

/** Device and network signals by the path of their field. */
export type Signals = Readonly<Record<string, unknown>>

const TYPES = new Map(
  (screeningFields as readonly ScreeningFieldEntry[])
    .filter((entry) => entry.needs_device_intelligence)
    .map(({ path, type }) => [path, type]),
)
const LONGEST = 200

/** Returns all problems of given signals; `path` leads to them. */
export function signalIssues(signals: unknown, path: Issue['path']): Issue[] {
  if (typeof signals !== 'object' || signals === null || Array.isArray(signals)) {
    const param = path.findLast((part) => typeof part === 'string')
    return [
      {
        code: 'invalid_type',
        path,
        message: 'Expected an object of signals, keyed by field path',
        ...(param !== undefined && { param }),
      },
    ]
  }
  return Object.entries(signals).flatMap(([name, value]): Issue[] => {
    const expected = TYPES.get(name)
    if (expected === undefined) {
      return [
        {
          code: 'custom',
          path: [...path, name],
          message:
            'Expected the path of a device or network field; GET /control/v1/workflow_vocabulary lists them',
          param: name,
        },
      ]
    }
    if (typeof value !== expected || value === Infinity || value === -Infinity) {
      const message = `Expected ${expected}, received ${kindOf(value)}`
      return [{ code: 'invalid_type', path: [...path, name], message, param: name }]
    }
    if (typeof value !== 'string' || value.length <= LONGEST) return []
    return [
      {
        code: 'too_big',
        path: [...path, name],
        message: `Expected at most ${LONGEST} characters`,
        param: name,
      },
    ]
  })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'number' && !Number.isFinite(value)
    ? 'a number that is too large'
    : typeof value
}

/** Facts about an applicant besides the device. */
export interface Visitor {
  email?: string
  address?: Record<string, string>
}

/**
 * Returns the signals of one visit: those of an ordinary person with a phone at home, signals derived from the facts,
 * and given signals. A given signal wins over a derived one, a derived one over an ordinary one (GAP-DEVICE-SIGNALS).
 * @param earlier number of verifications that the same person started before
 */
export function visitSignals(
  region: Region,
  applicant: Visitor | undefined,
  given: Signals,
  earlier: number,
): Signals {
  const ordinary = ordinarySignals(region, applicant)
  const signals = {
    ...ordinary,
    ...derived({ ...ordinary, ...given }, applicant, earlier),
    ...given,
  }
  const missing = [
    ...(given['fraud.captureAbsent'] === true ? [isOfConnection] : []),
    ...(given['device.behavior.collectionAbsent'] === true ? [isOfBehavior] : []),
  ]
  return Object.fromEntries(
    Object.entries(signals).filter(
      ([path]) => path in given || !missing.some((covers) => covers(path)),
    ),
  )
}

/** These follow from the applicant's record, so they are known without a connection. */
const OF_APPLICANT = [
  'fraud.repeatApplicant',
  'fraud.emailDisposable',
  'fraud.emailDomainDga',
  'fraud.emailUsernameGrammarInvalid',
]

const isOfConnection = (path: string): boolean =>
  path.startsWith('fraud.') && !OF_APPLICANT.includes(path)

const isOfBehavior = (path: string): boolean => path.startsWith('device.behavior.')

/** Threat scores from here on are bad. */
const BAD_SCORE = 50

const disposableDomains = disposableEmailBlocklistSet()

/** Derives signals from the facts. Each person has one device. */
function derived(known: Signals, applicant: Visitor | undefined, earlier: number): Signals {
  const { email, address } = applicant ?? {}
  return {
    // Lower means more automated (DEV-005).
    ...(known['device.behavior.headless'] === true && { 'fraud.botScore': 8 }),
    'fraud.repeatApplicant': earlier > 0,
    'device.velocity.sessionCount': earlier + 1,
    'fraud.countryMismatch':
      address?.country !== undefined && address.country !== known['fraud.country'],
    'fraud.ipReputation':
      known['fraud.asnIsDatacenter'] === true ||
      known['fraud.ipIsTorExit'] === true ||
      Number(known['fraud.threatScore']) >= BAD_SCORE,
    ...(email !== undefined && { 'fraud.emailDisposable': isDisposable(email) }),
  }
}

/** Whether the domain or a parent domain is on the list. */
function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, i) => disposableDomains.has(labels.slice(i).join('.')))
}

/** Numbers and names reserved for documentation. */
function ordinarySignals(region: Region, applicant: Visitor | undefined): Signals {
  return {
    'fraud.botScore': 92,
    'fraud.threatScore': 3,
    'fraud.country': applicant?.address?.country ?? (region === 'us' ? 'US' : 'DE'),
    'fraud.asn': 64500,
    'fraud.asOrganization': 'Example Broadband',
    'fraud.asnIsDatacenter': false,
    'fraud.ja4': 't13d1516h2_8daaf6152771_e5627efa2ab1',
    'fraud.ipIsTorExit': false,
    ...(applicant?.email !== undefined && {
      'fraud.emailDomainDga': false,
      'fraud.emailUsernameGrammarInvalid': false,
    }),
    'fraud.geoTimezoneMismatch': false,
    'fraud.deviceTouchPointMismatch': false,
    'fraud.impossibleTravel': false,
    'fraud.ringSize': 1,
    'fraud.ringTruncated': false,
    'fraud.networkContextChanged': false,
    'device.velocity.distinctIps': 1,
    'device.behavior.pasteCount': 0,
    'device.behavior.totalSeconds': 148,
    'device.behavior.minStepSeconds': 31,
    'device.behavior.headless': false,
  }
}

/** Missing signals are missing evidence, not bad signals. Given values stay. */
export function withAbsence(signals: Signals): Signals {
  const paths = Object.keys(signals)
  return {
    'fraud.captureAbsent': !paths.some(isOfConnection),
    'device.behavior.collectionAbsent': !paths.some(isOfBehavior),
    ...signals,
  }
}
