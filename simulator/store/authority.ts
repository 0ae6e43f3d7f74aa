import { X509Certificate, createPrivateKey, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type Certificate, newAuthority } from '../../fixtures/tls/certificate.ts'

/** File of a data folder: private key and certificate of the simulator's certificate authority, PEM. */
export const AUTHORITY_FILE = 'certificate-authority.pem'

/** Creates an authority with a unique name, so that a client can trust several. */
export function newSimulatorAuthority(): Certificate {
  return newAuthority(`vskit simulator CA ${randomBytes(4).toString('hex')}`)
}

/**
 * Reads the authority from a file; creates both if the file does not exist.
 * @throws {Error} if the file contains no authority
 */
export function authorityIn(file: string): Certificate {
  if (existsSync(file)) return readAuthority(readFileSync(file, 'utf8'))
  const authority = newSimulatorAuthority()
  // Only the owner may read the key, and a crash must not leave a partial file.
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, writtenAuthority(authority), { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  return authority
}

/** Formats an authority for `readAuthority`. */
export function writtenAuthority({ key, cert }: Certificate): string {
  return key + cert
}

/**
 * @throws {Error} if the text is not an authority with its private key, or the authority has
 * expired
 */
export function readAuthority(text: string): Certificate {
  const [key, cert] = ['PRIVATE KEY', 'CERTIFICATE'].map(
    (label) =>
      new RegExp(`-----BEGIN ${label}-----\n[\\w+/=\n]+-----END ${label}-----\n`).exec(text)?.[0],
  )
  if (key === undefined || cert === undefined)
    throw new Error('no private key and certificate in PEM')
  const read = new X509Certificate(cert)
  if (!read.ca || !read.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the certificate is not an authority of this private key')
  if (read.validToDate.getTime() < Date.now())
    throw new Error(`the authority has expired at ${read.validToDate.toISOString()}`)
  return { key, cert }
}
