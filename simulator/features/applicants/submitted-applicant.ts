import { isAtMost } from '../forms/rules/text-length.ts'
import type { SdkApplicant } from '../../../spec/generated/wire.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { isDateAfter } from './rules/birth-date.ts'
import { normalizePhone } from './rules/phone.ts'
import { ApiError, type Issue, validationError } from '../../call/errors.ts'
import type { Change, Document } from '../../store/records.ts'
import {
  APPLICANT,
  type ApplicantRecord,
  LONGEST_PHONE,
  NO_KEYS,
  personKeys,
} from './applicants.ts'
import { transferClientToken } from '../tokens/client-tokens.ts'
import { metered } from '../billing/metering.ts'
import type { SessionRecord } from '../sessions/session-record.ts'

/**
 * Creates the session's applicant from submitted data, or adds the data to the one on record. A legal name is stored
 * as captured, and not parsed.
 * @throws {ApiError} name_components_required, validation_error
 */
export async function applySubmittedApplicant(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  given: SdkApplicant,
  now: number,
  language?: string,
): Promise<{ session: SessionRecord; changes: Change[] }> {
  const screened = session.steps.some(({ type }) => type === 'background_check')
  if (screened && given.legalName !== undefined && given.familyName === undefined) {
    throw new ApiError('name_components_required')
  }
  const fields = fieldsOf(given, now, language)
  const stored =
    session.applicant_id === null
      ? undefined
      : ((await ports.records.read(scope, APPLICANT, session.applicant_id)) as
          | Document<ApplicantRecord>
          | undefined)
  const body: ApplicantRecord = stored
    ? { ...stored.body, ...fields }
    : {
        given_names: [],
        ...fields,
        id: newId(ports.random, 'app'),
        mode: session.mode,
        region: session.region,
        created_at: iso(now),
      }
  return {
    session: { ...session, applicant_id: body.id },
    changes: [
      {
        type: 'put',
        scope,
        kind: APPLICANT,
        id: body.id,
        body,
        ifVersion: stored?.version ?? 0,
        ...(stored && NO_KEYS),
        ...personKeys(body),
      },
      ...(stored
        ? []
        : [
            metered(scope, 'applicants'),
            ...(await transferClientToken(ports, scope, session.id, body.id)),
          ]),
    ],
  }
}

/**
 * Returns the problems of submitted personal data that the schema cannot express. Also called on bodies that the schema
 * rejected, so it assumes no types.
 */
export function submittedApplicantIssues(
  given: unknown,
  now: number,
  language: string | undefined,
): Issue[] {
  const { phone, dateOfBirth } = (given ?? {}) as Record<string, unknown>
  const issues: Issue[] = []
  if (typeof phone === 'string' && isAtMost(phone, LONGEST_PHONE)) {
    const number = normalizePhone(phone, language)
    if ('problem' in number) issues.push(issue('phone', 'invalid_string', number.problem))
  }
  if (isDateAfter(dateOfBirth, iso(now)))
    issues.push(issue('dateOfBirth', 'too_big', 'Expected a date that is not in the future'))
  return issues
}

/** The same fields under the names of the API. */
function fieldsOf(
  given: SdkApplicant,
  now: number,
  language: string | undefined,
): Partial<ApplicantRecord> {
  const { legalName, familyName, givenNames, nameSuffix, email, phone, dateOfBirth, address } =
    given
  const issues = submittedApplicantIssues(given, now, language)
  if (issues.length > 0) throw validationError(issues)
  const number = phone === undefined ? undefined : normalizePhone(phone, language)
  return defined({
    legal_name: legalName,
    family_name: familyName,
    given_names: givenNames,
    name_suffix: nameSuffix,
    email,
    phone: number && 'e164' in number ? number.e164 : undefined,
    date_of_birth: dateOfBirth,
    address:
      address &&
      defined({
        line1: address.line1,
        line2: address.line2,
        city: address.city,
        state: address.state,
        postal_code: address.postalCode,
        country: address.country,
        place_id: address.placeId,
      }),
  })
}

function issue(field: string, code: string, message: string): Issue {
  return { code, path: ['applicant', field], message, param: field }
}

type Defined<T> = { [K in keyof T]: NonNullable<T[K]> }

/** Without the fields that were not given. */
function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>
}
