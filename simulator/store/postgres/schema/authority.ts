/** Migration 3: private key and certificate of the authority that signs the certificates of all replicas. */
export const AUTHORITY = `
  CREATE TABLE certificate_authority (one bool PRIMARY KEY DEFAULT true CHECK (one), pem text NOT NULL);
`
