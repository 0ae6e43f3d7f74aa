import { verifyAsync } from '@noble/ed25519'

/** The parts of a region's response that the checker reads; types are verified. */
export interface VerifyAnswer {
  match?: unknown
  status?: unknown
  seal?: unknown
  mode?: unknown
  agreement_id?: unknown
  document_id?: unknown
  final_hash?: unknown
  region?: unknown
}

export type SealResult =
  | { holds: true; kid: string; claims: Record<string, unknown> }
  /** `unknown_format` and `unusable_key` mean that nothing was checked, which says nothing against the seal. */
  | {
      holds: false
      cause: 'unknown_format' | 'unusable_key' | 'unknown_key' | 'revoked_key' | 'bad'
      detail: string
    }

const FORMAT = 'ed25519_detached_token_v1'
const KEY_STATUSES: readonly unknown[] = ['active', 'retired', 'revoked']

/** Verifies a seal offline against a JWK Set, in the contract's three steps, over the token as received. */
export async function checkSeal(seal: unknown, keySet: unknown): Promise<SealResult> {
  const { format, token, payload_json } = fields(seal)
  if (typeof format !== 'string' || typeof token !== 'string' || typeof payload_json !== 'string') {
    return bad('the seal lacks its format, token or payload_json')
  }
  if (format !== FORMAT)
    return { holds: false, cause: 'unknown_format', detail: `format ${format}` }
  const parts = token.split('.')
  const [payload, signature] = [decode(parts[1]), decode(parts[2])]
  if (parts.length !== 3 || parts[0] !== format || !payload || !signature) {
    return bad('the token does not have the specified form')
  }
  if (!payload.equals(Buffer.from(payload_json)) || payload.toString() !== payload_json) {
    return bad('payload_json differs from the payload of the token')
  }
  const claims = parsed(payload_json)
  if (typeof claims?.kid !== 'string') return bad('the claims name no key')
  const { keys } = fields(keySet)
  if (!Array.isArray(keys)) return unusable('the key set is no JWK Set: it has no list "keys"')
  const key = keys.map(fields).find(({ kid }) => kid === claims.kid)
  if (!key)
    return {
      holds: false,
      cause: 'unknown_key',
      detail: `key ${claims.kid} is not in the published set`,
    }
  const isForSeals = key.kty === 'OKP' && key.crv === 'Ed25519' && key.use === 'sig'
  const x = isForSeals && typeof key.x === 'string' ? decode(key.x) : undefined
  if (x?.length !== 32)
    return unusable(`key ${claims.kid} of the key set is not an Ed25519 key for signatures`)
  if (!KEY_STATUSES.includes(key.status))
    return unusable(`key ${claims.kid} of the key set has none of the known statuses`)
  const signed = Buffer.from(`${parts[0]}.${parts[1]!}`)
  if (!(await holds(signature, signed, x))) return bad('the signature does not verify')
  if (key.status === 'revoked')
    return { holds: false, cause: 'revoked_key', detail: `key ${claims.kid} is revoked` }
  return { holds: true, kid: claims.kid, claims }
}

/** RFC 8032 without the leniencies of ZIP 215: a key of small order would accept any signature. */
async function holds(signature: Buffer, message: Buffer, key: Buffer): Promise<boolean> {
  try {
    return await verifyAsync(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

/** Decodes base64url in its canonical form only. */
function decode(text: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64url')
  return text !== undefined && bytes.toString('base64url') === text ? bytes : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return fields(JSON.parse(text))
  } catch {
    return undefined
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function unusable(detail: string): SealResult {
  return { holds: false, cause: 'unusable_key', detail }
}

function bad(detail: string): SealResult {
  return { holds: false, cause: 'bad', detail }
}
