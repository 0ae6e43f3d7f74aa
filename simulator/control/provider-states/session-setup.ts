import { anySession } from '../access/session.ts'
import { documentOf } from './signing-document.ts'
import { StateUnavailable } from './state-unavailable.ts'
import { list, oneOf } from './state.ts'
import type { StateUse } from './use.ts'

export const EXPECTED = oneOf('pass', 'review', 'fail', 'doc_quality')
const SIMULATED = [
  'id_verification',
  'credit_history',
  'custom_form',
  'background_check',
  'sanctions_screening',
]
export const CHECKS = list(oneOf(...SIMULATED, 'esign'))
/** A check that can end in `error`: signing has no other outcomes than signed and declined. */
export const CAN_ERROR = oneOf(...SIMULATED)

/** The applicant. */
export const PERSON = {
  family_name: 'Okafor Lindqvist',
  given_names: ['Ana', 'María'],
  email: 'ana@example.com',
  phone: '+442071838750',
  date_of_birth: '1990-04-12',
  address: { postal_code: 'N1 9GU', country: 'GB' },
}

/** Personal data that must not leak. */
export const WITHHELD = [
  PERSON.family_name,
  'María',
  PERSON.email,
  PERSON.phone,
  PERSON.date_of_birth,
]

export interface Wanted {
  checks?: string[]
  faceCheck?: string
  expected_outcome?: string
  /** An existing template, in place of a new one. */
  templateId?: string
  /** Further members of the template. */
  template?: object
  /** Replaces the steps that `checks` produces. */
  steps?: object[]
  applicant?: object
  /** Metadata of the session. */
  metadata?: object
}

export interface Session {
  id: string
  status: string
  outcome: string | null
  organization: string
}

/** Creates a session of the use's organization, with its own template where one is needed. */
export async function openSession(use: StateUse, wanted: Wanted): Promise<{ id: string }> {
  const {
    checks,
    faceCheck,
    expected_outcome,
    template,
    steps,
    applicant = PERSON,
    metadata,
    templateId: existing,
  } = wanted
  const needsTemplate = checks ?? faceCheck ?? template ?? steps
  const templateId =
    existing ??
    (needsTemplate &&
      (
        await use.publicly<{ data: { id: string } }>('POST', '/v1/workflow-templates', {
          name: 'Provider state',
          steps:
            steps ?? stepsOf(checks ?? ['id_verification'], faceCheck, await use.organization()),
          ...template,
        })
      ).data.id)
  const { data } = await use.publicly<{ data: { id: string } }>('POST', '/v1/sessions', {
    ...(templateId && { workflow_template_id: templateId }),
    ...(expected_outcome !== undefined && { expected_outcome }),
    ...(Object.keys(applicant).length > 0 && { applicant }),
    ...(metadata && { metadata }),
  })
  return data
}

/** Returns an existing session and moves the use to its organization. @throws {StateUnavailable} */
export async function known(use: StateUse, id: string) {
  const document = await anySession(use.ports, id).catch(() => {
    throw new StateUnavailable(`there is no session ${id}`)
  })
  use.joins(document.scope.split('/')[2]!)
  return document
}

/** Submits every remaining step; `answers` by step. */
export function submitAll(use: StateUse, id: string, more: object = {}): Promise<Session> {
  return use.control<Session>('POST', `/sessions/${id}/journey`, { action: 'submit', ...more })
}

/** The applicant types the known data in a first step. */
export async function typed(
  use: StateUse,
  id: string,
  applicant: object,
  more: object = {},
): Promise<void> {
  const { steps } = await use.control<{ steps: { id: string; type: string; status: string }[] }>(
    'GET',
    `/sessions/${id}`,
  )
  const step = steps.find(({ type, status }) => status === 'pending' && type !== 'custom_form')
  if (!step) throw new StateUnavailable('the session has no remaining step for typed data')
  await use.control('POST', `/sessions/${id}/journey`, {
    action: 'submit_step',
    step_id: step.id,
    applicant,
    ...more,
  })
}

export async function browserToken(use: StateUse, id: string): Promise<string> {
  const { browserToken: token } = await use.publicly<{ browserToken: string }>(
    'POST',
    `/v1/sessions/${id}/browser_token`,
  )
  return token
}

export function submitPath(stepId: string): string {
  return `/sdk/v1/sessions/me/steps/${stepId}/submit`
}

function stepsOf(checks: string[], faceCheck: string | undefined, organization: string): object[] {
  return checks.map((type, i) => ({
    id: `step_${i + 1}`,
    type,
    ...configOf(type, faceCheck, organization),
  }))
}

function configOf(
  type: string,
  faceCheck: string | undefined,
  organization: string,
): { config?: object } {
  if (type === 'esign') return { config: { documents: [documentOf(organization, 0)] } }
  if (type === 'id_verification' && faceCheck !== undefined) return { config: { faceCheck } }
  if (type === 'custom_form')
    return { config: { questions: [{ id: 'q1', type: 'text', label: 'Anything else?' }] } }
  return {}
}
