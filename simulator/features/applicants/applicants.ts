import { isAtMost } from '../forms/rules/text-length.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import type { Ports } from '../../ports.ts'
import { isDateAfter } from './rules/birth-date.ts'
import { normalizePhone } from './rules/phone.ts'
import { retryInTurn } from '../../store/conflict.ts'
import { newTurns } from '../../store/turns.ts'
import type { Document, Put } from '../../store/records.ts'
import { metered } from '../billing/metering.ts'
import { cursorIssues, listAnswer, pageQuery } from '../paging.ts'

/** Applicant fields that callers may set (APP); `legal_name` and `localized_name` are never accepted. */
export interface ApplicantInput {
  family_name?: string
  given_names?: string[]
  name_suffix?: string
  email?: string
  phone?: string
  date_of_birth?: string
  address?: Record<string, string>
}

export interface ApplicantRecord extends ApplicantInput {
  id: string
  /** The name as captured, verbatim; and in its own script, as a scanned document prints it. */
  legal_name?: string
  localized_name?: string
  mode: string
  given_names: string[]
  region: string
  created_at: string
}

export const APPLICANT = 'applicant'
const APPLICANT_ID = /^app_[0-9a-z]{24}$/

export function applicantHandlers(ports: Ports): Record<string, Handler> {
  const turns = newTurns()
  return {
    createApplicant: {
      check: (call) => applicantIssues(call.body, call, []),
      run: async (call) => {
        const put = newApplicant(ports, call, call.body as ApplicantInput)
        await ports.records.write([put, metered(call.credential.scope, 'applicants')])
        return answer(201, put.body as ApplicantRecord)
      },
    },
    retrieveApplicant: {
      run: async (call) => answer(200, (await visibleApplicant(ports, call)).body),
    },
    listApplicants: {
      check: cursorIssues,
      run: async (call) =>
        listAnswer(
          await ports.records.page(call.credential.scope, APPLICANT, pageQuery(call)),
          call,
          (document) => JSON.stringify(document.body),
        ),
    },
    updateApplicant: {
      check: async (call) => [
        ...applicantIssues(call.body, call, []),
        ...(await missingFamilyName(ports, call)),
      ],
      run: (call) => retryInTurn(turns, call.params.id!, () => updateApplicant(ports, call)),
    },
  }
}

/** Returns the change that stores a new applicant; the body must have passed `applicantIssues`. */
export function newApplicant(ports: Ports, call: Call, input: ApplicantInput): Put {
  const { scope, mode, organization } = call.credential
  const id = newId(ports.random, 'app')
  const body: ApplicantRecord = {
    id,
    given_names: [],
    ...normalized(input, call),
    mode,
    region: organization.region,
    created_at: iso(call.now),
  }
  return { type: 'put', scope, kind: APPLICANT, id, body, ifVersion: 0, ...personKeys(body) }
}

/** Returns the look-up keys that identify a person across applicants: e-mail address, and name with birth date. */
export function personKeys(applicant: ApplicantRecord): { key1?: string; key2?: string } {
  const { email, given_names, family_name, legal_name, date_of_birth: born } = applicant
  const name = family_name === undefined ? legal_name : [...given_names, family_name].join(' ')
  return {
    ...(email && { key1: email.toLowerCase() }),
    ...(born && name && { key2: `${born} ${name.toLowerCase()}` }),
  }
}

export const NO_KEYS = { key1: '', key2: '' }

/**
 * Returns the problems of an applicant's fields that the schema cannot express: invalid phone or country, birth date in
 * the future. Also called on bodies that the schema rejected, so it assumes no types.
 */
export function applicantIssues(input: unknown, call: Call, path: string[]): Issue[] {
  const { phone, date_of_birth: born } = (input ?? {}) as {
    phone?: unknown
    date_of_birth?: unknown
  }
  const issues: Issue[] = []
  if (typeof phone === 'string' && isAtMost(phone, LONGEST_PHONE)) {
    const result = normalizePhone(phone, call.acceptLanguage)
    if ('problem' in result) {
      issues.push({
        code: 'invalid_string',
        path: [...path, 'phone'],
        message: result.problem,
        param: 'phone',
      })
    }
  }
  if (isDateAfter(born, iso(call.now))) {
    issues.push({
      code: 'too_big',
      path: [...path, 'date_of_birth'],
      message: 'Expected a date that is not in the future',
      param: 'date_of_birth',
    })
  }
  return issues
}

/** The schema rejects longer ones; parsing them would waste time. */
export const LONGEST_PHONE = 40

async function updateApplicant(ports: Ports, call: Call): Promise<Answer> {
  const { body, version, id, kind, scope } = await visibleApplicant(ports, call)
  const input = call.body as ApplicantInput
  const changed = withoutNulls({ ...body, ...normalized(input, call) })
  await ports.records.write([
    // A missing key leaves the field unchanged.
    {
      type: 'put',
      scope,
      kind,
      id,
      body: changed,
      ifVersion: version,
      ...NO_KEYS,
      ...personKeys(changed),
    },
  ])
  return answer(200, changed)
}

/**
 * An applicant whose browser gave only a legal name has no family name yet: the first name component requires it, as on
 * creation (APP-002). A family name is never removed, so the result still holds at the write. Also called on bodies
 * that the schema rejected, so it assumes no types.
 */
async function missingFamilyName(ports: Ports, call: Call): Promise<Issue[]> {
  const input = (call.body ?? {}) as Record<string, unknown>
  const sendsPart = input.given_names !== undefined || typeof input.name_suffix === 'string'
  if (!sendsPart || input.family_name !== undefined) return []
  const document = await findApplicant(ports, call)
  if (!document || document.body.family_name !== undefined) return []
  const message = 'Required: this applicant has no family name, and a name in parts needs one'
  return [{ code: 'invalid_type', path: ['family_name'], message, param: 'family_name' }]
}

/** @throws {ApiError} resource_not_found */
export async function visibleApplicant(
  ports: Ports,
  call: Call,
): Promise<Document<ApplicantRecord>> {
  const document = await findApplicant(ports, call)
  if (!document) throw new ApiError('resource_not_found')
  return document
}

async function findApplicant(
  { records }: Ports,
  { credential, params }: Call,
): Promise<Document<ApplicantRecord> | undefined> {
  const id = params.id!
  if (!APPLICANT_ID.test(id)) return undefined
  return (await records.read(credential.scope, APPLICANT, id)) as
    | Document<ApplicantRecord>
    | undefined
}

/** Null in a patch removes the field. */
function withoutNulls(applicant: ApplicantRecord): ApplicantRecord {
  return Object.fromEntries(
    Object.entries(applicant).filter(([, value]) => value !== null),
  ) as unknown as ApplicantRecord
}

function normalized(input: ApplicantInput, call: Call): ApplicantInput {
  if (typeof input.phone !== 'string') return input
  const result = normalizePhone(input.phone, call.acceptLanguage)
  if ('problem' in result) throw new Error('a phone number that was not validated')
  return { ...input, phone: result.e164 }
}

function answer(status: number, applicant: ApplicantRecord): Answer {
  return json(status, { data: applicant })
}
