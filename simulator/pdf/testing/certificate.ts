import type { Certificate } from '../certificate.ts'

/** Returns a hash of one repeated digit. */
export const hash = (digit: string): string => digit.repeat(64)

export const certificate: Certificate = {
  envelopeId: 'env_1',
  documentId: 'doc_1',
  documentIndex: 1,
  documentCount: 3,
  title: 'Lease of a flat',
  documentClass: 'rental_or_lease_agreement',
  presentedHash: hash('a'),
  mode: 'live',
  region: 'eu',
  sender: 'Acme Rentals',
  signer: { name: 'Ana Okafor', email: 'ana@example.com' },
  signatureMethods: ['typed_name'],
  consent: { version: 4, hash: hash('c'), acceptedAt: '2026-11-21T08:31:02.120Z' },
  signedAt: '2026-11-21T08:33:45.001Z',
  events: [
    { position: 1, type: 'sent', at: '2026-11-21T08:30:00.000Z', hash: hash('1') },
    { position: 2, type: 'consent_accepted', at: '2026-11-21T08:31:02.120Z', hash: hash('2') },
  ],
  retention: { text: '5 years from signing' },
}

/** Replaces line breaks by spaces. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
