import { ApiError } from './errors.js'

const ALL = ['sessions:read', 'sessions:write', 'sessions:read_report']

/** The keys of two organizations. A real service stores hashes of them. */
const KEYS = {
  ah_sk_us_test_first0000000000: { organization: 'first', mode: 'test', scopes: ALL },
  ah_sk_us_live_first0000000000: { organization: 'first', mode: 'live', scopes: ALL },
  ah_sk_us_test_reader000000000: {
    organization: 'first',
    mode: 'test',
    scopes: ['sessions:read'],
  },
  ah_sk_us_test_second000000000: { organization: 'second', mode: 'test', scopes: ALL },
  ah_sk_eu_test_first0000000000: { organization: 'first', mode: 'test', scopes: ALL },
}

/**
 * Returns the credential in an Authorization header.
 * @throws {ApiError} when it is not a key of this region
 */
export function authenticate(region, authorization) {
  const credential = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (credential === undefined)
    throw new ApiError('authentication_required', 'Send a secret key as bearer credential.')
  const form = /^ah_sk_(us|eu)_(test|live)_/.exec(credential)
  if (!form) throw new ApiError('wrong_token_type', 'This route requires a secret key.')
  if (form[1] !== region)
    throw new ApiError('region_mismatch', `This is a key of the region ${form[1]}.`)
  const key = KEYS[credential]
  if (!key) throw new ApiError('invalid_api_key', 'No key has this value.')
  // Records of one plane are invisible in all others.
  return { ...key, credential, plane: `${key.organization} ${region} ${key.mode}` }
}
