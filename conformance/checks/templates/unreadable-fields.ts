import type { Case } from '../../check/cases.ts'
import { comparing } from '../../check/resources/templates.ts'

/** Paths that begin like a readable field, with a part that no table of the contract has. */
const ALMOST = [
  'applicant.email.zebra',
  'applicant.address.zebra',
  'finding.zebra',
  'finding.severity.zebra.count',
  'check.id_verification.zebra',
  'session.zebra',
  'device.velocity.zebraCount',
  'device.behavior.zebra',
  'zebra.finding.document.severity',
  'any.finding.document',
]

/** Fields that cannot be resolved, each with its own requirements. */
export const UNREADABLE: readonly (Case<unknown> & { field: string })[] = [
  { label: 'an unknown field', field: 'applicant.shoeSize', requirements: ['RFS-015'] },
  { label: 'the postal code', field: 'applicant.address.postalCode', requirements: ['SEN-011'] },
  { label: 'the gender', field: 'applicant.gender', requirements: ['SEN-012'] },
  {
    label: 'a metadata key with a hyphen',
    field: 'session.metadata.front-desk',
    requirements: ['PAT-015'],
  },
  {
    label: 'a metadata key with a dot',
    field: 'session.metadata.desk.floor',
    requirements: ['PAT-015'],
  },
  {
    label: 'a metadata key and a second line',
    field: 'session.metadata.desk\nfloor',
    requirements: ['PAT-015'],
  },
  { label: 'no metadata key', field: 'session.metadata.', requirements: ['PAT-015'] },
  { label: 'an unknown signal', field: 'fraud.zodiacSign', requirements: ['RFS-015'] },
  { label: 'a field in small letters', field: 'applicant.familyname', requirements: ['RFS-015'] },
  {
    label: 'a field of 120 characters',
    field: `applicant.${'zebra'.repeat(22)}`,
    requirements: ['RFS-015'],
  },
  { label: 'a field of a field', field: 'applicant.phone.zebra', requirements: ['RFS-015'] },
  ...ALMOST.map((field) => ({ label: `the path ${field}`, field, requirements: ['RFS-015'] })),
].map((one) => ({ ...one, send: comparing({ field: one.field, operator: 'exists' }) }))
