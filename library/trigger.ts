import { type Connection, dataOf } from './connection.ts'
import { SimulatorError } from './errors.ts'
import type { SimulatedSession, TriggerOptions } from './types/sessions.ts'
import type { Mode, SessionCreate } from '../spec/generated/wire.ts'

/** Actions of the applicant, reviewer or operator that make a new session emit an event. */
interface Way {
  /** Steps of the workflow. @default those of the organization */
  steps?: object[]
  input?: SessionCreate
  acts: (readonly [action: string, body?: object])[]
}

const SUBMIT = ['journey', { action: 'submit' }] as const

const FLAGGED_FORM = {
  id: 'questions',
  type: 'custom_form',
  config: {
    questions: [{ id: 'pets', type: 'yes_no', label: 'Do you keep pets?' }],
    rules: [{ when: { questionId: 'pets', op: 'eq', value: true }, action: 'flag_for_review' }],
  },
}
const FLAG_IT = ['journey', { action: 'submit', answers: { questions: { pets: true } } }] as const
const LEASE = {
  id: 'lease',
  type: 'esign',
  config: {
    documents: [
      {
        id: 'lease',
        title: { en: 'Lease' },
        documentClass: 'rental_or_lease_agreement',
        carveOutsAcknowledged: true,
        body: { en: 'The landlord lets the flat to the tenant.' },
      },
    ],
  },
}
const SIGNER = { applicant: { family_name: 'Okafor Lindqvist', given_names: ['Ana'] } }

const ACTIONS: Record<string, Way> = {
  'kyc.session.completed': { acts: [SUBMIT] },
  'kyc.session.cancelled': { acts: [['cancel']] },
  // Uses a form: a live session accepts no prescribed outcome.
  'kyc.session.manual_review_requested': { steps: [FLAGGED_FORM], acts: [FLAG_IT] },
  'kyc.session.form_flagged': { steps: [FLAGGED_FORM], acts: [FLAG_IT] },
  'kyc.session.expired': { acts: [['expire']] },
  'kyc.session.document_signed': { steps: [LEASE], input: SIGNER, acts: [SUBMIT] },
  'kyc.session.document_declined': { steps: [LEASE], input: SIGNER, acts: [['decline_to_sign']] },
}

/** Types that accept subscriptions but are not delivered yet (EVT). */
const RESERVED: readonly string[] = ['kyc.session.skipped_by_applicant']

/** Every event type that accepts subscriptions. */
export const EVENT_TYPES: readonly string[] = [...Object.keys(ACTIONS), ...RESERVED]

/** Every event type that is delivered, without the reserved one. */
export const TRIGGERS: readonly string[] = Object.keys(ACTIONS)

/** Returns why no session can emit an event of this type; undefined if one can. */
export function reasonNotTriggerable(type: string): string | undefined {
  if (Object.hasOwn(ACTIONS, type)) return undefined
  const why = RESERVED.includes(type)
    ? `'${type}' is reserved: it may be subscribed to, and is not delivered yet.`
    : `No event of type '${type}' is delivered.`
  return `${why} Expected one of: ${TRIGGERS.join(', ')}`
}

/**
 * Creates a session and takes the actions that emit the event. Other events may be emitted before
 * it, as in production.
 * @throws {SimulatorError} for a type that is never delivered, or when the session is rejected
 */
export async function trigger(
  connection: Connection,
  type: string,
  organization: string,
  { mode = 'test', session = {} }: TriggerOptions,
): Promise<SimulatedSession> {
  const problem = reasonNotTriggerable(type)
  if (problem !== undefined) throw new SimulatorError(problem)
  const way = ACTIONS[type]!
  const path = `/organizations/${encodeURIComponent(organization)}`
  const template = way.steps && (await newTemplate(connection, path, mode, type, way.steps))
  const { id } = await dataOf<SimulatedSession>(
    connection,
    'POST',
    `${path}/sessions?mode=${mode}`,
    {
      ...way.input,
      ...(template !== undefined && { workflow_template_id: template }),
      ...session,
    },
  )
  let last: SimulatedSession | undefined
  for (const [action, body] of way.acts)
    last = await dataOf(connection, 'POST', `/sessions/${id}/${action}`, body)
  return last!
}

async function newTemplate(
  connection: Connection,
  path: string,
  mode: Mode,
  type: string,
  steps: object[],
): Promise<string> {
  const body = { name: `For ${type}`, steps }
  const made = await dataOf<{ id: string }>(
    connection,
    'POST',
    `${path}/workflow_templates?mode=${mode}`,
    body,
  )
  return made.id
}
