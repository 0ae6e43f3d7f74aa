import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import { type Answer, jsonText } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue, validationError } from '../../call/errors.ts'
import { memberText } from '../../call/json-text.ts'
import type { Ports } from '../../ports.ts'
import type { ExpectedOutcome } from './rules/synthetic.ts'
import { retryInTurn, retryOnConflict } from '../../store/conflict.ts'
import { newTurns } from '../../store/turns.ts'
import type { Change, View } from '../../store/records.ts'
import type { Mode, Organization } from '../../world/world.ts'
import {
  APPLICANT,
  type ApplicantInput,
  applicantIssues,
  newApplicant,
} from '../applicants/applicants.ts'
import { namedApplicant } from '../applicants/applicant-erasure.ts'
import { metered } from '../billing/metering.ts'
import { metadataIssues } from '../metadata-issues.ts'
import { cursorIssues, listAnswer, pageQuery } from '../paging.ts'
import {
  SESSION,
  SESSION_ID,
  type SessionDocument,
  type SessionRecord,
  type StepRecord,
} from './session-record.ts'
import { listedView, retrievedView, sessionText } from './session-view.ts'
import { keepVersion } from '../templates/started-versions.ts'
import type { TemplateRecord } from '../templates/template-record.ts'
import { defaultSteps } from './workflows.ts'
import { findTemplate } from '../templates/workflow-templates.ts'

/**
 * Time limits of a session: for the applicant to finish, and then for the reviewer to decide
 * (GAP-SESSION-LIFETIME).
 */
export const LIFETIME_MS = 7 * 24 * 3600 * 1000

interface CreateBody {
  workflow_template_id?: string
  applicant_id?: string
  applicant?: ApplicantInput
  expected_outcome?: ExpectedOutcome
  metadata?: Record<string, unknown>
}

export function sessionHandlers(ports: Ports): Record<string, Handler> {
  const [retrieved, listed] = [retrievedView(ports), listedView(ports)]
  const turns = newTurns()
  return {
    createSession: {
      prepare: dropExpectedOutcomeInLiveMode,
      check: (call) => {
        const body = (call.body ?? {}) as CreateBody
        const issues = [
          ...applicantIssues(body.applicant, call, ['applicant']),
          ...metadataIssues(call),
        ]
        // Most requests name no other record and need not wait for look-ups.
        if (body.workflow_template_id === undefined && body.applicant_id === undefined)
          return issues
        return referenceIssues(ports, call.credential.scope, body).then((more) => [
          ...issues,
          ...more,
        ])
      },
      run: (call) => {
        const { applicant_id: id } = (call.body ?? {}) as CreateBody
        const create = () => createSession(ports, call)
        // Simultaneous first sessions of a template version each want to keep it, and simultaneous
        // sessions of one applicant each write the applicant.
        return id === undefined ? retryOnConflict(create) : retryInTurn(turns, id, create)
      },
    },
    retrieveSession: {
      run: (call) => retrieveSession(ports, retrieved, call),
      reads: { kind: SESSION, param: 'id' },
    },
    listSessions: {
      check: cursorIssues,
      run: async (call) =>
        listAnswer(
          await ports.records.pageViews(call.credential.scope, listed, pageQuery(call)),
          call,
          ({ text }) => text,
        ),
    },
  }
}

/** Returns the session that this caller can see under this id: the only place where visibility is decided. */
export async function visibleSession(
  ports: Ports,
  scope: string,
  id: string,
): Promise<SessionDocument> {
  const document = SESSION_ID.test(id) ? await ports.records.read(scope, SESSION, id) : undefined
  if (!document) throw new ApiError('resource_not_found')
  return document as SessionDocument
}

async function createSession(ports: Ports, call: Call): Promise<Answer> {
  const body = (call.body ?? {}) as CreateBody
  const { organization, mode, scope } = call.credential
  const { workflow_template_id: templateId } = body
  const template =
    templateId === undefined ? undefined : (await findTemplate(ports, scope, templateId))?.body
  const changes: Change[] = []
  let applicantId = body.applicant_id ?? null
  if (body.applicant) {
    const applicant = newApplicant(ports, call, body.applicant)
    applicantId = applicant.id
    changes.push(applicant, metered(scope, 'applicants'))
  }
  if (body.applicant_id !== undefined) {
    // Deleted since it was checked.
    const named = await namedApplicant(ports, scope, body.applicant_id)
    if (!named) throw validationError([unknownReference('applicant_id', 'applicant')])
    changes.push(named)
  }
  if (template) changes.push(...(await keepVersion(ports, scope, template)))
  const session = newSession(ports, call.now, organization, mode, {
    applicantId,
    template,
    metadata: body.metadata === undefined ? '{}' : memberText(call.bodyText, 'metadata')!,
    expectedOutcome: body.expected_outcome,
  })
  const expiry = expiryJob(session, scope)
  changes.push(
    {
      type: 'put',
      scope,
      kind: SESSION,
      id: session.id,
      body: session,
      ifVersion: 0,
      // Deleting an applicant must find the sessions that name it.
      ...(applicantId !== null && { key1: applicantId }),
    },
    { type: 'schedule', job: expiry },
    metered(scope, 'sessions'),
  )
  await ports.records.write(changes)
  ports.wake(EXPIRY_LANE, expiry.due)
  return jsonText(201, `{"data":${sessionText(ports, session, false)}}`)
}

/** Live mode ignores the field silently, whatever its value (OUT). */
function dropExpectedOutcomeInLiveMode(call: Call): void {
  const { body } = call
  if (call.credential.mode !== 'live' || typeof body !== 'object' || body === null) return
  delete (body as CreateBody).expected_outcome
}

/**
 * Ids that this key cannot see are a mistake in the body, not in the path: 422 with the path. Also called on bodies
 * that the schema rejected, so it assumes no types.
 */
async function referenceIssues(
  ports: Ports,
  scope: string,
  { workflow_template_id, applicant_id }: { [K in keyof CreateBody]?: unknown },
): Promise<Issue[]> {
  const issues: Issue[] = []
  if (isNonEmpty(workflow_template_id) && !(await findTemplate(ports, scope, workflow_template_id)))
    issues.push(unknownReference('workflow_template_id', 'workflow template'))
  if (isNonEmpty(applicant_id) && !(await ports.records.read(scope, APPLICANT, applicant_id)))
    issues.push(unknownReference('applicant_id', 'applicant'))
  return issues
}

/** Whether a value can be an id; the schema reports other values. */
function isNonEmpty(id: unknown): id is string {
  return typeof id === 'string' && id !== ''
}

function unknownReference(param: string, what: string): Issue {
  return { code: 'custom', path: [param], message: `This key sees no ${what} with that id`, param }
}

function newSession(
  ports: Ports,
  now: number,
  organization: Organization,
  mode: Mode,
  given: {
    applicantId: string | null
    metadata: string
    expectedOutcome: ExpectedOutcome | undefined
    template: TemplateRecord | undefined
  },
): SessionRecord {
  return {
    id: newId(ports.random, 'vs'),
    status: 'created',
    outcome: null,
    mode,
    region: organization.region,
    workflow_template_id: given.template?.id ?? null,
    ...(given.template && { workflow_template_version: given.template.version }),
    ...(given.template?.evidence_image_retention_days && {
      image_retention_days: given.template.evidence_image_retention_days,
    }),
    ...(organization.default_signals && { facts: { signals: organization.default_signals } }),
    applicant_id: given.applicantId,
    metadata: given.metadata,
    expected_outcome: mode === 'test' ? (given.expectedOutcome ?? 'pass') : null,
    steps: (given.template?.steps ?? defaultSteps(organization)).map((step): StepRecord => ({
      ...step,
      status: 'pending',
    })),
    created_at: iso(now),
    expires_at: iso(now + LIFETIME_MS),
    completed_at: null,
  }
}

function retrieveSession({ records }: Ports, view: View, call: Call): Answer | Promise<Answer> {
  const { scope } = call.credential
  const id = call.params.id!
  const known = records.peekView(scope, view, id)
  if (known) return { status: 200, json: known }
  const found = SESSION_ID.test(id) ? records.view(scope, view, id) : Promise.resolve(undefined)
  return found.then((json) => {
    if (!json) throw new ApiError('resource_not_found')
    return { status: 200, json }
  })
}

export const EXPIRY_LANE = 'session-expiry'

/** The job that ends an unfinished session. */
export function expiryJob(session: SessionRecord, scope: string) {
  return {
    id: `expire:${session.id}`,
    lane: EXPIRY_LANE,
    due: Date.parse(session.expires_at),
    kind: 'expire-session',
    scope,
    ref: session.id,
  }
}

/**
 * The job that deletes the images of an ended session; undefined if they are kept.
 * @param from end of the session or of its last re-verification
 */
export function retentionJob(
  { id, image_retention_days: days, reverifications = 0 }: SessionRecord,
  scope: string,
  from: number,
) {
  if (days === undefined) return undefined
  const due = from + days * 24 * 3600 * 1000
  // A re-verification replaces the job. A job that has already begun tells by the number that it is the older one.
  const ref = `${id}:${reverifications}`
  return { id: `images:${id}`, lane: EXPIRY_LANE, due, kind: 'delete-images', scope, ref }
}
