import { type ScreeningFieldEntry, screeningFields } from '../../../spec/generated/screening.ts'
import type { Issue } from '../../service/errors.ts'
import type { Region } from '../../store/world.ts'

/** Device and network signals by the path of their field. */
export type Signals = Readonly<Record<string, unknown>>

const TYPES = new Map(
  (screeningFields as readonly ScreeningFieldEntry[])
    .filter((entry) => entry.needs_device_intelligence)
    .map(({ path, type }) => [path, type]),
)
const LONGEST = 200

/** Everything that is wrong with signals that somebody gives; `path` leads to them. */
export function signalIssues(signals: unknown, path: Issue['path']): Issue[] {
  if (typeof signals !== 'object' || signals === null || Array.isArray(signals)) {
    return [
      {
        code: 'invalid_type',
        path,
        message: 'Expected an object of signals by the path of their field',
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
          message: 'No device or network field has this path',
          param: name,
        },
      ]
    }
    if (typeof value !== expected) {
      const message = `Expected ${expected}, received ${value === null ? 'null' : typeof value}`
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

/**
 * What an ordinary person with a phone at home leaves: nothing that a rule against fraud would fire on. Numbers and names
 * are those reserved for documentation (GAP-DEVICE-SIGNALS).
 */
export function cleanVisitor(
  region: Region,
  applicant: { email?: string; address?: Record<string, string> } | undefined,
): Signals {
  return {
    'fraud.botScore': 92,
    'fraud.threatScore': 3,
    'fraud.country': applicant?.address?.country ?? (region === 'us' ? 'US' : 'DE'),
    'fraud.asn': 64500,
    'fraud.asOrganization': 'Example Broadband',
    'fraud.asnIsDatacenter': false,
    'fraud.ja4': 't13d1516h2_8daaf6152771_e5627efa2ab1',
    'fraud.ipReputation': false,
    'fraud.ipIsTorExit': false,
    'fraud.repeatApplicant': false,
    ...(applicant?.email !== undefined && {
      'fraud.emailDisposable': false,
      'fraud.emailDomainDga': false,
      'fraud.emailUsernameGrammarInvalid': false,
    }),
    'fraud.geoTimezoneMismatch': false,
    'fraud.deviceTouchPointMismatch': false,
    'fraud.countryMismatch': false,
    'fraud.impossibleTravel': false,
    'fraud.ringSize': 1,
    'fraud.ringTruncated': false,
    'fraud.networkContextChanged': false,
    'device.velocity.distinctIps': 1,
    'device.velocity.sessionCount': 1,
    'device.behavior.pasteCount': 0,
    'device.behavior.totalSeconds': 148,
    'device.behavior.minStepSeconds': 31,
    'device.behavior.headless': false,
  }
}

/** That nothing was collected is a fact too: missing evidence, not a bad signal. What was said of it outright stays. */
export function withAbsence(signals: Signals): Signals {
  const none = (prefix: string): boolean =>
    !Object.keys(signals).some((path) => path.startsWith(prefix))
  return {
    'fraud.captureAbsent': none('fraud.'),
    'device.behavior.collectionAbsent': none('device.behavior.'),
    ...signals,
  }
}
