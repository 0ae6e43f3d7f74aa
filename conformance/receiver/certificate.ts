export interface Certificate {
  /** PEM. */
  key: string
  /** PEM; whoever sends to the receiver can be told to trust it. */
  cert: string
}

/** A certificate that nobody vouches for, new for each receiver, for this machine and one more name or address. */
export async function newCertificate(host: string): Promise<Certificate> {
  // Loaded when needed: it takes longer than all the rest of the command together.
  const { generate } = await import('selfsigned')
  const names = [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? [] : [host]),
  ]
  const isAddress = (name: string) => /^[\d.]+$/.test(name) || name.includes(':')
  const HOUR = 3_600_000
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'vskit receiver' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // The sender's clock may be behind.
    notBeforeDate: new Date(Date.now() - HOUR),
    notAfterDate: new Date(Date.now() + 365 * 24 * HOUR),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isAddress(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
        ),
      },
    ],
  })
  return { key, cert }
}
