import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, createSecureContext } from 'node:tls'
import type { StoreAddress } from '../address.ts'

/** Modes of libpq, and `no-verify` of the driver: encryption without a check of the certificate. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Modes that a server, or somebody between, can turn into a connection without encryption. */
const OPPORTUNISTIC = ['allow', 'prefer']
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword']
const EXPECTED = 'Expected sslmode=disable, require, verify-ca or verify-full'
/** As for libpq: the certificate authorities of the system, here those of Node.js. */
const SYSTEM = 'system'

/** The driver itself reads `sslnegotiation`. */
const isOfTls = (name: string): boolean => name.startsWith('ssl') && name !== 'sslnegotiation'

/** Splits the parameters of a URL into those for TLS and the others. */
export function splitParameters(url: URL): Record<'tls' | 'others', Record<string, string>> {
  const all = [...url.searchParams]
  return {
    tls: Object.fromEntries(all.filter(([name]) => isOfTls(name))),
    others: Object.fromEntries(all.filter(([name]) => !isOfTls(name) && name !== 'uselibpqcompat')),
  }
}

/**
 * Reads the parameters for TLS as libpq documents them. The driver checks more for some modes, and ignores unknown
 * names: a mistyped name would be a connection without encryption.
 * @returns false: without TLS
 * @throws {Error} without credentials, if a parameter or a file cannot be used
 */
export function tlsOfAddress(
  { url, shown }: StoreAddress,
  variables: NodeJS.ProcessEnv,
): ConnectionOptions | false {
  try {
    return tlsOf(splitParameters(new URL(url)).tls, variables)
  } catch (error) {
    throw new Error(`${shown}: ${(error as Error).message}.`, { cause: error })
  }
}

function tlsOf(
  url: Readonly<Record<string, string>>,
  variables: NodeJS.ProcessEnv,
): ConnectionOptions | false {
  const unknown = Object.keys(url).find((name) => name !== 'ssl' && !PARAMETERS.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is not supported. Expected ${PARAMETERS.join(', ')} or sslnegotiation`,
    )
  const given = (name: string): string | undefined =>
    url[name] || variables[`PG${name.toUpperCase()}`] || undefined
  const files = { ca: given('sslrootcert'), cert: given('sslcert'), key: given('sslkey') }
  const mode = given('sslmode') ?? modeOfSsl(url.ssl) ?? defaultMode(url, Object.values(files))
  if (mode === 'disable') return false
  if (OPPORTUNISTIC.includes(mode))
    throw new Error(`sslmode=${mode} may send everything without encryption. ${EXPECTED}`)
  if (!MODES.includes(mode)) throw new Error(`${EXPECTED}, got ${JSON.stringify(mode)}`)
  if (mode === 'verify-ca' && files.ca === undefined)
    throw new Error('sslmode=verify-ca needs sslrootcert=FILE, the certificate authority')
  if (files.ca === SYSTEM && mode !== 'verify-full')
    throw new Error('sslrootcert=system needs sslmode=verify-full')
  if ((files.cert === undefined) !== (files.key === undefined))
    throw new Error('sslcert and sslkey are needed together')
  return { ...checksOf(mode, files.ca), ...clientCertificate(files, given('sslpassword')) }
}

/** `ssl` is a parameter of the driver. */
function modeOfSsl(ssl: string | undefined): string | undefined {
  if (ssl === undefined) return undefined
  if (ssl === 'no-verify') return ssl
  return ['0', 'false'].includes(ssl) ? 'disable' : 'verify-full'
}

/** Who names certificates, in the URL or in variables, expects TLS. */
function defaultMode(
  url: Readonly<Record<string, string>>,
  files: readonly (string | undefined)[],
): string {
  const isExpected = Object.keys(url).length > 0 || files.some((file) => file !== undefined)
  return isExpected ? 'verify-full' : 'disable'
}

/** `require` checks the authority if one is given, as `verify-ca` does. */
function checksOf(mode: string, file: string | undefined): ConnectionOptions {
  if (mode === 'no-verify' || (mode === 'require' && file === undefined))
    return { rejectUnauthorized: false }
  const ca = file === undefined || file === SYSTEM ? {} : { ca: authority(file) }
  return mode === 'verify-full' ? ca : { ...ca, checkServerIdentity: () => undefined }
}

function authority(file: string): string {
  const text = read('sslrootcert', file)
  try {
    // Node.js ignores a file without certificates.
    void new X509Certificate(text)
  } catch (error) {
    throw new Error(`sslrootcert: ${file} has no certificate in PEM`, { cause: error })
  }
  return text
}

function clientCertificate(
  files: { cert: string | undefined; key: string | undefined },
  passphrase: string | undefined,
): ConnectionOptions {
  if (files.cert === undefined || files.key === undefined) return {}
  const pair = {
    cert: read('sslcert', files.cert),
    key: read('sslkey', files.key),
    ...(passphrase !== undefined && { passphrase }),
  }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new Error(`sslcert and sslkey cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return pair
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
