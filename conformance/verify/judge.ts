import { contradiction } from './claims.ts'
import { type VerifyAnswer, checkSeal } from './seal.ts'

/** Response of one region about a file, or why there is none. */
export type Heard =
  | { region: string; answer: VerifyAnswer; keys: unknown }
  | { region: string; silent: string }

/** In the order in which one region's finding outweighs another's. */
export const FINDINGS = [
  'rejected',
  'genuine',
  'test_record',
  'incomplete',
  'undecided',
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
 * Conclusions from statuses other than `verified`. A status that is not listed is new: not verified, and no finding
 * against.
 */
const WITHOUT_MATCH: Readonly<Record<string, [Finding, string]>> = {
  not_found: ['not_found', 'holds no sealed document with this hash'],
  not_signed: ['incomplete', 'the agreement is not signed'],
  unsealed: ['incomplete', 'signed, but never sealed; that is no sign of tampering'],
  unknown_key: ['rejected', 'the seal names a key that this region has not published'],
  revoked_key: ['rejected', 'the key of the seal was revoked; ask for a copy issued anew'],
  bad_signature: ['rejected', 'the signature does not verify; do not accept the file'],
  claim_mismatch: ['rejected', 'the seal belongs to another document'],
  chain_unavailable: [
    'undecided',
    'the seal is good, but the record of the ceremony is not held here',
  ],
  unsupported_format: ['undecided', "this region can't check the seal's format"],
  verification_unavailable: ['undecided', 'the region can verify nothing right now; try again'],
}

/**
 * The union of what the regions said (VFY-017). A finding against the file outweighs all else, one that vouches for it
 * the rest; and nothing is called not found while a region has not answered (VFY-018).
 * @param sha256 of the file, lower-case hex
 */
export async function judge(sha256: string, heard: readonly Heard[]): Promise<Verdict> {
  const regions = await Promise.all(heard.map((one) => findingOf(sha256, one)))
  const found =
    FINDINGS.find((finding) => regions.some((one) => one.finding === finding)) ?? 'undecided'
  // One region's "not found" says nothing of the other one, which was not asked.
  const verdict = found === 'not_found' && regions.length < 2 ? 'undecided' : found
  return { sha256, verdict, regions }
}

async function findingOf(sha256: string, heard: Heard): Promise<RegionFinding> {
  if ('silent' in heard)
    return { region: heard.region, finding: 'undecided', status: null, detail: heard.silent }
  const { region, answer, keys } = heard
  const status = typeof answer.status === 'string' ? answer.status : null
  const [finding, detail] =
    answer.match === true && status === 'verified'
      ? await vouched(sha256, region, answer, keys)
      : refused(answer, status)
  return { region, finding, status, detail }
}

/** Yes or no is in `match`; `status` explains it (VRS-002 to 004). */
function refused({ match }: VerifyAnswer, status: string | null): [Finding, string] {
  if (match === true)
    return [
      'undecided',
      `says match, with a status that doesn't: ${status ?? 'none'}; not verified`,
    ]
  if (match !== false || status === null)
    return ['undecided', 'the answer has not the form of a verification']
  if (status === 'verified')
    return ['undecided', 'says verified, and no match: the answer contradicts itself']
  return Object.hasOwn(WITHOUT_MATCH, status)
    ? WITHOUT_MATCH[status]!
    : ['undecided', `a status that this checker doesn't know: ${status}; not verified`]
}

/** A region that vouches is not taken at its word: the seal is checked here as well. */
async function vouched(
  sha256: string,
  region: string,
  answer: VerifyAnswer,
  keys: unknown,
): Promise<[Finding, string]> {
  // Test documents are sealed outside the published set: their seal can't be checked, nor need it be.
  if (answer.mode === 'test')
    return ['test_record', 'a synthetic record of test mode, without legal effect']
  if (answer.mode !== 'live') return ['undecided', 'does not say whether the record is live']
  if (answer.seal === undefined || answer.seal === null)
    return ['rejected', 'says verified and shows no seal']
  const seal = await checkSeal(answer.seal, keys)
  if (!seal.holds) {
    const finding = seal.cause === 'unknown_format' ? 'undecided' : 'rejected'
    return [finding, `the region vouches, but the seal doesn't: ${seal.detail}`]
  }
  const { claims, kid } = seal
  if (claims.mode === 'test') return ['test_record', 'the seal is one of test mode']
  const wrong = contradiction(sha256, region, answer, claims)
  if (wrong !== undefined) return ['rejected', wrong]
  const sealedAt = typeof claims.sealed_at === 'string' ? ` ${claims.sealed_at}` : ''
  return ['genuine', `sealed${sealedAt} under key ${kid}`]
}
