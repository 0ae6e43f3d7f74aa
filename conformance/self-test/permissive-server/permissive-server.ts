import type { OpenChoicesFile } from '../../target/open-choices.ts'
import type { SignatureFile } from '../../target/signature-file.ts'
import { ASSUMED } from '../../target/open-choices.ts'
import { SIMULATOR_ROUTES } from '../../target/simulator.ts'
import type { Fault } from '../proxy.ts'
import { applicantChoices, APPLICANT_WRAPPER, DELETE_APPLICANT } from './applicants.ts'
import { type Choice, composed } from './choice.ts'
import { deliveryChoices, logChoices, pagingOf } from './deliveries.ts'
import { documentChoices } from './documents.ts'
import { imageChoices } from './images.ts'
import { limitChoices, SUBJECT_REQUEST } from './limits.ts'
import { lateLists } from './lists.ts'
import { type Draw, offersBy, PREFERENCES, type Preferences, preferencesBy } from './preferences.ts'
import { numberedRecords, RECORD_IDS } from './record-ids.ts'
import { refusalChoices } from './refusals.ts'
import { scanChoices, SCAN_PARTS } from './scans.ts'
import { SDK_CHOICES } from './sdk.ts'
import { serviceChoices } from './services.ts'
import { DEMANDED, SESSION_BODIES, SESSION_ROUTES, sessionChoices } from './sessions.ts'
import { shapeChoices } from './shapes.ts'
import { SUBSCRIPTION_BODY, subscriptionChoices } from './subscriptions.ts'
import { lateVerdicts, openUntilSubmitted } from './verdicts.ts'
import {
  escapedJson,
  furtherDetails,
  otherCreatedStatus,
  schemaIssues,
  wireChoices,
} from './wire.ts'
import { templateChoices, templateFields } from './templates.ts'

/** A server with other choices than the simulator, and the entries of its target file. */
export interface PermissiveServer {
  fault: Fault
  /** Rows of the ledger whose choice has changed an exchange so far. */
  appliedRows: ReadonlySet<string>
  openChoices: OpenChoicesFile
  sessionFields: Record<string, unknown>
  signature: SignatureFile
  /** Whether it offers this state of the provider. */
  isOffered: (state: string) => boolean
}

/** Choices in the order in which they change requests; they change responses in reverse order. */
function choices(preferences: Preferences): readonly Choice[] {
  const records = numberedRecords(preferences.recordIds)
  return [
    escapedJson,
    schemaIssues,
    records.outer,
    // After this choice, the errors of the verify endpoint are not JSON.
    ...documentChoices(),
    ...serviceChoices(preferences),
    ...refusalChoices(preferences.refusals),
    ...sessionChoices(preferences.statusNames),
    ...applicantChoices(preferences.countryField, Object.keys(preferences.applicantFields)[0]!),
    ...SDK_CHOICES,
    ...scanChoices(),
    ...imageChoices(),
    ...limitChoices(preferences),
    ...templateChoices(),
    ...subscriptionChoices,
    ...logChoices(preferences),
    ...deliveryChoices(preferences),
    openUntilSubmitted(),
    lateVerdicts(preferences.verdictAfterMs),
    lateLists(preferences.listedAfterMs),
    records.inner,
  ]
}

/** The rows of the ledger on which the permissive server makes a different choice. */
export const CHANGED_ROWS: ReadonlySet<string> = new Set(
  choices(PREFERENCES).flatMap(({ row }) => row ?? []),
)

/**
 * Makes a different choice wherever the ledger permits it and a check can see it. No choice breaks
 * the contract, so the suite may find none.
 * @param draw makes each choice at random instead, and more that no row covers
 */
export function permissiveServer(draw?: Draw): PermissiveServer {
  const preferences = draw ? preferencesBy(draw) : PREFERENCES
  const changedRows = draw
    ? new Set([...CHANGED_ROWS].filter(() => draw.chance(0.7)))
    : CHANGED_ROWS
  const made = choices(preferences).filter((choice) =>
    choice.row === undefined
      ? !draw || choice.always || draw.chance(0.7)
      : changedRows.has(choice.row),
  )
  const isOuter = ({ row, response }: Choice): boolean =>
    row === RECORD_IDS && response !== undefined
  const outer = made.filter(isOuter)
  const others = made.filter((choice) => !isOuter(choice))
  const appliedRows = new Set<string>()
  return {
    fault: composed(
      draw
        ? [
            ...outer,
            ...wireChoices(draw),
            ...furtherDetails(draw),
            ...shapeChoices(draw),
            ...otherCreatedStatus(draw),
            ...others,
          ]
        : [...outer, ...others],
      appliedRows,
    ),
    isOffered: draw ? offersBy(draw) : () => true,
    appliedRows,
    openChoices: openChoices(changedRows, preferences, draw),
    sessionFields: changedRows.has('GAP-CREATE-SESSION') ? DEMANDED : {},
    signature: changedRows.has('GAP-SIGNATURE')
      ? preferences.signature
      : { scheme: 'hmac-sha256-body-hex' },
  }
}

/** Settings of the target file for the rows with a different choice. */
function openChoices(
  changedRows: ReadonlySet<string>,
  preferences: Preferences,
  draw?: Draw,
): OpenChoicesFile {
  const on = <Entry extends object>(row: string, entry: Entry): Partial<Entry> =>
    changedRows.has(row) ? entry : {}
  const routes = {
    ...SIMULATOR_ROUTES,
    ...on('GAP-SESSION-ACTIONS', SESSION_ROUTES),
    ...on('GAP-APPLICANT-DELETE', { delete_applicant: DELETE_APPLICANT }),
  }
  return {
    ...ASSUMED,
    ...on('GAP-ID-SCAN-BODY', SCAN_PARTS),
    ...on('GAP-DSR', SUBJECT_REQUEST),
    ...on('GAP-DELIVERY-LOG', { paging: pagingOf(preferences) }),
    ...on('GAP-ADDRESS-FIELDS', { country_field: preferences.countryField }),
    bodies: {
      ...ASSUMED.bodies,
      ...on('GAP-SESSION-ACTIONS', SESSION_BODIES),
      ...on('GAP-SUBSCRIPTION-ROUTES', { update_webhook_subscription: SUBSCRIPTION_BODY }),
    },
    ...on('GAP-APPLICANT-REQUIRED', { applicant_fields: preferences.applicantFields }),
    ...templateFields(changedRows),
    wrappers: [
      ...(changedRows.has('GAP-APPLICANT-RESPONSE') ? [APPLICANT_WRAPPER] : []),
      ...(changedRows.has('GAP-DELIVERY-LOG') ? ['events'] : []),
    ],
    routes: draw
      ? Object.fromEntries(Object.entries(routes).filter(() => draw.chance(0.9)))
      : routes,
  }
}
