import { type Certificate, selfSigned } from '../../fixtures/tls/certificate.ts'

const OWN = ['localhost', '127.0.0.1', '::1']
/** Every address of this machine: nobody connects to these two themselves. */
const ANY = ['0.0.0.0', '::']

/** A certificate that nobody vouches for, new for each receiver, for this machine and one more name or address. */
export function newCertificate(host: string): Certificate {
  const names = [...OWN, ...([...OWN, ...ANY].includes(host) ? [] : [host])]
  return selfSigned('vskit receiver', names)
}
