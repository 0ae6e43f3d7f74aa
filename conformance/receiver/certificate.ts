import { type Certificate, selfSigned } from '../../fixtures/tls/certificate.ts'

const OWN = ['localhost', '127.0.0.1', '::1']
/** Addresses that mean every interface; a client never connects to them. */
const ANY = ['0.0.0.0', '::']

/**
 * Returns a self-signed certificate, new for each receiver, for this machine and one more name or
 * address.
 */
export function newCertificate(host: string): Certificate {
  const names = [...OWN, ...([...OWN, ...ANY].includes(host) ? [] : [host])]
  return selfSigned('vskit receiver', names)
}
