import type { Identity } from '../../../../fixtures/identities.ts'
import type { Mode } from '../../../world/world.ts'

/** Result of a scan (GAP-ID-SCAN-BODY). */
export interface Extraction {
  mode: Mode
  document_type: Identity['document_type']
  issuing_country: string
  family_name: string
  given_names: readonly string[]
  date_of_birth: string
  document_number: string
  expires_on: string
}

/** The fields of a specimen's document. Each was issued by Utopia, which issues no real documents. */
export function extraction(identity: Identity, mode: Mode): Extraction {
  const { document_type, family_name, given_names, date_of_birth, document_number, expires_on } =
    identity
  return {
    mode,
    document_type,
    issuing_country: 'UTO',
    family_name,
    given_names,
    date_of_birth,
    document_number,
    expires_on,
  }
}
