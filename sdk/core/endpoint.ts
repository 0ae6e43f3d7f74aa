import { VskitError } from './errors.ts'

/** Region of the service. */
export type Region = 'us' | 'eu'
/** Mode of a session. */
export type Mode = 'live' | 'test'

/** Base URLs by region, or one URL for any region of the key. */
export type BaseUrl = string | Record<Region, string>

/** Address of the service for one region. */
export interface Endpoint {
  baseUrl: string
  region: Region
  mode: Mode
}

/** The contract names no host, so the default is where this kit's simulator listens (GAP-SDK-ENDPOINTS). */
const SIMULATOR: Record<Region, string> = {
  us: 'http://127.0.0.1:4001',
  eu: 'http://127.0.0.1:4002',
}

/**
 * Reads region and mode from the prefix of a publishable key, and picks the endpoint (AUT-008).
 * @throws {VskitError} `invalid_publishable_key` or `invalid_options`
 */
export function endpointOf(publishableKey: string, baseUrl: BaseUrl = SIMULATOR): Endpoint {
  const [, region, mode] = /^ah_pk_(us|eu)_(live|test)_./.exec(publishableKey) ?? []
  if (!region) throw new VskitError('invalid_publishable_key', keyProblem(publishableKey))
  const url: unknown = typeof baseUrl === 'string' ? baseUrl : baseUrl?.[region as Region]
  if (typeof url !== 'string' || !isBase(url)) {
    throw new VskitError(
      'invalid_options',
      `Expected baseUrl to be an absolute URL, got ${String(url)}. Give it as https://host, without query and fragment.`,
    )
  }
  return { baseUrl: url.replace(/\/+$/, ''), region: region as Region, mode: mode as Mode }
}

/** `localhost:4001` is a URL, too, with the scheme `localhost:`. */
function isBase(url: string): boolean {
  return /^https?:\/\/[^?#\s]+$/i.test(url) && URL.canParse(url)
}

/** Errors never repeat the key: it may be a secret key. */
function keyProblem(key: unknown): string {
  return typeof key === 'string' && key.startsWith('ah_sk_')
    ? 'Got a secret key. A page must only hold a publishable key (ah_pk_…). Revoke this secret key.'
    : 'Expected a publishable key of the form ah_pk_<us|eu>_<live|test>_…'
}
