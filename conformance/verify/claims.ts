import type { VerifyAnswer } from './seal.ts'

/** The regions that the contract names. */
const REGIONS = new Set(['us', 'eu'])

/** Members of response and claims with the same meaning, if a service has both under these names. */
const COMPARED = ['agreement_id', 'document_id', 'final_hash', 'mode', 'region'] as const

/**
 * Checks whether the claims of a valid seal are about this file and this response. The contract
 * leaves the names of claims open, except for `kid`: any claim may contain the hash of the file,
 * and names are compared only if they are present.
 * @param region as the caller names it
 * @returns the contradiction in words; undefined if there is none
 */
export function contradiction(
  sha256: string,
  region: string,
  answer: VerifyAnswer,
  claims: Record<string, unknown>,
): string | undefined {
  const wrong = COMPARED.find(
    (name) =>
      isNamed(answer[name]) &&
      isNamed(claims[name]) &&
      !agree(name, answer[name], claims[name], sha256),
  )
  if (wrong) return `response and seal differ in ${wrong}`
  const elsewhere = otherRegion(region, claims)
  if (elsewhere !== undefined)
    return (
      `the region confirms a seal that claims region ${elsewhere}; ` +
      'check that each --region has the URL of the region that it names'
    )
  if (isNamed(claims['final_hash']) && !names(claims['final_hash'], sha256))
    return 'the seal covers another file'
  if (!names(claims, sha256)) return 'no claim of the seal contains the hash of this file'
  return undefined
}

/**
 * Whether both mean the same. The contract states neither the encoding of a hash nor the type of an
 * id or the case of a region.
 */
function agree(
  name: (typeof COMPARED)[number],
  one: unknown,
  other: unknown,
  sha256: string,
): boolean {
  if (name === 'final_hash' && names(one, sha256)) return names(other, sha256)
  const isWord = name === 'mode' || name === 'region'
  const [a, b] = [one, other].map((value) =>
    isWord && typeof value === 'string' ? value.toLowerCase() : value,
  )
  return a === b || ([a, b].every(isId) && String(a) === String(b))
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

/**
 * Returns the region that the seal claims, if it and the caller's differ and both are regions of the contract
 * (VST-017).
 */
function otherRegion(region: string, claims: Record<string, unknown>): string | undefined {
  const asked = region.toLowerCase()
  const claimed = claims['region']
  if (typeof claimed !== 'string' || !REGIONS.has(asked)) return undefined
  return REGIONS.has(claimed.toLowerCase()) && claimed.toLowerCase() !== asked ? claimed : undefined
}

function isNamed(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * Whether a value contains the digest: as hex or base64, alone or after the name of the algorithm;
 * at any depth.
 */
function names(value: unknown, sha256: string): boolean {
  if (typeof value === 'string') return isDigest(value, sha256)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => names(member, sha256))
}

function isDigest(text: string, sha256: string): boolean {
  const bare = text.replace(/^sha-?256[:=]:?/i, '').replace(/:$/, '')
  if (/^[0-9a-f]{64}$/i.test(bare)) return bare.toLowerCase() === sha256
  const unpadded = bare.replace(/=$/, '')
  const bytes = Buffer.from(sha256, 'hex')
  return (
    unpadded === bytes.toString('base64url') ||
    unpadded === bytes.toString('base64').replace(/=$/, '')
  )
}
