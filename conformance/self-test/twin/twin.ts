import type { Fault } from '../proxy.ts'
import { APPLICANT_CHOICES, COUNTRY_FIELD, DELETE_APPLICANT } from './applicants.ts'
import { type Choice, composed } from './choice.ts'
import { deliveryChoices, logChoices, PAGING } from './deliveries.ts'
import { documentChoices } from './documents.ts'
import { limitChoices, SUBJECT_REQUEST } from './limits.ts'
import { lateLists } from './lists.ts'
import { REFUSAL_CHOICES } from './refusals.ts'
import { SCAN_CHOICES, SCAN_PARTS } from './scans.ts'
import { SDK_CHOICES } from './sdk.ts'
import { serviceChoices } from './services.ts'
import { SESSION_CHOICES, SESSION_ROUTES } from './sessions.ts'
import { DOCUMENT_TEMPLATE_FIELDS, TEMPLATE_CHOICES, TEMPLATE_FIELDS } from './templates.ts'

/** What its target file has to say. */
export const OPEN_CHOICES = {
  ...SCAN_PARTS,
  ...SUBJECT_REQUEST,
  paging: PAGING,
  country_field: COUNTRY_FIELD,
  template_fields: TEMPLATE_FIELDS,
  document_template_fields: DOCUMENT_TEMPLATE_FIELDS,
}
export const ROUTES = { ...SESSION_ROUTES, delete_applicant: DELETE_APPLICANT }

/** In the order in which requests pass them; answers pass the last one first. */
function choices(): readonly Choice[] {
  return [
    // The refusals of the verify endpoint are no JSON any more.
    ...documentChoices(),
    ...serviceChoices(),
    ...REFUSAL_CHOICES,
    ...SESSION_CHOICES,
    ...APPLICANT_CHOICES,
    ...SDK_CHOICES,
    ...SCAN_CHOICES,
    ...limitChoices(),
    ...TEMPLATE_CHOICES,
    ...logChoices(),
    ...deliveryChoices(),
    lateLists(),
  ]
}

/** The rows of the ledger on which the twin chooses otherwise. */
export const TURNS: ReadonlySet<string> = new Set(choices().flatMap(({ turns }) => turns ?? []))

/**
 * A service that chooses otherwise wherever the ledger lets it, as far as the checks can see: nothing of this breaks
 * the contract, so nothing of it may be found.
 * @returns the service, and the rows on which something that passed was changed so far
 */
export function liberalTwin(): { twin: Fault; turned: ReadonlySet<string> } {
  const turned = new Set<string>()
  return { twin: composed(choices(), turned), turned }
}
