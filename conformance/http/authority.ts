import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unreadable } from '../../library/file-errors.ts'

/**
 * Reads the certificate authority that a `--ca-file` names.
 * @returns PEM
 * @throws {Error} if the file cannot be read or holds no certificate
 */
export function readAuthority(file: string): string {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
  try {
    void new X509Certificate(pem)
    return pem
  } catch (cause) {
    throw new Error(
      `${file} holds no certificate in PEM. Expected the certificate of the authority, as 'vskit simulator --https --ca-file FILE' writes it.`,
      { cause },
    )
  }
}
