import { contradiction } from './claims.ts'
import { type VerifyAnswer, checkSeal } from './seal.ts'

/** Response of one region about a file, or why there is none. */
export type RegionResponse =
  | { region: string; answer: VerifyAnswer; keys: unknown }
  | { region: string; failure: string }

/** In order of precedence among the findings of the regions. */
export const FINDINGS = [
  'rejected',
  'genuine',
  'undecided',
  'test_record',
  'incomplete',
  'not_found',
] as const
export type Finding = (typeof FINDINGS)[number]

export interface RegionFinding {
  region: string
  finding: Finding
  status: string | null
  detail: string
}

export interface Verdict {
  sha256: string
  verdict: Finding
  regions: RegionFinding[]
}

/**
 * Conclusions from statuses other than `verified`. An unlisted status is new: not verified, and no
 * finding against the file.
 */
const WITHOUT_MATCH: Readonly<Record<string, [Finding, string]>> = {
  not_found: ['not_found', 'holds no sealed document with this hash'],
  not_signed: ['incomplete', 'the agreement is not signed'],
  unsealed: ['incomplete', 'signed, but never sealed; this does not indicate tampering'],
  unknown_key: ['rejected', 'the seal names a key that this region has not published'],
  revoked_key: ['rejected', 'the key of the seal was revoked; request a new copy'],
  bad_signature: ['rejected', 'the signature does not verify; do not accept the file'],
  claim_mismatch: ['rejected', 'the seal belongs to another document'],
  chain_unavailable: [
    'undecided',
    'the seal is valid, but the record of the ceremony is not held here',
  ],
  unsupported_format: ['undecided', 'this region cannot check the format of the seal'],
  verification_unavailable: ['undecided', 'the region cannot verify now; try again'],
}

/**
 * Combines the findings of the regions (VFY-017). A finding against the file outweighs a
 * confirmation, and a confirmation the rest. While a region has not responded, it could still
 * confirm the file, so that no other verdict is final (VFY-018).
 * @param sha256 of the file, lower-case hex
 */
export async function judge(
  sha256: string,
  responses: readonly RegionResponse[],
): Promise<Verdict> {
  const regions = await Promise.all(responses.map((one) => findingOf(sha256, one)))
  const found =
    FINDINGS.find((finding) => regions.some((one) => one.finding === finding)) ?? 'undecided'
  // A "not found" of one region is no result for a region that was not asked.
  const verdict = found === 'not_found' && regions.length < 2 ? 'undecided' : found
  return { sha256, verdict, regions }
}

async function findingOf(sha256: string, response: RegionResponse): Promise<RegionFinding> {
  if ('failure' in response)
    return { region: response.region, finding: 'undecided', status: null, detail: response.failure }
  const { region, answer, keys } = response
  const status = typeof answer.status === 'string' ? answer.status : null
  const [finding, detail] =
    answer.match === true && status === 'verified'
      ? await vouched(sha256, region, answer, keys)
      : refused(answer, status)
  return { region, finding, status, detail }
}

/** The result is in `match`; `status` explains it (VRS-002 to 004). */
function refused({ match }: VerifyAnswer, status: string | null): [Finding, string] {
  if (match === true)
    return [
      'undecided',
      `match is true, but the status contradicts it: ${status ?? 'none'}; not verified`,
    ]
  if (match !== false || status === null)
    return ['undecided', 'the response does not have the form of a verification']
  if (status === 'verified')
    return [
      'undecided',
      'the status is verified, but match is not true: the response contradicts itself',
    ]
  return Object.hasOwn(WITHOUT_MATCH, status)
    ? WITHOUT_MATCH[status]!
    : ['undecided', `a status that this version does not know: ${status}; not verified`]
}

/** A confirmation is not trusted: the seal is verified here as well. */
async function vouched(
  sha256: string,
  region: string,
  answer: VerifyAnswer,
  keys: unknown,
): Promise<[Finding, string]> {
  // Test documents are sealed with unpublished keys: their seal cannot be verified, and need not
  // be.
  if (answer.mode === 'test')
    return ['test_record', 'a synthetic record of test mode, without legal effect']
  if (answer.mode !== 'live') return ['undecided', 'does not say whether the record is live']
  if (answer.seal === undefined || answer.seal === null)
    return ['rejected', 'the status is verified, but there is no seal']
  const seal = await checkSeal(answer.seal, keys)
  if (!seal.holds) {
    const isChecked = seal.cause !== 'unknown_format' && seal.cause !== 'unusable_key'
    return isChecked
      ? ['rejected', `the region confirms, but the seal is not valid: ${seal.detail}`]
      : ['undecided', `the region confirms, but the seal cannot be checked: ${seal.detail}`]
  }
  const { claims, kid } = seal
  if (claims.mode === 'test') return ['test_record', 'the seal is from test mode']
  const wrong = contradiction(sha256, region, answer, claims)
  if (wrong !== undefined) return ['rejected', wrong]
  const sealedAt = typeof claims.sealed_at === 'string' ? ` ${claims.sealed_at}` : ''
  return ['genuine', `sealed${sealedAt} under key ${kid}`]
}
